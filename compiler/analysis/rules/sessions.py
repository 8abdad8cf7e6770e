"""New sessions that begin without a word."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import NewSession, Say
from cowork_dsl.compiler.analysis.machine import transitions
from cowork_dsl.compiler.diagnostics.model import Fix


def sessions(draft: Draft, ctx: Context) -> None:
    """A new session begins with what its transition says: that is all the agent is told in it."""
    for user in draft.users:
        for transition in transitions(user):
            for act in transition.acts:
                if isinstance(act, NewSession) and not any(isinstance(one, Say) for one in transition.acts):
                    mend = Fix("add a `say` with the task of the new session", applicability="display")
                    ctx.error("CW527", "this session begins without a word", ctx.head(act.origin), fix=mend)
