"""What an author puts into a sheet, as cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from decimal import Decimal

from cowork_dsl.compiler.analysis.environment import ColumnDecl
from cowork_dsl.compiler.analysis.types import ANY, Type
from cowork_dsl.compiler.sheets.cells import Book, Cell, Formula, Place, Sheet
from cowork_dsl.compiler.sheets.formats import serial_of
from cowork_dsl.compiler.sheets.refs import area_of
from cowork_dsl.compiler.values.cells import format_cell
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.scalars import Money, Percent

_DIGITS = 15
_SHORTEST_NAME, _LONGEST_NAME = 1, 31
_NOT_IN_NAMES = frozenset("[]:*?/\\")


@dataclass(frozen=True, slots=True)
class SheetContent:
    """One sheet as it is declared.

    Attributes:
        name: Of its tab.
        columns: Of its table, which begins in A1; none where it has only single cells.
        rows: Values by column name.
        cells: Single cells by reference.
        formats: Number formats by column name or reference.
        formulas: Formulas by column name; `{row}` stands for the number of the row.
        hidden: Whether its tab is not shown.
        hidden_rows: Rows that are not shown, by their number in the sheet.
        hidden_columns: Columns that are not shown, by name.
        merged: Rectangles that are one cell.
    """

    name: str
    columns: Sequence[ColumnDecl] = ()
    rows: Sequence[Mapping[str, object]] = ()
    cells: Sequence[tuple[str, object]] = ()
    formats: Mapping[str, str] = field(default_factory=dict)
    formulas: Mapping[str, str] = field(default_factory=dict)
    hidden: bool = False
    hidden_rows: Sequence[int] = ()
    hidden_columns: Sequence[str] = ()
    merged: Sequence[str] = ()


def book_of(sheets: Sequence[SheetContent], name: str) -> Book:
    """The workbook of some sheets.

    Raises:
        Fail: It can't be one; the reason says why.
    """
    if not sheets or all(sheet.hidden for sheet in sheets):
        raise Fail("a workbook shows one sheet at least")
    seen: set[str] = set()
    for sheet in sheets:
        size = len(sheet.name)
        if (
            not _SHORTEST_NAME <= size <= _LONGEST_NAME
            or _NOT_IN_NAMES & set(sheet.name)
            or "'" in sheet.name[:1] + sheet.name[-1:]
        ):
            raise Fail(f"`{sheet.name}` is no name of a sheet: up to 31 characters, none of []:*?/\\")
        if sheet.name.casefold() in seen:
            raise Fail(f"two sheets have the name `{sheet.name}`")
        seen.add(sheet.name.casefold())
    return Book(tuple(_sheet(sheet) for sheet in sheets), name=name)


def _sheet(content: SheetContent) -> Sheet:
    cells: dict[Place, Cell] = {}
    places = {column.name: at for at, column in enumerate(content.columns, 1)}
    for at, column in enumerate(content.columns, 1):
        cells[1, at] = Cell(column.header)
        code = content.formats.get(column.name, "")
        formula = content.formulas.get(column.name)
        for row, values in enumerate(content.rows, 2):
            value = values.get(column.name)
            if formula is not None and value in (None, ""):
                value = Formula(formula.replace("{row}", str(row)).removeprefix("="))
            cell = cell_of(value, column.type, code)
            if cell is not None:
                cells[row, at] = cell
    for reference, value in content.cells:
        cell = cell_of(value, ANY, content.formats.get(reference, ""))
        if cell is not None:
            cells[_place(reference)] = cell
    for named in (*content.formats, *content.formulas, *content.hidden_columns):
        if named not in places and area_of(named) is None:
            raise Fail(f"the sheet `{content.name}` has no column `{named}`")
    merged = tuple(area for area in map(area_of, content.merged) if area is not None)
    if len(merged) != len(content.merged):
        raise Fail("`merged` takes rectangles such as `A1:C1`")
    hidden = frozenset(places[name] for name in content.hidden_columns if name in places)
    return Sheet(content.name, cells, content.hidden, merged, frozenset(content.hidden_rows), hidden)


def _place(reference: str) -> Place:
    area = area_of(reference)
    if area is None or not area.single or area.sheet:
        raise Fail(f"`{reference}` is no cell such as `B7`")
    return area.top, area.left


def cell_of(value: object, kind: Type, code: str = "") -> Cell | None:
    """The cell of a value; None where it stays empty. A number of more than fifteen digits becomes a text."""
    inner = kind.args[0] if kind.kind == "optional" else kind
    if value is None or value == "":
        return None
    if isinstance(value, Formula):
        return Cell(None, value.text, code or _format_of(inner))
    if isinstance(value, bool):
        return Cell(value, format=code or "General")
    if isinstance(value, Money):
        currency = f"#,##0.00\\ [${value.currency}]"
        return _number(value.amount, code or currency, format_cell(value, inner))
    if isinstance(value, Percent):
        return _number(value.value, code or "0.00%", format_cell(value, inner))
    if isinstance(value, int | Decimal):
        return _number(Decimal(value), code or "General", format_cell(value, inner))
    if isinstance(value, datetime):
        bare = value.astimezone(UTC).replace(tzinfo=None) if value.tzinfo else value
        return Cell(serial_of(bare), format=code or "yyyy-mm-dd hh:mm")
    if isinstance(value, date):
        return Cell(serial_of(value), format=code or "yyyy-mm-dd")
    if isinstance(value, time):
        return Cell(serial_of(value), format=code or "hh:mm")
    return Cell(format_cell(value, inner), format=code or "General")


def _number(value: Decimal, code: str, text: str) -> Cell:
    exact = len(value.normalize().as_tuple().digits) <= _DIGITS and abs(value.adjusted()) < 300
    return Cell(value, format=code) if exact else Cell(text, format="@")


def _format_of(kind: Type) -> str:
    if kind.kind == "money":
        return f"#,##0.00\\ [${kind.unit}]" if kind.unit else "#,##0.00"
    return {"percent": "0.00%", "date": "yyyy-mm-dd", "datetime": "yyyy-mm-dd hh:mm", "time": "hh:mm"}.get(
        kind.kind, "General"
    )
