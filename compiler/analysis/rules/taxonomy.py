"""Labels are terms of the taxonomy."""

from __future__ import annotations

from typing import cast

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.grammar import taxonomy_terms as terms

_DIMENSIONS = {
    "scenario": terms.SCENARIOS,
    "capability": terms.CAPABILITIES,
    "interaction": terms.INTERACTIONS,
    "artifact": terms.SOURCES | terms.SHAPES | terms.PRODUCTS,
    "intervention": terms.INTERVENTIONS,
    "difficulty": terms.LEVELS,
    "horizon": terms.HORIZONS,
}


def taxonomy(draft: Draft, ctx: Context) -> None:
    """Reports labels that the taxonomy does not have."""
    if draft.env is None:
        return
    for name, known in _DIMENSIONS.items():
        given = draft.env.one(name)
        if given is None:
            continue
        words = given.data if isinstance(given.data, tuple) else (given.data,)
        for word in cast(tuple[Word, ...], words):
            if word.text not in known:
                _unknown(ctx, name, word, known)


def _unknown(ctx: Context, name: str, word: Word, known: frozenset[str]) -> None:
    # The list of all scenarios would drown the message.
    before = len(ctx.found)
    ctx.unknown("CW227", f"term of `{name}`", word, sorted(known))
    found = ctx.found[before]
    if len(known) > 30:
        from dataclasses import replace

        ctx.found[before] = replace(found, notes=("`cowork taxonomy` lists the terms",))
