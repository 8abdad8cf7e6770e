"""Workbooks as the verifier's functions see them: sheets, cells, formulas, formats, what is hidden."""

from __future__ import annotations

from typing import Any

from cowork_dsl.compiler.sheets.cells import Sheet
from cowork_dsl.compiler.sheets.refs import Area, area_of, cell_name, column_letters
from cowork_dsl.compiler.sheets.typed import as_declared, natural
from cowork_dsl.compiler.values.cells import type_from_text
from cowork_dsl.compiler.values.failures import Fail, Missing, Unreadable, is_none, missing, spend
from cowork_dsl.compiler.values.show import brief
from cowork_dsl.runtime.readers.office.grid import first_shown
from cowork_dsl.runtime.readers.xlsx import Workbook


def _book(value: Any) -> Workbook:
    if isinstance(value, Workbook):
        return value
    raise missing(value, "read") if is_none(value) else Fail(f"{brief(value)} is no workbook")


def _named(found: Workbook, name: str | None) -> int | Missing:
    """Which sheet is meant: the first one that is shown where none is named."""
    at = first_shown(found.book) if name is None else found.book.index(name)
    if at is None:
        what = "a sheet that is shown" if name is None else f"the sheet `{name}`"
        return Missing(f"{what} of {found.book.name}")
    return at


def _sheet(value: Any, name: str | None) -> Sheet:
    found = _book(value)
    at = _named(found, name)
    if isinstance(at, Missing):
        raise missing(at, "read")
    return found.book.sheets[at]


def _place(found: Workbook, reference: str) -> tuple[int, Area]:
    area = area_of(reference)
    if area is None or not area.single:
        raise Fail(f"`{reference}` is no cell such as `B7` or `Q1!B7`")
    at = _named(found, area.sheet or None)
    if isinstance(at, Missing):
        raise missing(at, "read")
    return at, area


def book_sheets(value: Any) -> list[str]:
    """The names of the sheets, in the order of their tabs."""
    return [sheet.name for sheet in _book(value).book.sheets]


def book_hidden(value: Any) -> list[str]:
    """The names of the hidden sheets."""
    return [sheet.name for sheet in _book(value).book.sheets if sheet.hidden]


def book_sheet(value: Any, name: str | None = None) -> Any:
    """A sheet as a table."""
    found = _book(value)
    at = _named(found, name)
    if isinstance(at, Missing):
        return at
    spend(len(found.book.sheets[at].cells))
    return found.table(at)


def book_cell(value: Any, reference: str) -> Any:
    """The value of a cell, by its declared type where it has one."""
    found = _book(value)
    at, area = _place(found, reference)
    sheet = found.book.sheets[at]
    cell = sheet.cells.get((area.top, area.left))
    name = f"{sheet.name}!{cell_name(area.top, area.left)} of {found.book.name}"
    if cell is None:
        return Missing(name)
    given = found.calculator.value(at, area.top, area.left)
    declared = _declared(found, sheet, area)
    made = (
        natural(given, cell.format, found.book.since_1904)
        if declared is None
        else as_declared(given, cell.format, found.book.since_1904, type_from_text(declared))
    )
    if isinstance(made, Unreadable):
        raise Fail(f"{name} holds {made.text}, which is not {made.wanted}")
    return made


def _declared(found: Workbook, sheet: Sheet, area: Area) -> str | None:
    keys = found.form.keys if found.form is not None else {}
    wanted = f"{sheet.name}!{cell_name(area.top, area.left)}".casefold()
    return next((kind for name, kind in keys.items() if name.casefold() == wanted), None)


def book_formula(value: Any, reference: str) -> str | None:
    """The formula of a cell."""
    found = _book(value)
    at, area = _place(found, reference)
    cell = found.book.sheets[at].cells.get((area.top, area.left))
    return f"={cell.formula}" if cell is not None and cell.formula else None


def book_format(value: Any, reference: str) -> str:
    """The number format of a cell."""
    found = _book(value)
    at, area = _place(found, reference)
    cell = found.book.sheets[at].cells.get((area.top, area.left))
    return cell.format if cell is not None else "General"


def book_hidden_rows(value: Any, name: str | None = None) -> list[int]:
    """The numbers of the hidden rows."""
    return sorted(_sheet(value, name).hidden_rows)


def book_hidden_columns(value: Any, name: str | None = None) -> list[str]:
    """The letters of the hidden columns."""
    return [column_letters(column) for column in sorted(_sheet(value, name).hidden_columns)]


def book_merged(value: Any, name: str | None = None) -> list[str]:
    """The merged cells."""
    areas = _sheet(value, name).merged
    return [f"{cell_name(area.top, area.left)}:{cell_name(area.bottom, area.right)}" for area in areas]


def book_charts(value: Any, name: str | None = None) -> int:
    """How many drawings a sheet has."""
    return _sheet(value, name).pictures


FUNCTIONS = {
    function.__name__: function
    for function in (
        book_sheets,
        book_hidden,
        book_sheet,
        book_cell,
        book_formula,
        book_format,
        book_hidden_rows,
        book_hidden_columns,
        book_merged,
        book_charts,
    )
}
