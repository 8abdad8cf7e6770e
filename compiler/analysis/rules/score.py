"""Weights that nothing reads."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.source import Span


def score(draft: Draft, ctx: Context) -> None:
    """An exponent for the judges needs a judge."""
    for verify in draft.shaped.blocks("verify"):
        for block in verify.blocks("score"):
            given = block.one("judge")
            if given is not None and not verify.blocks("judge") and ctx.complete:
                span = Span(given.statement.start, given.value.end)
                ctx.error("CW609", "the score weighs judges, and the verifier has none", span)
