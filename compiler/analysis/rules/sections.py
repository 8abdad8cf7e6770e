"""An environment has a head, a goal, requirements, a verifier and a solution."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.diagnostics.model import Fix
from cowork_dsl.compiler.schema.shaped import Shaped
from cowork_dsl.compiler.source import Span

NEEDED = {
    "env": "`env NAME { title … scenario … capability … }` says what it is",
    "goal": '`goal = """…"""` says what the agent is asked for',
    "require": '`require NAME = "…"` states one completion requirement, and checks cover it',
    "verify": "`verify { check … }` says how an outcome is judged",
    "solution": "`solution { turn { … } }` shows that it can be done",
}


def sections(draft: Draft, ctx: Context) -> None:
    """Reports the sections that are absent."""
    if not draft.shaped.whole or (not ctx.complete and any(found.code.startswith("CW1") for found in ctx.found)):
        return
    have = {item.kind for item in draft.shaped.statement.body or () if hasattr(item, "kind")}
    have.update(
        item.block.name for item in draft.shaped.items if isinstance(item, Shaped)
    )  # also under a slip of the pen
    anchor = draft.env.statement.head if draft.env is not None else Span(0, len(ctx.source.line(1)))
    for kind, mend in NEEDED.items():
        if kind not in have:
            ctx.error("CW225", f"the environment has no `{kind}`", anchor, fix=Fix(mend, applicability="display"))
