"""Requirements that nothing covers."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.diagnostics.model import Fix


def coverage(draft: Draft, ctx: Context) -> None:
    """Each requirement is covered by a check or a judge."""
    verify = draft.shaped.blocks("verify")
    checks = [item for section in verify for item in section.blocks("check", "process", "judge")]
    if not verify or any("covers" not in item.attrs for item in checks):
        return
    covered = {check.covers for check in draft.checks} | {judge.covers for judge in draft.judges}
    for requirement in draft.requirements:
        if requirement.name not in covered and ctx.absent(requirement.name, requirement.origin.span):
            place = ctx.head(requirement.origin)
            mend = Fix(f"add a check with `covers = {requirement.name}`", applicability="display")
            ctx.error("CW610", f"no check and no judge covers the requirement `{requirement.name}`", place, fix=mend)
