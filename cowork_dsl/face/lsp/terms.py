"""Terms of the taxonomy for the labels of an environment."""

from __future__ import annotations

from functools import cache

from cowork_dsl.grammar.taxonomy import Term, load_taxonomy

_PREFIXES = {"difficulty": ("difficulty", "level."), "horizon": ("difficulty", "horizon.")}
_ARTIFACTS = ("source.", "shape.", "product.")


@cache
def terms(label: str) -> dict[str, Term]:
    """The terms that a label of `env` takes, as they are written there."""
    dimension, prefix = _PREFIXES.get(label, (label, ""))
    found: dict[str, Term] = {}
    for term in load_taxonomy().of(dimension):
        name = term.id
        if prefix:
            if not name.startswith(prefix):
                continue
            name = name.removeprefix(prefix)
        elif label == "artifact":
            name = next((name.removeprefix(one) for one in _ARTIFACTS if name.startswith(one)), name)
        found[name] = term
    return found


def meaning(label: str, name: str) -> str | None:
    """What a term means."""
    term = terms(label).get(name)
    return None if term is None else term.means
