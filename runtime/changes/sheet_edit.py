"""A sheet of an xlsx file as a table that can be edited; other sheets, styles and formulas stay.

A row that is inserted takes the looks of the one above it, and its formulas where the rows above agree on them. Where rows
move, formulas of all sheets follow them. What formulas give is written beside them anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cowork_dsl.compiler.analysis.types import TEXT, Type
from cowork_dsl.compiler.artifacts.office.archive import packed
from cowork_dsl.compiler.bundle.models import ColumnForm, Form
from cowork_dsl.compiler.sheets.calculate import calculated
from cowork_dsl.compiler.sheets.cells import Book, Cell, Place, Sheet
from cowork_dsl.compiler.sheets.content import cell_of
from cowork_dsl.compiler.sheets.formats import kind_of
from cowork_dsl.compiler.sheets.rewrite import copied, with_row_added, with_rows_moved
from cowork_dsl.compiler.values.cells import format_cell, type_from_text
from cowork_dsl.runtime.changes.editable import Unfit
from cowork_dsl.runtime.changes.sheet_xml import SheetXml
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.office.grid import grid_of, table_of
from cowork_dsl.runtime.readers.office.package import Package
from cowork_dsl.runtime.readers.office.sheets import main_part, read_book
from cowork_dsl.runtime.readers.xlsx import columns_of_sheet, sheet_index

Row = Mapping[str, Any]
_CHAIN = "xl/calcchain.xml"


class SheetTable:
    """The table of a sheet; ``data`` is the file as edited so far.

    Args:
        data: The file.
        form: What is declared of it.
        path: Where it stands.
        sheet: The sheet's name; None for the first one that is shown.
    """

    def __init__(self, data: bytes, form: Form | None, path: str, sheet: str | None) -> None:
        self.data = data
        self._form = form
        self._path = path
        self._sheet = sheet
        self._load()

    def _load(self) -> None:
        try:
            self._book = read_book(self.data, self._path)
            self._at = sheet_index(self._book, self._sheet)
        except Malformed as error:
            raise Unfit(str(error)) from None
        self._forms: Sequence[ColumnForm] = columns_of_sheet(self._form, self._book.sheets[self._at].name)
        table = table_of(self._book, self._at, self._forms, self._path)
        self._grid = grid_of(self._book.sheets[self._at], self._forms)
        self._columns = table.columns
        self.rows: Sequence[Row] = table.rows
        self.key = table.key

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def columns(self) -> tuple[str, ...]:
        """Their columns."""
        return self._columns

    def value(self, unit: int, column: str) -> Any:
        """A cell's value."""
        return self.rows[unit].get(column)

    def put(self, cells: Mapping[int, Mapping[str, Any]]) -> None:
        """Rewrite some cells."""
        places = {
            (self._grid.rows[unit], self._index(name)): (name, value)
            for unit, values in cells.items()
            for name, value in values.items()
        }
        xml = self._xml()
        for place, (name, value) in places.items():
            self._write(xml, place, name, value)
        self._become({self._at: xml})

    def insert(self, values: Mapping[str, Any]) -> None:
        """Add a row below the last one."""
        for name in values:
            self._index(name)
        above = list(self._grid.rows[-2:])
        last = above[-1] if above else self._grid.header
        xml = self._xml()
        for column in self._grid.columns:
            place = (last + 1, column.index)
            if column.name in values:
                self._write(xml, place, column.name, values[column.name])
            elif (formula := self._agreed(above, column.index)) is not None:
                xml.put(place, Cell(None, formula), xml.style((last, column.index)))
        here = self._book.sheets[self._at].name
        self._become(self._reread(lambda text, sheet: with_row_added(text, sheet, here, last), {self._at: xml}))

    def arrange(self, order: Sequence[int]) -> None:
        """Put the rows into another order."""
        rows = self._grid.rows
        if not rows:
            return
        places = [*rows[: len(order)], *range(rows[-1] + 1, rows[-1] + 1 + max(0, len(order) - len(rows)))]
        new_to_old = {new: rows[unit] for new, unit in zip(places, order, strict=True)}
        moved: dict[int, int] = {}
        for new, old in new_to_old.items():
            moved.setdefault(old, new)
        gone = [row for row in rows if row not in moved]
        sheet = self._book.sheets[self._at]

        def follow(text: str, own: str) -> str:
            return with_rows_moved(text, own, sheet.name, moved, gone, self._span)

        xml = self._xml()
        xml.move(new_to_old, gone, self._span)
        xml.expand(self._carried(new_to_old, moved, {place: follow(text, sheet.name) for place, text in _said(sheet)}))
        self._become(self._reread(follow, {}) | {self._at: xml})

    def _reread(self, change: Callable[[str, str], str], xmls: Mapping[int, SheetXml]) -> dict[int, SheetXml]:
        """The sheets some of whose formulas read otherwise after a change, beside those that are given."""
        found = dict(xmls)
        for at, sheet in enumerate(self._book.sheets):
            now = {place: made for place, text in _said(sheet) if (made := change(text, sheet.name)) != text}
            if now:
                found[at] = found.get(at) or self._xml(at)
                found[at].expand(now)
        return found

    def _carried(
        self, new_to_old: Mapping[int, int], moved: Mapping[int, int], now: Mapping[Place, str]
    ) -> dict[Place, str]:
        """The formulas of the sheet at their new places; a row's copies count from their own row."""
        said = dict(_said(self._book.sheets[self._at]))
        table, (left, right) = set(self._grid.rows), self._span
        found = {
            (row, column): text
            for (row, column), text in now.items()
            if row not in table or not left <= column <= right
        }
        for new, old in new_to_old.items():
            for (row, column), text in said.items():
                if row == old and left <= column <= right:
                    first = moved[old] == new
                    found[new, column] = now[row, column] if first else copied(text, new - old, 0)
        return found

    def rename(self, column: str, to: str) -> None:
        """Give a column another header."""
        xml = self._xml()
        xml.put((self._grid.header, self._index(column)), Cell(to), None)
        self._become({self._at: xml})

    def clear(self) -> None:
        """Leave an empty file."""
        self.data = b""
        self._columns, self.rows = (), ()

    # ---------------------------------------------------------------- the file

    @property
    def _span(self) -> tuple[int, int]:
        """The first and the last column of the table."""
        places = [column.index for column in self._grid.columns]
        return min(places), max(places)

    def _index(self, name: str) -> int:
        for column in self._grid.columns:
            if column.name == name:
                return column.index
        raise Unfit(f"has no column {name!r} (it has: {', '.join(self._columns) or 'none'})")

    def _type(self, name: str) -> Type:
        return next((type_from_text(column.type) for column in self._forms if column.name == name), TEXT)

    def _agreed(self, above: Sequence[int], column: int) -> str | None:
        """The formula that the last two rows share, as it reads a row further down."""
        cells = self._book.sheets[self._at].cells
        formulas = [cell.formula for row in above if (cell := cells.get((row, column))) is not None and cell.formula]
        if len(formulas) != 2 or copied(formulas[0], above[1] - above[0], 0) != formulas[1]:
            return None
        return copied(formulas[1], 1, 0)

    def _write(self, xml: SheetXml, place: Place, name: str, value: Any) -> None:
        """A value as the column's cells have it; where none of them has the format that it needs, it is a text."""
        cell = cell_of(value, self._type(name))
        style = xml.style(place)
        near = [row for row in reversed(self._grid.rows) if row != place[0]]
        neighbours = [(row, place[1]) for row in [place[0], *near]]
        cells = self._book.sheets[self._at].cells
        if cell is not None and kind_of(cell.format) in ("percent", "date", "datetime", "time"):
            fits = [at for at in neighbours if at in cells and kind_of(cells[at].format) == kind_of(cell.format)]
            if not fits:
                xml.put(place, Cell(format_cell(value, self._type(name))), None)
                return
            style = xml.style(fits[0])
        elif style is None and neighbours[1:]:
            style = xml.style(neighbours[1])
        xml.put(place, cell, style)

    def _xml(self, at: int | None = None) -> SheetXml:
        """The XML of a sheet, in which no formula is shared any more."""
        sheet = self._at if at is None else at
        package = Package(self.data, "xlsx workbook")
        xml = SheetXml(package.part(self._parts(package)[sheet]))
        xml.expand({place: cell.formula for place, cell in self._book.sheets[sheet].cells.items() if cell.formula})
        return xml

    def _parts(self, package: Package) -> list[str]:
        from cowork_dsl.runtime.readers.office.elements import parse_xml

        main = main_part(package)
        related = package.related(main)
        tree = parse_xml(package.part(main))
        return [related.get(item.get("r:id", ""), ("", ""))[1] for item in tree.iterfind("sheets/sheet")]

    def _become(self, xmls: Mapping[int, SheetXml]) -> None:
        package = Package(self.data, "xlsx workbook")
        parts = package.all()
        names = self._parts(package)
        by_lower = {name.lower(): name for name in parts}
        chain = by_lower.get(_CHAIN)
        if chain is not None:
            _without_chain(parts, chain)
        for at, xml in xmls.items():
            parts[by_lower[names[at].lower()]] = xml.data
        book = read_book(packed(parts), self._path)
        for at, values in enumerate(calculated(book)):
            if values and (at in xmls or _stale(book, at, values)):
                xml = xmls.get(at) or SheetXml(parts[by_lower[names[at].lower()]])
                xml.remember(values)
                parts[by_lower[names[at].lower()]] = xml.data
        self.data = packed(parts)
        self._load()


def _said(sheet: Sheet) -> list[tuple[Place, str]]:
    return [(place, cell.formula) for place, cell in sheet.cells.items() if cell.formula]


def _stale(book: Book, at: int, values: Mapping[Place, object]) -> bool:
    """Whether a sheet remembers another value of a formula than it gives."""
    cells = book.sheets[at].cells
    return any(cells[place].value != value for place, value in values.items())


def _without_chain(parts: dict[str, bytes], chain: str) -> None:
    """Leaves out the list of formulas by which a program calculates; it makes itself a new one."""
    import re

    del parts[chain]
    for name in parts:
        if name == "[Content_Types].xml" or name.endswith("workbook.xml.rels"):
            parts[name] = re.sub(rb"<(?:Override|Relationship)\b[^<>]*calcChain[^<>]*/>", b"", parts[name])
