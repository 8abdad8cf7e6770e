"""Tables and workbooks as xlsx: typed cells, formulas with their values, number formats, hidden parts."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import Any

from cowork_dsl.compiler.artifacts.office.archive import settled
from cowork_dsl.compiler.artifacts.office.libraries import library
from cowork_dsl.compiler.artifacts.registry import Piece, TableContent, writes
from cowork_dsl.compiler.sheets.calculate import Unknown, calculated
from cowork_dsl.compiler.sheets.cells import Book, Formula, Sheet, SheetError
from cowork_dsl.compiler.sheets.content import SheetContent, book_of
from cowork_dsl.compiler.sheets.refs import cell_name
from cowork_dsl.compiler.values.failures import Fail

_WIDEST = 60
_OPTIONS = {
    "in_memory": True,
    "strings_to_numbers": False,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "use_future_functions": True,
}


@writes("table", ".xlsx")
def write_table(content: TableContent) -> bytes:
    """A table as the only sheet of a workbook."""
    return write_book(book_of([SheetContent("Sheet1", content.columns, content.rows)], "the workbook"))


@writes("workbook", ".xlsx")
def write_workbook(piece: Piece) -> bytes:
    """A workbook."""
    return write_book(book_of([_sheet(part) for part in piece.parts], piece.label))


def _sheet(part: Piece) -> SheetContent:
    of_kind = {kind: [one for one in part.parts if one.kind == kind] for kind in ("cell", "format", "formula")}
    rows = part.one("hidden_rows")
    table = part.table
    return SheetContent(
        part.label,
        () if table is None else table.columns,
        () if table is None else table.rows,
        [(one.label, _cell(one.one("value"))) for one in of_kind["cell"]],
        {one.label: one.text("value") for one in of_kind["format"]},
        {one.label: one.text("value") for one in of_kind["formula"]},
        bool(part.one("hidden")),
        [row for row in rows if isinstance(row, int)] if isinstance(rows, list | tuple) else [],
        [str(name) for name in part.fields.get("hidden_columns", ())],
        [str(name) for name in part.fields.get("merged", ())],
    )


def _cell(value: object) -> object:
    """A text that begins with an equals sign is a formula; behind an apostrophe it is a text, as one types it."""
    if isinstance(value, str) and value.startswith(("=", "'=")):
        return Formula(value[1:]) if value.startswith("=") else value[1:]
    return value


def write_book(book: Book) -> bytes:
    """The bytes of a workbook; each formula has its value beside it, for those who do not calculate.

    Raises:
        Fail: A formula can't be calculated, so no check could be sure of it.
    """
    xlsxwriter = library("xlsxwriter", "an xlsx file")
    out = io.BytesIO()
    made = xlsxwriter.Workbook(out, _OPTIONS)
    made.set_properties({"created": datetime(2000, 1, 1)})
    formats: dict[str, Any] = {}
    shown = next(at for at, sheet in enumerate(book.sheets) if not sheet.hidden)
    for at, (sheet, values) in enumerate(zip(book.sheets, calculated(book), strict=True)):
        target = made.add_worksheet(sheet.name)
        if at == shown:
            target.activate()
            target.set_first_sheet()
        if sheet.hidden:
            target.hide()
        _shape(target, sheet)
        for (row, column), cell in sorted(sheet.cells.items()):
            if cell.format not in formats:
                formats[cell.format] = made.add_format({"num_format": cell.format})
            style = formats[cell.format] if cell.format != "General" else None
            value = values[row, column] if cell.formula else cell.value
            if isinstance(value, Unknown):
                raise Fail(f"the formula in {sheet.name}!{cell_name(row, column)} {value.reason}")
            if cell.formula:
                target.write_formula(row - 1, column - 1, f"={cell.formula}", style, _remembered(value))
            elif isinstance(value, bool):
                target.write_boolean(row - 1, column - 1, value, style)
            elif isinstance(value, Decimal):
                target.write_number(row - 1, column - 1, _plain(value), style)
            else:
                target.write_string(row - 1, column - 1, str(value), style)
    made.close()
    return settled(out.getvalue())


def _shape(target: Any, sheet: Sheet) -> None:
    for column, width in _widths(sheet):
        hidden = {"hidden": True} if column in sheet.hidden_columns else {}
        target.set_column(column - 1, column - 1, width, None, hidden)
    for row in sorted(sheet.hidden_rows):
        target.set_row(row - 1, None, None, {"hidden": True})
    for area in sheet.merged:
        # the writer's own merging would also write the cells; only the mark is wanted
        target.merge_range(area.top - 1, area.left - 1, area.bottom - 1, area.right - 1, "")


def _widths(sheet: Sheet) -> Iterable[tuple[int, int]]:
    widths: dict[int, int] = dict.fromkeys(sheet.hidden_columns, 9)
    for (row, column), cell in sheet.cells.items():
        if row <= 50:
            size = len(str(cell.value)) if cell.value is not None else 9
            widths[column] = max(widths.get(column, 9), min(size + 2, _WIDEST))
    return sorted(widths.items())


def _remembered(value: object) -> object:
    if isinstance(value, SheetError):
        return value.code
    return _plain(value) if isinstance(value, Decimal) else value


def _plain(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)
