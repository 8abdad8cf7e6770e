"""A verifier without a weighted check."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.diagnostics.model import Fix


def weights(draft: Draft, ctx: Context) -> None:
    """Some check earns something."""
    verify = draft.shaped.blocks("verify")
    if verify and verify[0].whole and ctx.complete and all(check.gate for check in draft.checks):
        mend = Fix("gates only multiply; add a check without `gate = true`", applicability="display")
        ctx.error("CW601", "no check has a weight, so nothing earns a reward", verify[0].statement.head, fix=mend)
