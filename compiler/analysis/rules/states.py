"""States that cannot be entered, and states that cannot end."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import User
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
        if user.name in ctx.astray:
            continue
        entered, ends = reachable(user), ending(user)
        principal = index == 0 and not any(text.startswith("user") for text in ctx.refused)
        stuck = _stuck(user, entered - ends) if principal else []
        for state in user.states:
            if state.name in stuck:
                mend = Fix(
                    "add a transition whose `goto` leads to a state with `final = true`", applicability="display"
                )
                message = f"from the state `{state.name}` no final state can be reached"
                ctx.error("CW502", message, ctx.head(state.origin), fix=mend)
            elif state.name not in entered and not stuck:
                ctx.error("CW501", f"nothing leads to the state `{state.name}`", ctx.head(state.origin))
            elif state.final and state.transitions:
                first = state.transitions[0]
                ctx.error("CW503", f"`{state.name}` is final: its transitions never fire", ctx.head(first.origin))


def _stuck(user: User, without: set[str]) -> list[str]:
    """Of the states without a way to the end, those where it breaks off: they lead to no other state."""
    found = [
        state.name
        for state in user.states
        if state.name in without and all(move.goto in (None, state.name) for move in state.transitions)
    ]
    return found or [state.name for state in user.states if state.name in without][:1]
