"""Rights that users give and take, and calls that they approve."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Permit
from cowork_dsl.compiler.analysis.machine import transitions
from cowork_dsl.compiler.diagnostics.model import Fix


def permits(draft: Draft, ctx: Context) -> None:
    """A right that is given was withheld; a call that needs approval can be approved or granted."""
    interface = draft.interface
    bounded = {subject for subject, _ in (*interface.allow, *interface.deny, *interface.ask)}
    moves = [(user, move) for user in draft.users for move in transitions(user)]
    taken = {act.subject for _, move in moves for act in move.acts if isinstance(act, Permit) and act.op == "revoke"}
    for _, move in moves:
        for act in move.acts:
            if isinstance(act, Permit) and act.op == "grant" and ctx.complete and act.subject not in bounded | taken:
                message = f"nothing withholds `{act.subject}`, so there is nothing to grant"
                mend = Fix(
                    f"add `deny {act.subject}`, `allow {act.subject}` or `ask {act.subject}` to `interface`",
                    applicability="display",
                )
                ctx.error("CW531", message, ctx.head(act.origin), fix=mend)
    decided = {(move.event.subject or "").rpartition(".")[2] for _, move in moves if move.event.type == "approval"}
    given = {act.subject for _, move in moves for act in move.acts if isinstance(act, Permit) and act.op == "grant"}
    if ctx.astray or not draft.users or not ctx.complete:
        return
    for block in draft.shaped.blocks("interface"):
        for item in block.blocks("ask"):
            words = item.data if isinstance(item.data, tuple) else ()
            tools = [word.text for word in words] or [item.name]
            if item.name not in given and not decided.intersection(tools) and (words or not decided):
                mend = Fix(
                    f"add `on approval {tools[0]} {{ approve = … }}` to a state, or `grant {item.name} = …`",
                    applicability="display",
                )
                ctx.error("CW525", f"nobody ever decides about calls of `{tools[0]}`", item.statement.head, fix=mend)
