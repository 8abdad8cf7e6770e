"""Which cells of a sheet are its table: the header wherever it stands, then the rows below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cowork_dsl.compiler.analysis.types import TEXT
from cowork_dsl.compiler.bundle.models import ColumnForm
from cowork_dsl.compiler.sheets.calculate import Calculator
from cowork_dsl.compiler.sheets.cells import Book, Cell, Place, Sheet
from cowork_dsl.compiler.sheets.typed import as_declared, natural
from cowork_dsl.compiler.values.cells import type_from_text
from cowork_dsl.compiler.values.failures import Unreadable
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.readers.layout import Column, columns_from, fold

_LOOKED_AT = 30
"""A header stands among the first rows."""
_TWICE = "certain: two headers of the sheet claim this column"


@dataclass(frozen=True, slots=True)
class Grid:
    """The table of a sheet.

    Attributes:
        header: The row of the header; 0 where there is none.
        columns: With the sheet's column as ``index``.
        rows: The sheet's rows that hold the table's.
    """

    header: int
    columns: tuple[Column, ...]
    rows: tuple[int, ...]


def grid_of(sheet: Sheet, declared: Sequence[ColumnForm]) -> Grid:
    """Finds the table of a sheet: the header is the row with the most declared headers, else the first that has two."""
    by_row: dict[int, dict[int, Cell]] = {}
    for (row, column), cell in sheet.cells.items():
        by_row.setdefault(row, {})[column] = cell
    order = sorted(by_row)
    heads = {row: _headers(sheet, row, by_row) for row in order[:_LOOKED_AT]}
    known = {fold(name) for column in declared for name in (column.name, column.header)}
    if not heads:
        return Grid(0, (), ())
    scores = {row: sum(fold(text) in known for text in head.values()) for row, head in heads.items()}
    best = max(heads, key=lambda row: (scores[row], -row))
    if not scores[best]:
        best = next((row for row in heads if len(by_row[row]) > 1), next(iter(heads)))
    head = _together(heads[best], known)
    places = range(min(head), max(head) + 1)
    columns = columns_from([head.get(at, "") for at in places], declared)
    shifted = tuple(Column(c.name, c.header, c.form, c.index + places.start, c.doubtful) for c in columns)
    named = {column.index for column in shifted if column.header.strip()}
    rows = tuple(row for row in order if row > best and _filled(by_row[row], named))
    return Grid(best, tuple(column for column in shifted if column.header.strip()), rows)


def _together(head: dict[int, str], known: set[str]) -> dict[int, str]:
    """The headers of the table: an empty column parts it from what stands beside it, unless that is declared, too."""
    runs: list[dict[int, str]] = []
    for column in sorted(head):
        if not runs or column - 1 not in head:
            runs.append({})
        runs[-1][column] = head[column]
    kept = [run for run in runs if any(fold(text) in known for text in run.values())] or runs[:1]
    return {column: text for run in kept for column, text in run.items()}


def _headers(sheet: Sheet, row: int, by_row: dict[int, dict[int, Cell]]) -> dict[int, str]:
    """The texts of a row by column; a merged cell's text counts in each column and row that it covers."""
    found = {column: _text(cell) for column, cell in by_row[row].items() if _text(cell)}
    for area in sheet.merged:
        if area.top <= row <= area.bottom and area.right - area.left < 200:
            cell = sheet.cells.get((area.top, area.left))
            if cell is not None and area.top != row and _text(cell):
                found.setdefault(area.left, _text(cell))
    return found


def _text(cell: Cell) -> str:
    return cell.value if isinstance(cell.value, str) and not cell.formula else ""


def _filled(cells: dict[int, Cell], named: set[int]) -> bool:
    return any(
        column in named and (cell.formula or (cell.value is not None and str(cell.value).strip()))
        for column, cell in cells.items()
    )


def table_of(
    book: Book, at: int, declared: Sequence[ColumnForm], name: str, calculator: Calculator | None = None
) -> Table:
    """The table of a sheet, typed by what is declared of its columns."""
    sheet = book.sheets[at]
    grid = grid_of(sheet, declared)
    calculate = calculator or Calculator(book)
    key = next((column.name for column in declared if column.key), None)
    rows = tuple(
        {column.name: _value(book, calculate, at, (row, column.index), column) for column in grid.columns}
        for row in grid.rows
    )
    return Table(tuple(column.name for column in grid.columns), rows, key, name=name)


def _value(book: Book, calculator: Calculator, at: int, place: Place, column: Column) -> Any:
    cell = book.sheets[at].cells.get(place)
    code = cell.format if cell is not None else "General"
    value = calculator.value(at, *place)
    if column.doubtful:
        return Unreadable("" if value is None else str(value)[:200], _TWICE)
    if column.form is None:
        found = natural(value, code, book.since_1904)
        return "" if found is None else found
    wanted = type_from_text(column.form.type)
    return as_declared(value, code, book.since_1904, wanted if wanted.kind != "any" else TEXT)


def first_shown(book: Book) -> int | None:
    """The first sheet that is not hidden; None where there is none."""
    return next((at for at, sheet in enumerate(book.sheets) if not sheet.hidden), None)
