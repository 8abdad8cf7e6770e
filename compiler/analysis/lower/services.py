"""Services: tables and tools outside the sandbox."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.environment import Change, Code, ColumnDecl, Service, ServiceTool
from cowork_dsl.compiler.analysis.forms import table_type
from cowork_dsl.compiler.analysis.lower.changes import lower_change
from cowork_dsl.compiler.analysis.lower.entries import columns_of
from cowork_dsl.compiler.analysis.scope import Binding, Scope
from cowork_dsl.compiler.analysis.types import ANY, Type
from cowork_dsl.compiler.schema.shaped import Shaped


def lower_service(shaped: Shaped, ctx: Context, universe: Scope) -> Service:
    """A service: the tables first, so that its tools see them by name."""
    tables: dict[str, tuple[ColumnDecl, ...]] = {}
    names: dict[str, Binding] = {}
    for item in shaped.blocks("table"):
        columns = columns_of(item, ctx)
        if not item.rows and item.whole:
            ctx.error("CW404", f"the table `{item.name}` has no header `| name: type | … |`", item.statement.head)
        label = item.statement.labels[0]
        tables[item.name] = columns
        names[item.name] = Binding(
            item.name, "table", table_type(columns, ctx.titled(item.name, label.span)), label.span
        )
    scope = universe.child(names, place="service")
    tools = tuple(_tool(item, ctx, scope, tables) for item in shaped.blocks("tool"))
    return Service(shaped.name, tuple(tables.items()), tools, ctx.origin(shaped))


def _tool(shaped: Shaped, ctx: Context, scope: Scope, tables: dict[str, tuple[ColumnDecl, ...]]) -> ServiceTool:
    inside = scope.child({})
    args: list[tuple[str, Type]] = []
    for item in shaped.blocks("arg"):
        assert item.value is not None
        type_ = ctx.type_of(item.value) or ANY
        binding = Binding(item.name, "arg", type_, item.statement.labels[0].span)
        if ctx.declare(inside, binding):
            args.append((item.name, type_))
    lets = ctx.lets(shaped, inside, "service")
    fails: list[tuple[str, Code]] = []
    for item in shaped.blocks("fail"):
        when = item.one("when")
        if when is not None:
            fails.append((item.statement.labels[0].value, ctx.condition(when.value, inside)))
    changes: list[Change] = []
    for item in shaped.blocks("insert", "update", "delete"):
        change = lower_change(item, ctx, inside, tables)
        if change is not None:
            changes.append(change)
    result = shaped.one("return")
    code = ctx.code(result.value, inside) if result is not None else None
    doc = (shaped.statement.doc or "").strip()
    return ServiceTool(shaped.name, doc, tuple(args), lets, tuple(fails), tuple(changes), code, ctx.origin(shaped))


def arguments(service: Service) -> dict[str, tuple[str, ...]]:
    """The tools of a service with the names of their arguments."""
    return {tool.name: tuple(name for name, _ in tool.args) for tool in service.tools}
