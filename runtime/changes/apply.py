"""Carrying out one change on a world.

The one code for all who change things: users (on the truth replica first, then on the world), mutants and variants, and what
the solution does declaratively. Rows keep their identity by key where their table has one: what a user changes in truth
is changed in the world at the same keys with the same values, whatever the agent has made of the other columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from cowork_dsl.compiler.artifacts.toml_file import toml_text
from cowork_dsl.compiler.artifacts.yaml_file import yaml_text
from cowork_dsl.compiler.bundle.models import (
    Change,
    Delete,
    Edit,
    Insert,
    Put,
    Relocate,
    Update,
)
from cowork_dsl.compiler.values.admit import evaluate
from cowork_dsl.compiler.values.cells import to_json
from cowork_dsl.compiler.values.compare import key_of
from cowork_dsl.compiler.values.failures import Fail, NotProven
from cowork_dsl.runtime.changes.codes import of_row, over_rows, render
from cowork_dsl.runtime.changes.editable import Unfit
from cowork_dsl.runtime.changes.json_file import write_json
from cowork_dsl.runtime.changes.opened import Opened, RowTable
from cowork_dsl.runtime.changes.operators import find
from cowork_dsl.runtime.changes.world import MutableWorld
from cowork_dsl.runtime.verdict.view import Schema
from cowork_dsl.runtime.workspace.confined import WorkspaceError

Cells = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Applied:
    """What a change did.

    Attributes:
        paths: The files that it touched.
        tables: The service tables that it touched.
        keys: The keys of the rows that it touched, in a table that has a key column; the values that it set there.
            None where rows are not told apart by key.
    """

    paths: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    keys: tuple[tuple[Any, Cells], ...] | None = None


@dataclass(frozen=True, slots=True)
class ChangeFailed:
    """The change could not be carried out; ``reason`` says why. Nothing was changed."""

    reason: str


Outcome = Applied | ChangeFailed
_WRITTEN = {"yaml": yaml_text, "toml": toml_text}


def apply(
    change: Change,
    world: MutableWorld,
    names: Mapping[str, Any],
    schema: Schema,
    blobs: Mapping[str, bytes],
    at_keys: tuple[tuple[Any, Cells], ...] | None = None,
) -> Outcome:
    """Carry out one change.

    Args:
        change: What to do.
        world: Where.
        names: What its codes may name, beside the library (see ``runtime.verdict.names``).
        schema: The declared forms and tables.
        blobs: The contents that a put may name, by sha256.
        at_keys: What the same change did in truth, so that it is done here at the same keys with the same values.
    """
    try:
        match change:
            case Put():
                return _put(change, world, names, blobs)
            case Relocate():
                return _relocate(change, world, names)
            case Insert():
                return _insert(change, world, names, schema, at_keys)
            case Update():
                return _update(change, world, names, schema, at_keys)
            case Delete():
                return _delete(change, world, names, schema, at_keys)
            case Edit():
                return _edit(change, world, names, schema)
    except Unfit as error:
        return ChangeFailed(str(error))
    except (Fail, NotProven) as error:
        return ChangeFailed(error.reason)
    except WorkspaceError as error:
        # what the agent put in the way: a folder where a file was, a link, a file that outgrew its bounds
        return ChangeFailed(str(error))


def apply_to_both(
    change: Change,
    truth: MutableWorld,
    world: MutableWorld,
    names: Mapping[str, Any],
    schema: Schema,
    blobs: Mapping[str, bytes],
) -> tuple[Outcome, Outcome]:
    """A user's change: on the truth replica, then on the world, by key where rows have one."""
    in_truth = apply(change, truth, names, schema, blobs)
    if isinstance(in_truth, ChangeFailed):
        # what the agent made (a mail to answer) is in the world only
        return in_truth, apply(change, world, names, schema, blobs)
    return in_truth, apply(change, world, names, schema, blobs, in_truth.keys)


# ------------------------------------------------------------------------ files


def _put(put: Put, world: MutableWorld, names: Mapping[str, Any], blobs: Mapping[str, bytes]) -> Applied:
    path = render(put.path, names)
    for beside, blob in put.beside.items():
        world.write(beside, blobs[blob], put.mode)
    if put.kind == "dir":
        world.make_folder(path)
        return Applied((path, *put.beside))
    if put.blob is not None:
        data = blobs[put.blob]
    elif put.text is not None:
        data = render(put.text, names).encode("utf-8")
    else:
        value = evaluate(put.json_ or "None", names)
        data = write_json(to_json(value)) if put.written == "json" else _WRITTEN[put.written](value).encode("utf-8")
    world.write(path, data, put.mode)
    return Applied((path, *put.beside))


def _relocate(change: Relocate, world: MutableWorld, names: Mapping[str, Any]) -> Applied:
    source, to = render(change.path, names), render(change.to, names)
    whole = [(path, to + path[len(source) :]) for path in _below(world, source)]
    contents = [(path, target, world.read(path)) for path, target in whole]
    for path, target, data in contents:
        if change.op == "move":
            world.remove(path)
        world.write(target, data or b"")
    return Applied(tuple(sorted({path for pair in whole for path in pair})))


def _below(world: MutableWorld, path: str) -> list[str]:
    """A file, or all files of a folder."""
    if world.read(path) is not None:
        return [path]
    found = sorted(name for name in world.paths() if name.startswith(f"{path}/"))
    if not found:
        raise Unfit(f"{path}: there is no such file or folder")
    return found


# ------------------------------------------------------------------------- rows


def _applied(opened: Opened, keys: tuple[tuple[Any, Cells], ...] | None = None) -> Applied:
    paths = (opened.path,) if opened.path else ()
    return Applied(paths, (opened.table_name,) if opened.table_name else (), keys)


def _chosen(table: RowTable, where: str | None, names: Mapping[str, Any], wanted: Sequence[Any] | None) -> list[int]:
    """The rows that a change is for: those of the given keys, else those that meet the condition."""
    if wanted is not None and table.key is not None:
        keys = {key_of(key) for key in wanted}
        numbers = {key for key in wanted if key.__class__ in (int, Decimal)}  # equal ones are one, as they are
        found = []
        for unit, row in enumerate(table.rows):
            value = row.get(table.key)
            if value in numbers if value.__class__ is int else key_of(value) in keys:
                found.append(unit)
        return found
    if where is None:
        return list(range(len(table.rows)))
    return [unit for unit, met in enumerate(over_rows(where, names, table.rows)) if met is True]


def _keys(table: RowTable, cells: Mapping[int, Cells]) -> tuple[tuple[Any, Cells], ...] | None:
    if table.key is None:
        return None
    return tuple((table.rows[unit].get(table.key), values) for unit, values in cells.items())


def _insert(
    change: Insert,
    world: MutableWorld,
    names: Mapping[str, Any],
    schema: Schema,
    at_keys: tuple[tuple[Any, Cells], ...] | None,
) -> Applied:
    opened = Opened(change.target, world, names, schema)
    table = opened.table()
    values = at_keys[0][1] if at_keys else {name: evaluate(code, names) for name, code in change.values.items()}
    table.insert(values)
    opened.save(table)
    return _applied(opened, ((values.get(table.key), values),) if table.key is not None else None)


def _update(
    change: Update,
    world: MutableWorld,
    names: Mapping[str, Any],
    schema: Schema,
    at_keys: tuple[tuple[Any, Cells], ...] | None,
) -> Applied:
    opened = Opened(change.target, world, names, schema)
    table = opened.table()
    units = _chosen(table, change.where, names, None if at_keys is None else [key for key, _ in at_keys])
    if not units:
        raise Unfit(f"{opened.name}: no row to update")
    given = {key_of(key): values for key, values in at_keys or ()}
    values = {name: of_row(code, names) for name, code in change.values.items()}
    cells: dict[int, Cells] = {}
    for unit in units:
        row = table.rows[unit]
        known = given.get(key_of(row.get(table.key))) if table.key is not None else None
        cells[unit] = known or {name: value(row) for name, value in values.items()}
    keys = _keys(table, cells)
    table.put(cells)
    opened.save(table)
    return _applied(opened, keys)


def _delete(
    change: Delete,
    world: MutableWorld,
    names: Mapping[str, Any],
    schema: Schema,
    at_keys: tuple[tuple[Any, Cells], ...] | None,
) -> Applied:
    opened = Opened(change.target, world, names, schema)
    if change.where is None and opened.path is not None and opened.at is None and opened.part is None:
        gone = _below(world, opened.path)
        world.remove(opened.path)
        return Applied(tuple(gone))
    table = opened.table()
    units = _chosen(table, change.where, names, None if at_keys is None else [key for key, _ in at_keys])
    if not units:
        raise Unfit(f"{opened.name}: no row to delete")
    keys = _keys(table, {unit: {} for unit in units})
    gone_rows = set(units)
    table.arrange([unit for unit in range(table.size) if unit not in gone_rows])
    opened.save(table)
    return _applied(opened, keys)


def _edit(change: Edit, world: MutableWorld, names: Mapping[str, Any], schema: Schema) -> Applied:
    opened = Opened(change.target, world, names, schema)
    target = opened.editable()
    try:
        find(change.operator)(target, [evaluate(code, names) for code in change.args])
    except Unfit as error:
        raise opened.named(error) from None
    opened.save(target)
    return _applied(opened)
