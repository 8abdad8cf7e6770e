"""`xlsx("book.xlsx")`: a workbook; its formulas are recalculated, whatever the file remembers of them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from cowork_dsl.compiler.bundle.models import ColumnForm, Form
from cowork_dsl.compiler.sheets.calculate import Calculator
from cowork_dsl.compiler.sheets.cells import Book
from cowork_dsl.compiler.sheets.formats import kind_of
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.office.grid import first_shown, table_of
from cowork_dsl.runtime.readers.office.sheets import read_book
from cowork_dsl.runtime.readers.registry import reader


@dataclass(frozen=True, eq=False)
class Workbook:
    """A workbook and what is declared of it.

    Attributes:
        book: Its cells.
        form: The declared form of the file.
    """

    book: Book
    form: Form | None

    @cached_property
    def calculator(self) -> Calculator:
        """Gives values to its formulas."""
        return Calculator(self.book)

    def table(self, at: int) -> Table:
        """The table of a sheet."""
        sheet = self.book.sheets[at]
        title = f"the sheet {sheet.name} of {self.book.name}"
        return table_of(self.book, at, columns_of_sheet(self.form, sheet.name), title, self.calculator)


@reader("xlsx", ".xlsx", ".xlsm")
def parse_xlsx(data: bytes, path: str, form: Form | None) -> Workbook:
    """The workbook in a file."""
    return Workbook(read_book(data, path), form)


def first_table(data: bytes, path: str, form: Form | None) -> Table:
    """The table of a workbook's first sheet that is shown."""
    workbook = Workbook(read_book(data, path), form)
    return replace(workbook.table(sheet_index(workbook.book, None)), name=path)


def book_key(workbook: Workbook) -> Hashable:
    """What two workbooks share exactly where they say the same: sheets in any order, cells by value and formula.

    What shows a cell (fonts, colours, widths) is no part of it; whether a number is a percentage or a day is.
    """
    book = workbook.book
    found = []
    for at, sheet in enumerate(book.sheets):
        cells = []
        for (row, column), cell in sheet.cells.items():
            value = workbook.calculator.value(at, row, column)
            if cell.formula or (value is not None and value != ""):
                formula = "".join(cell.formula.split()).upper()
                shown = kind_of(cell.format) if isinstance(value, Decimal) else ""
                cells.append((row, column, formula, value.__class__.__name__, _plain(value), shown))
        hidden = (sheet.hidden, sheet.hidden_rows, sheet.hidden_columns)
        found.append((sheet.name.strip().casefold(), hidden, frozenset(cells), sheet.pictures))
    return frozenset(found)


def _plain(value: object) -> Hashable:
    if isinstance(value, str):
        return " ".join(value.split())
    return value if isinstance(value, Decimal | bool) else str(value)


def workbook_text(book: Book) -> str:
    """All that stands in a workbook, hidden parts and formulas too."""
    lines = []
    for sheet in book.sheets:
        lines.append(sheet.name)
        for cell in sheet.cells.values():
            if cell.value is not None:
                lines.append(f"{cell.value:f}" if isinstance(cell.value, Decimal) else str(cell.value))
            if cell.formula:
                lines.append(f"={cell.formula}")
    return "\n".join(lines)


def sheet_index(book: Book, name: str | None) -> int:
    """Which sheet is meant; without a name the first one that is shown.

    Raises:
        Malformed: There is none.
    """
    at = first_shown(book) if name is None else book.index(name)
    if at is None:
        known = ", ".join(sheet.name for sheet in book.sheets) or "none"
        raise Malformed("shows no sheet" if name is None else f"has no sheet {name!r} (it has: {known})")
    return at


def columns_of_sheet(form: Form | None, name: str) -> Sequence[ColumnForm]:
    """What is declared of a sheet's columns; the form of a table counts for every sheet."""
    if form is None:
        return ()
    wanted = name.strip().casefold()
    own = next((columns for sheet, columns in form.tables.items() if sheet.strip().casefold() == wanted), None)
    return form.columns if own is None else own
