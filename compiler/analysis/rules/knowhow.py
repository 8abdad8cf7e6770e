"""Skills that must be used, and nobody looks."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.diagnostics.model import Fix


def knowhow(draft: Draft, ctx: Context) -> None:
    """A check asks whether a required skill was read."""
    asked = {
        read.target
        for check in draft.checks
        for code in check.expect
        for read in ctx.scans[id(code.expr)].found.reads
        if read.reader == "read"
    }
    for skill in draft.interface.skills:
        if skill.kind == "required" and not asked & {skill.name, skill.path} and ctx.complete:
            mend = Fix(f"add a `process` check with `expect = read({skill.name}).any()`", applicability="display")
            ctx.error(
                "CW441",
                f"no check asks whether the required skill `{skill.name}` was read",
                ctx.head(skill.origin),
                fix=mend,
            )
