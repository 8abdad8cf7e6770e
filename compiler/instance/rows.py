"""Rows of a table: the literal ones, then the generated ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from cowork_dsl.compiler.analysis.environment import Code, ColumnDecl, Fill, TableData, Text
from cowork_dsl.compiler.instance.bounds import MAX_BYTES, MAX_ROWS
from cowork_dsl.compiler.instance.columns import columns_in
from cowork_dsl.compiler.instance.constants import Constants
from cowork_dsl.compiler.instance.draws import Key, Stream
from cowork_dsl.compiler.instance.generators import GENERATORS, Cursor, DrawAgain, Reference
from cowork_dsl.compiler.instance.problems import problem, problem_at
from cowork_dsl.compiler.instance.texts import filled
from cowork_dsl.compiler.sheets.cells import Formula
from cowork_dsl.compiler.values.cells import CellError, parse_cell

Row = dict[str, object]

_ATTEMPTS = 2_000


@dataclass(frozen=True, slots=True)
class Seeded:
    """What the draws of one entry are keyed by, and what its ``ref`` generators look up."""

    seed: int
    entry: str
    reference: Reference


def rows_of(data: TableData, constants: Constants, seeded: Seeded) -> tuple[Row, ...]:
    """All rows of a table, values by column name."""
    counts = [_count(fill, constants) for fill in data.fills]
    for fill, count in zip(data.fills, counts, strict=True):
        if count + len(data.rows) > MAX_ROWS or sum(counts) + len(data.rows) > MAX_ROWS:
            raise problem_at("CW486", f"{count:,} rows are more than a table may have ({MAX_ROWS:,})", fill.count)
    rows = [_literal(row, number, data, constants) for number, row in enumerate(data.rows)]
    for fill, count in zip(data.fills, counts, strict=True):
        rows.extend(_generated(fill, count, data.columns, constants, seeded, len(rows)))
    return tuple(rows)


def cell_value(text: str, column: ColumnDecl, place: Text) -> object:
    """The value that a literal cell spells."""
    try:
        value: object = parse_cell(text, column.type, tolerant=False)
    except CellError as error:
        raise problem(
            "CW487", f"{text!r} is not {error}, which `{column.name}` takes", place.source, place.span
        ) from error
    return value


def _count(fill: Fill, constants: Constants) -> int:
    count = constants.evaluate(fill.count)
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        raise problem_at("CW492", "the number of rows must be a whole number from 0 on", fill.count)
    return count


def _literal(cells: tuple[Text | None, ...], number: int, data: TableData, constants: Constants) -> Row:
    return {
        column.name: Formula(filled(cell, constants)[1:])
        if cell is not None and (number, index) in data.formulas
        else _empty(column)
        if cell is None
        else cell_value(filled(cell, constants), column, cell)
        for index, (column, cell) in enumerate(zip(data.columns, cells, strict=True))
    }


def _empty(column: ColumnDecl) -> object:
    return "" if column.type.kind in ("text", "any") else None


def _generated(
    fill: Fill, count: int, columns: tuple[ColumnDecl, ...], constants: Constants, seeded: Seeded, first: int
) -> Iterator[Row]:
    order = _in_order(fill)
    makers = [(name, _maker(name, code, constants, seeded)) for name, code in order]
    names = [column.name for column in columns]
    size = 0
    for index in range(count):
        row: Row = {}
        for name, make in makers:
            value = row[name] = make(index, first + index, row)
            size += len(value) if isinstance(value, str) else 1
        if size > MAX_BYTES:
            raise problem_at("CW486", f"these rows hold more than {MAX_BYTES // 2**20} MB", fill.count)
        yield {name: row.get(name) for name in names}


def _maker(name: str, code: Code, constants: Constants, seeded: Seeded) -> Callable[[int, int, Row], object]:
    cursor = Cursor(seeded.reference)
    column = Key(seeded.seed, "entry", seeded.entry, name)
    program = constants.program(code, {**GENERATORS, "draw": cursor, "row": {}})

    def make(index: int, place: int, row: Mapping[str, object]) -> object:
        for attempt in range(_ATTEMPTS):
            cursor.at(index, Stream(place, attempt, inside=column))
            try:
                return program({"row": row})
            except DrawAgain:
                continue
        raise problem_at("CW488", f"`{name}` has no {index + 1} different values", code)

    return make


def _in_order(fill: Fill) -> list[tuple[str, Code]]:
    """The columns of a fill, each after those that it reads."""
    left = dict(fill.columns)
    done: list[tuple[str, Code]] = []
    while left:
        ready = [name for name, code in left.items() if not (columns_in(code.expr) & left.keys())]
        if not ready:
            name, code = next(iter(left.items()))
            raise problem_at("CW490", f"`{name}` depends on itself through the columns that it reads", code)
        done += [(name, left.pop(name)) for name in ready]
    return done
