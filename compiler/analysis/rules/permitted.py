"""Steps of the solution that permissions refuse."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Act, CallTool, Put, Relocate
from cowork_dsl.compiler.analysis.forms import flat, overlaps
from cowork_dsl.compiler.analysis.machine import CHANGES
from cowork_dsl.compiler.analysis.rules.writable import granted, may_write, written
from cowork_dsl.compiler.diagnostics.model import Fix
from cowork_dsl.compiler.source import Span


def permitted(draft: Draft, ctx: Context) -> None:
    """The declared steps of the solution are allowed; what its code does is found by running it."""
    allowed, denied = written(draft.interface.allow), written(draft.interface.deny) or ()
    locked = tuple(flat(entry.path) for entry in draft.entries() if entry.readonly)
    services = {subject: values for subject, values in draft.interface.allow if subject in draft.names.services}
    given = granted(draft, "write")
    for turn in draft.solution:
        for act in turn.acts:
            for path, span in _paths(act):
                later = any(overlaps(glob, path) for glob in given)
                if not later and not may_write(path, allowed, (*denied, *locked)):
                    _refuse(ctx, f"the agent may not write `{path}`", span)
            if isinstance(act, CallTool):
                for name, tools in services.items():
                    tool = act.tool.removeprefix(f"{name}.")
                    known = {one.name for one in draft.names.services[name].tools}
                    later = bool({tool, "**"}.intersection(granted(draft, name)))
                    if tool in known and tools and tool not in tools and not later:
                        _refuse(ctx, f"the interface does not allow `{act.tool}`", ctx.head(act.origin))


def _refuse(ctx: Context, message: str, span: Span) -> None:
    mend = Fix("widen the permission, or take another way", applicability="display")
    ctx.error("CW624", f"{message}, so this step of the solution is refused", span, fix=mend)


def _paths(act: Act) -> list[tuple[str, Span]]:
    if isinstance(act, Put):
        return [] if act.entry.kind == "rows" else [(flat(act.entry.path), act.entry.path.span)]
    if isinstance(act, Relocate):
        moved = [(flat(act.source), act.source.span)] if act.op == "move" else []
        return [*moved, (flat(act.to), act.to.span)]
    if isinstance(act, CHANGES) and act.target.path is not None:
        return [(flat(act.target.path), act.target.path.span)]
    return []
