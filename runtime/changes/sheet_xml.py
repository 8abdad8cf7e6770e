"""The XML of one sheet, rewritten: only the cells that a change names; what is not touched stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from cowork_dsl.compiler.artifacts.office.libraries import library
from cowork_dsl.compiler.sheets.calculate import Unknown
from cowork_dsl.compiler.sheets.cells import Cell, Place, SheetError
from cowork_dsl.compiler.sheets.refs import area_of, cell_name, column_letters
from cowork_dsl.runtime.changes.editable import Unfit


class SheetXml:
    """A worksheet's XML; places are rows and columns from 1."""

    def __init__(self, data: bytes) -> None:
        etree = library("lxml.etree", "changing an xlsx file")
        parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_blank_text=False)
        self._etree = etree
        self._root = etree.fromstring(data, parser)
        self._space = self._root.tag.rpartition("}")[0] + "}"
        found = self._root.find(self._name("sheetData"))
        if found is None:
            raise Unfit("has a sheet without cells")
        self._data = found
        self._rows = self._numbered()

    @property
    def data(self) -> bytes:
        """The XML as it is now."""
        self._dimension()
        made: bytes = self._etree.tostring(self._root, xml_declaration=True, encoding="UTF-8", standalone=True)
        return made

    def _name(self, local: str) -> str:
        return f"{self._space}{local}"

    def _numbered(self) -> dict[int, Any]:
        """Rows by number; those that carry none get theirs."""
        found: dict[int, Any] = {}
        number = 0
        for row in self._data.findall(self._name("row")):
            number = int(row.get("r") or number + 1)
            row.set("r", str(number))
            column = 0
            for cell in row.findall(self._name("c")):
                area = area_of(cell.get("r", ""))
                column = area.left if area is not None else column + 1
                cell.set("r", cell_name(number, column))
            found[number] = row
        return found

    def style(self, place: Place) -> str | None:
        """The style of a cell."""
        cell = self._cell(place, False)
        return None if cell is None else cell.get("s")

    def put(self, place: Place, cell: Cell | None, style: str | None) -> None:
        """Set one cell; a style of None keeps the one it has."""
        found = self._cell(place, True)
        for child in list(found):
            found.remove(child)
        found.attrib.pop("t", None)
        if style is not None:
            found.set("s", style)
        if cell is None:
            return
        if cell.formula:
            self._child(found, "f", cell.formula)
            return
        if isinstance(cell.value, str):
            found.set("t", "inlineStr")
            text = self._etree.SubElement(self._etree.SubElement(found, self._name("is")), self._name("t"))
            text.text = _clean(cell.value)
            text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
            return
        if isinstance(cell.value, bool):
            found.set("t", "b")
        self._child(found, "v", _number(cell.value))

    def expand(self, formulas: Mapping[Place, str]) -> None:
        """Give every formula's cell its own text: those that shared one, and those that read otherwise now."""
        for place, formula in formulas.items():
            found = self._cell(place, False)
            node = None if found is None else found.find(self._name("f"))
            if node is None:
                continue
            if node.get("t") == "shared" or node.text != formula:
                node.attrib.clear()
                node.text = formula

    def remember(self, values: Mapping[Place, object]) -> None:
        """Write beside each formula what it gives now."""
        for place, value in values.items():
            found = self._cell(place, False)
            node = None if found is None else found.find(self._name("f"))
            if node is None:
                continue
            for old in found.findall(self._name("v")):
                found.remove(old)
            found.attrib.pop("t", None)
            if value is None or isinstance(value, Unknown):
                continue
            if isinstance(value, SheetError):
                found.set("t", "e")
                self._child(found, "v", value.code)
            elif isinstance(value, str):
                found.set("t", "str")
                self._child(found, "v", _clean(value))
            else:
                if isinstance(value, bool):
                    found.set("t", "b")
                self._child(found, "v", _number(value))

    def move(self, order: Mapping[int, int], gone: list[int], columns: tuple[int, int]) -> None:
        """Put the rows of a table into other places; what stands beside it stays.

        Args:
            order: New row to old row; an old row may stand several times.
            gone: Old rows that vanish.
            columns: The first and the last column of the table.
        """
        taken: dict[int, dict[int, Any]] = {}
        for old in (*order.values(), *gone):
            if old not in taken:
                taken[old] = self._take(old, columns)
        for new, old in sorted(order.items()):
            for column, cell in taken[old].items():
                place = self._cell((new, column), True)
                place.getparent().replace(place, self._copy(cell, new, column))

    def _take(self, number: int, columns: tuple[int, int]) -> dict[int, Any]:
        """Takes a row's cells of some columns out of the sheet."""
        row = self._rows.get(number)
        found: dict[int, Any] = {}
        if row is None:
            return found
        for cell in row.findall(self._name("c")):
            area = area_of(cell.get("r", ""))
            if area is not None and columns[0] <= area.left <= columns[1]:
                row.remove(cell)
                found[area.left] = cell
        return found

    def _copy(self, cell: Any, row: int, column: int) -> Any:
        made = deepcopy(cell)
        made.set("r", cell_name(row, column))
        return made

    def _insert(self, number: int, row: Any) -> None:
        self._rows[number] = row
        at = sum(other < number for other in self._rows)
        self._data.insert(at, row)

    def _cell(self, place: Place, make: bool) -> Any:
        number, column = place
        row = self._rows.get(number)
        if row is None:
            if not make:
                return None
            row = self._etree.Element(self._name("row"), r=str(number))
            self._insert(number, row)
        row.attrib.pop("spans", None)
        at = 0
        for cell in row.findall(self._name("c")):
            area = area_of(cell.get("r", ""))
            here = area.left if area is not None else 0
            if here == column:
                return cell
            if here < column:
                at += 1
        if not make:
            return None
        made = self._etree.Element(self._name("c"), r=cell_name(number, column))
        row.insert(at, made)
        return made

    def _child(self, parent: Any, name: str, text: str) -> None:
        self._etree.SubElement(parent, self._name(name)).text = text

    def _dimension(self) -> None:
        node = self._root.find(self._name("dimension"))
        last = max(self._rows, default=1)
        columns = [
            area.left
            for row in self._rows.values()
            for cell in row.findall(self._name("c"))
            if (area := area_of(cell.get("r", ""))) is not None
        ]
        if node is not None and columns:
            node.set("ref", f"A1:{column_letters(max(columns))}{last}")


def _number(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else f"{value:f}"


def _clean(text: str) -> str:
    """Without what XML can't hold."""
    return "".join(char for char in text if char in "\t\n" or (char >= " " and not "\ud800" <= char <= "\udfff"))
