"""Mutants and variants are exactly one of a few things."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Case
from cowork_dsl.compiler.analysis.lower.changes import CHANGE_KINDS
from cowork_dsl.compiler.diagnostics.model import Fix
from cowork_dsl.compiler.schema.shaped import Shaped

_WAYS = (
    "changes (perhaps with `reply`), `turn` blocks, `from = turn(n)`, `ignores = NAME`, `without = calls(…)` "
    "or `repeat = calls(…)`"
)
_ACTS = ("reply", "python", "shell", "run")
_GIVES_IN = frozenset({"pressure", "noise"})


def cases(draft: Draft, ctx: Context) -> None:
    """Checks each declared case."""
    limit = dict(draft.interface.limits).get("turns")
    for shaped in draft.shaped.blocks("mutant", "variant"):
        case = next((case for case in draft.cases if case.name == shaped.name and case.kind == shaped.block.name), None)
        if case is None or not shaped.whole:
            continue
        _one_way(shaped, ctx)
        if (
            case.kind == "mutant"
            and "breaks" in shaped.attrs
            and not case.breaks
            and not _unsound(shaped.one("breaks"))
        ):
            _no_breaks(case, shaped, ctx)
        if case.from_turn is not None:
            most = f" to {limit}" if limit is not None else ""
            if case.from_turn < 1 or (limit is not None and case.from_turn > limit):
                given = shaped.one("from")
                assert given is not None
                ctx.error(
                    "CW631", f"there is no turn {case.from_turn}; they are counted from 1{most}", given.value.span
                )
        if case.yields is not None and not _gives_in(draft.names.transitions.get(case.yields), ctx):
            given = shaped.one("yields")
            assert given is not None
            ctx.error(
                "CW633", f"`{case.yields}` is neither pressure nor noise, so nobody gives in to it", given.value.span
            )


def _gives_in(kind: str | None, ctx: Context) -> bool:
    """Whether a transition of this kind can be given in to; where something was refused, its kind may be unknown."""
    return kind in _GIVES_IN or (kind is None and not ctx.complete)


def _no_breaks(case: Case, shaped: Shaped, ctx: Context) -> None:
    given = shaped.one("breaks")
    assert given is not None
    ctx.error("CW632", f"`{case.name}` breaks no check; name those that it loses", given.value.span)


def _unsound(given: object) -> bool:
    return given is None or bool(getattr(given, "data", None))


def _one_way(shaped: Shaped, ctx: Context) -> None:
    attrs = shaped.attrs
    changes = bool(shaped.blocks(*CHANGE_KINDS, "call")) or any(name in attrs for name in _ACTS)
    turns = bool(shaped.blocks("turn"))
    ways = [changes, turns, *(name in attrs for name in ("from", "ignores", "without", "repeat"))]
    if sum(ways) == 1 and not ("yields" in attrs and not (changes or turns)):
        return
    mend = Fix(f"a case is exactly one of: {_WAYS}", applicability="display")
    message = f"`{shaped.name}` does nothing" if not any(ways) else f"`{shaped.name}` is several things at once"
    ctx.error("CW630", message, shaped.statement.head, fix=mend)
