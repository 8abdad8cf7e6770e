"""States that cannot be entered, and states that cannot end."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.machine import ending, reachable
from cowork_dsl.compiler.diagnostics.model import Fix


def states(draft: Draft, ctx: Context) -> None:
    """Every state can be entered, and from every state of the principal the run can end."""
    for index, user in enumerate(draft.users):
        if not user.states:
            if ctx.complete:
                mend = Fix(
                    "add `state NAME { on turn { … goto = done } }` and `state done { final = true }`",
                    applicability="display",
                )
                ctx.error("CW518", f"the user `{user.name}` has no state", ctx.head(user.origin), fix=mend)
            continue
        entered, ends = reachable(user), ending(user)
        for state in user.states:
            if state.name not in entered:
                if ctx.absent(state.name) or ctx.complete:
                    ctx.error("CW501", f"nothing leads to the state `{state.name}`", ctx.head(state.origin))
            elif index == 0 and state.name not in ends and ctx.complete:
                mend = Fix(
                    "add a transition whose `goto` leads to a state with `final = true`", applicability="display"
                )
                ctx.error(
                    "CW502",
                    f"from the state `{state.name}` no final state can be reached",
                    ctx.head(state.origin),
                    fix=mend,
                )
            elif state.final and state.transitions:
                first = state.transitions[0]
                ctx.error("CW503", f"`{state.name}` is final: its transitions never fire", ctx.head(first.origin))
