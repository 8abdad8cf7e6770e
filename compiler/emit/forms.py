"""private/forms.json and services.json: what stands where, typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cowork_dsl.compiler.analysis import environment as e
from cowork_dsl.compiler.analysis.notation import type_to_text
from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.emit.changes import Changes
from cowork_dsl.compiler.emit.lowering import Lowering
from cowork_dsl.compiler.emit.places import place_of_origin
from cowork_dsl.compiler.emit.python import py_name
from cowork_dsl.compiler.instance.world import StartWorld
from cowork_dsl.compiler.values.cells import format_cell


def forms_of(
    env: e.Environment, lowering: Lowering, world: StartWorld, outputs: Sequence[tuple[e.Output, str]]
) -> tuple[m.Form, ...]:
    """Outputs, then what stands at the start by path, then what users put; the first form of a path counts.

    An output that is edited in place may leave its columns or keys to the entry that stands there.
    """
    entries = [(path, world.paths[path].entry) for path in sorted(world.paths)]
    entries += [(_pattern(put.entry.path, lowering), put.entry) for put in _user_puts(env)]
    there: dict[str, m.Form] = {}
    for path, entry in entries:
        form = _entry(path, entry)
        if form is not None:
            there.setdefault(path, form)
    forms = {path: _completed(_output(output, path), there.get(path)) for output, path in outputs}
    return tuple({**there, **forms}[path] for path in dict.fromkeys((*forms, *there)))


def services_of(env: e.Environment, lowering: Lowering, changes: Changes, world: StartWorld) -> tuple[m.Service, ...]:
    """The services that are offered, with their first rows."""
    return tuple(_service(service, lowering, changes, world) for service in env.services)


def columns_of(columns: Sequence[e.ColumnDecl]) -> tuple[m.ColumnForm, ...]:
    """Columns as forms have them."""
    return tuple(
        m.ColumnForm(name=column.name, header=column.header, type=type_to_text(column.type), key=column.key)
        for column in columns
    )


def _user_puts(env: e.Environment) -> Iterator[e.Put]:
    for user in env.users:
        for state in user.states:
            for transition in state.transitions:
                yield from (act for act in transition.acts if isinstance(act, e.Put))


def _pattern(path: e.Text, lowering: Lowering) -> str:
    """A path; what only a rollout fills in stands as ``*``."""
    return "".join(part if isinstance(part, str) else "*" for part in lowering.template(path))


def _entry(path: str, entry: e.Entry) -> m.Form | None:
    if entry.table is not None:
        return m.Form(pattern=path, kind="table", columns=columns_of(entry.table.columns))
    if entry.part is not None:
        tables = {
            "".join(part for part in one.label.parts if isinstance(part, str)): columns_of(one.table.columns)
            for one in entry.part.parts
            if one.table is not None and one.label is not None
        }
        kind = "xlsx" if entry.kind == "workbook" else "sqlite"
        return m.Form(pattern=path, kind=kind, tables=tables) if tables else None
    if entry.data is None:
        return None
    record = entry.data.type
    keys = {name: type_to_text(type_) for name, type_ in zip(record.names, record.args, strict=False)}
    return m.Form(pattern=path, kind=entry.kind, keys=keys if record.kind == "record" else {})


def _completed(output: m.Form, there: m.Form | None) -> m.Form:
    if there is None or there.kind != output.kind or output.columns or output.keys:
        return output
    return output.model_copy(update={"columns": there.columns, "keys": there.keys, "tables": there.tables})


def _output(output: e.Output, path: str) -> m.Form:
    return m.Form(
        pattern=path,
        kind=output.kind,
        columns=columns_of(output.columns),
        keys={name: type_to_text(type_) for name, type_ in output.keys},
        sections={name: type_to_text(type_) for name, type_ in output.sections},
        tables={name: columns_of(columns) for name, columns in output.tables},
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
