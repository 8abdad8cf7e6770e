"""Changes that the agent cannot react to."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.machine import acts


def lastword(draft: Draft, ctx: Context) -> None:
    """After a change of the principal the agent has a turn."""
    for user in draft.users[:1]:
        final = {state.name for state in user.states if state.final}
        for state in user.states:
            for transition in state.transitions:
                if transition.goto in final and acts(transition):
                    message = f"the run ends with this change: `{transition.goto}` is final, and the agent has no turn after it"
                    ctx.error("CW506", message, ctx.head(transition.origin))
