"""private/forms.json and services.json: what stands where, typed."""

from __future__ import annotations

from collections.abc import Sequence

from cowork_dsl.compiler.analysis import environment as e
from cowork_dsl.compiler.analysis.notation import type_to_text
from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.emit.changes import Changes
from cowork_dsl.compiler.emit.lowering import Lowering
from cowork_dsl.compiler.emit.places import place_of_origin
from cowork_dsl.compiler.emit.python import py_name
from cowork_dsl.compiler.instance.world import StartWorld
from cowork_dsl.compiler.values.cells import format_cell


def forms_of(world: StartWorld, outputs: Sequence[tuple[e.Output, str]]) -> tuple[m.Form, ...]:
    """Outputs first, since an output's declared form wins where it edits an input in place; then inputs, by path."""
    forms = [_output(output, path) for output, path in outputs]
    taken = {form.pattern for form in forms}
    for path in sorted(world.paths):
        entry = world.paths[path].entry
        if path in taken:
            continue
        if entry.table is not None:
            forms.append(m.Form(pattern=path, kind="table", columns=columns_of(entry.table.columns)))
        elif entry.data is not None:
            record = entry.data.type
            keys = {name: type_to_text(type_) for name, type_ in zip(record.names, record.args, strict=False)}
            forms.append(m.Form(pattern=path, kind="json", keys=keys if record.kind == "record" else {}))
    return tuple(forms)


def services_of(env: e.Environment, lowering: Lowering, changes: Changes, world: StartWorld) -> tuple[m.Service, ...]:
    """The services that are offered, with their first rows."""
    return tuple(_service(service, lowering, changes, world) for service in env.services)


def columns_of(columns: Sequence[e.ColumnDecl]) -> tuple[m.ColumnForm, ...]:
    """Columns as forms have them."""
    return tuple(
        m.ColumnForm(name=column.name, header=column.header, type=type_to_text(column.type), key=column.key)
        for column in columns
    )


def _output(output: e.Output, path: str) -> m.Form:
    return m.Form(
        pattern=path,
        kind=output.kind,
        columns=columns_of(output.columns),
        keys={name: type_to_text(type_) for name, type_ in output.keys},
        sections={name: type_to_text(type_) for name, type_ in output.sections},
        limits=dict(output.limits),
        output=True,
        in_place=output.in_place,
        place=place_of_origin(output.origin),
    )


def _service(service: e.Service, lowering: Lowering, changes: Changes, world: StartWorld) -> m.Service:
    rows: dict[str, tuple[dict[str, str | None], ...]] = {}
    for name, columns in service.tables:
        content = world.tables.get(f"{service.name}.{name}")
        rows[name] = tuple(
            {column.name: _cell(row.get(column.name), column) for column in columns}
            for row in (content.rows if content else ())
        )
    return m.Service(
        name=service.name,
        tables={name: columns_of(columns) for name, columns in service.tables},
        rows=rows,
        tools=tuple(_tool(tool, lowering, changes) for tool in service.tools),
    )


def _cell(value: object, column: e.ColumnDecl) -> str | None:
    return None if value is None else format_cell(value, column.type)


def _tool(tool: e.ServiceTool, lowering: Lowering, changes: Changes) -> m.ServiceTool:
    return m.ServiceTool(
        name=tool.name,
        args={name: type_to_text(type_) for name, type_ in tool.args},
        lets=tuple((py_name(let.name), lowering.code(let.code, "name")) for let in tool.lets),
        fails=tuple((message, lowering.code(when, "name")) for message, when in tool.fails),
        changes=tuple(changes.change(change, "name", owner=tool.name) for change in tool.changes),
        result=lowering.code(tool.result, "name") if tool.result else None,
    )
