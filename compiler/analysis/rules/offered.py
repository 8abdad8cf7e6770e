"""Services that are brought in but not offered."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.diagnostics.model import Fix


def offered(draft: Draft, ctx: Context) -> None:
    """Each service of this file or of a used one is offered by the interface; rows are given to offered ones only."""
    have = set(draft.interface.services)
    interface = bool(draft.shaped.blocks("interface"))
    for item in draft.shaped.blocks("use", "service"):
        if item.block.name == "service":
            names = {item.name}
        else:
            used = item.name.rpartition(".")[2]
            names = {
                service.name for service in draft.services if service.origin.source.path.endswith(f"/{used}.cowork")
            }
            names = names or ({item.name} if item.name in draft.names.services else set())
        if names and interface and not names & have and ctx.absent(min(names), item.statement.span):
            name = min(names)
            mend = Fix(f"add `service {name}` to `interface`", applicability="display")
            ctx.error("CW234", f"the interface does not offer the service `{name}`", item.statement.head, fix=mend)
    for entry in draft.entries():
        if entry.kind == "rows":
            service = str(entry.path.parts[0]).partition(".")[0]
            if service in draft.names.services and service not in have and not interface:
                ctx.error("CW234", f"the interface does not offer the service `{service}`", entry.path.span)
