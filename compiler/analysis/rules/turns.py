"""A solution that takes no turn."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft


def turns(draft: Draft, ctx: Context) -> None:
    """A solution has a turn."""
    given = draft.shaped.blocks("solution")
    if given and not draft.solution and given[0].whole and ctx.complete:
        ctx.error("CW620", "the solution takes no turn; add `turn { … }`", given[0].statement.head)
