"""Outputs that the agent may not write, and checks that permissions decide."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Check, Permit
from cowork_dsl.compiler.analysis.forms import flat, overlaps
from cowork_dsl.compiler.analysis.machine import transitions
from cowork_dsl.compiler.diagnostics.model import Fix
from cowork_dsl.compiler.values.globs import match


def writable(draft: Draft, ctx: Context) -> None:
    """Permissions leave the outputs writable and the weighted checks open."""
    allowed = written(draft.interface.allow)
    denied = written(draft.interface.deny) or ()
    told = written(draft.interface.rules)
    given = granted(draft, "write")
    for output in draft.outputs:
        path = flat(output.path)
        if not may_write(path, allowed, denied) and not any(overlaps(glob, path) for glob in given):
            mend = Fix("widen `allow write`, or take the path out of `deny write`", applicability="display")
            ctx.error("CW433", f"the agent may not write its output `{path}`", output.path.span, fix=mend)
        elif told is not None and not any(overlaps(glob, path) for glob in told):
            mend = Fix("widen `rule write`", applicability="display")
            ctx.error("CW433", f"`rule write` forbids the output `{path}`", output.path.span, fix=mend)
    for check in draft.checks:
        if not given and _decided(check, ctx, allowed, denied):
            if check.gate:
                message = f"permissions guarantee the gate `{check.name}` already"
                ctx.error("CW606", message, ctx.head(check.origin), severity="warning")
            else:
                message = f"permissions make the check `{check.name}` pass in any case: its weight is given away"
                ctx.error(
                    "CW605",
                    message,
                    ctx.head(check.origin),
                    fix=Fix("make it a gate, or leave the permission out", applicability="display"),
                )


def granted(draft: Draft, subject: str) -> tuple[str, ...]:
    """What users give of a right in the course of a run: paths, or tools; `**` where all of it."""
    return tuple(
        value
        for user in draft.users
        for move in transitions(user)
        for act in move.acts
        if isinstance(act, Permit) and act.op == "grant" and act.subject == subject
        for value in act.values or ("**",)
    )


def written(permissions: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[str, ...] | None:
    """The paths and globs that `allow write`, `deny write` or `rule write` names; None where nothing does."""
    found = [values for subject, values in permissions if subject == "write"]
    return None if not found else tuple(value for values in found for value in values)


def may_write(path: str, allowed: tuple[str, ...] | None, denied: tuple[str, ...]) -> bool:
    """Whether something that a path or glob names may be written."""
    if any(glob == path or _covers(glob, path) for glob in denied):
        return False
    return allowed is None or any(overlaps(glob, path) for glob in allowed)


def _covers(glob: str, path: str) -> bool:
    return match(glob, path.replace("**", "x/y").replace("*", "x"))


def _decided(check: Check, ctx: Context, allowed: tuple[str, ...] | None, denied: tuple[str, ...]) -> bool:
    reads = [read for code in check.expect for read in ctx.scans[id(code.expr)].found.reads]
    names = {name for code in check.expect for name in ctx.scans[id(code.expr)].found.names}
    if not reads or names:
        return False
    return all(
        read.reader == "unchanged" and read.target and not may_write(read.target, allowed, denied) for read in reads
    )
