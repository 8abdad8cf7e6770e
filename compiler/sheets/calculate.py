"""Recalculates a workbook: what a file remembers of its formulas may be stale, or made up.

Numbers are decimal, to 28 digits on the way and 15 at the end, which is what spreadsheets keep. What is not understood
(a function, a link to another file, a circle) has no value, and says why; so has what rests on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import DecimalException

from cowork_dsl.compiler.sheets.cells import Book, Cell, SheetError
from cowork_dsl.compiler.sheets.functions import OPERATORS, called
from cowork_dsl.compiler.sheets.numbers import Block, Wrong, one, settled, truth
from cowork_dsl.compiler.sheets.parse import Constant, Name, Node, Operation, Uncalculable, parse
from cowork_dsl.compiler.sheets.refs import Area, area_of, cell_name

MOST_STEPS = 500_000
_MOST_NAMES = 8
_ERRORS = ("IFERROR", "IFNA")

Key = tuple[int, int, int]
"""Sheet, row, column."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A cell whose formula can't be recalculated; ``reason`` completes "the formula ..."."""

    reason: str


class _Needs(Exception):
    def __init__(self, keys: list[Key]) -> None:
        super().__init__()
        self.keys = keys


class Calculator:
    """The values of a workbook's cells; formulas are calculated when they are first asked for, each once."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._known: dict[Key, object] = {}
        self._trees: dict[str, Node | Uncalculable] = {}
        self._blocks: dict[tuple[int, Area], Block] = {}
        self._steps = 0

    def value(self, sheet: int, row: int, column: int) -> object:
        """Text, ``Decimal``, truth value, ``SheetError``, ``Unknown``, or None for an empty cell."""
        cell = self._book.sheets[sheet].cells.get((row, column))
        if cell is None or not cell.formula:
            return None if cell is None else cell.value
        wanted = (sheet, row, column)
        open_: list[Key] = [wanted]
        entered: set[Key] = set()
        while open_:
            key = open_[-1]
            if key in self._known:
                open_.pop()
                continue
            entered.add(key)
            try:
                self._known[key] = self._formula(key)
            except _Needs as needs:
                circle = [other for other in needs.keys if other in entered]
                if circle:
                    self._known[key] = Unknown("refers to itself in a circle")
                    continue
                open_.extend(needs.keys)
                continue
            open_.pop()
        return self._known[wanted]

    def _formula(self, key: Key) -> object:
        cell = self._book.sheets[key[0]].cells[key[1], key[2]]
        try:
            tree = self._tree(cell)
            return settled(self._eval(tree, key[0], 0))
        except Wrong as error:
            return SheetError(error.code)
        except DecimalException:
            return SheetError("#NUM!")
        except Uncalculable as error:
            return Unknown(str(error))

    def _tree(self, cell: Cell) -> Node:
        found = self._trees.get(cell.formula)
        if found is None:
            try:
                found = parse(cell.formula)
            except Uncalculable as error:
                found = error
            self._trees[cell.formula] = found
        if isinstance(found, Uncalculable):
            raise Uncalculable(str(found))
        return found

    def _spend(self, steps: int = 1) -> None:
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise Uncalculable("takes more steps than are spent on a workbook")

    def _eval(self, node: Node, sheet: int, names: int) -> object:
        self._spend()
        if isinstance(node, Constant):
            return node.value
        if isinstance(node, Area):
            return self._area(node, sheet)
        if isinstance(node, Name):
            return self._name(node, sheet, names)
        special = _SPECIAL.get(node.name)
        if special is not None:
            return special(self, node, sheet, names)
        args = [self._eval(arg, sheet, names) for arg in node.args]
        operator = OPERATORS.get(node.name)
        if operator is None:
            return called(node.name, args)
        return operator([one(arg) for arg in args])

    def _name(self, node: Name, sheet: int, names: int) -> object:
        text = self._book.names.get(node.name.lower())
        if text is None:
            raise Wrong("#NAME?")
        if names >= _MOST_NAMES:
            raise Uncalculable(f"uses the name {node.name}, which is defined by too many others")
        area = area_of(text)
        return self._area(area, sheet) if area is not None else self._eval(parse(text), sheet, names + 1)

    def _area(self, area: Area, sheet: int) -> object:
        at = sheet
        if area.sheet:
            found = self._book.index(area.sheet)
            if found is None:
                raise Wrong("#REF!")
            at = found
        if area.single:
            return self._cell(at, area.top, area.left)
        last_row, last_column = self._book.sheets[at].size
        bottom, right = min(area.bottom, last_row), min(area.right, last_column)
        # a rectangle keeps its first row and column also where nothing is in it
        bottom, right = max(bottom, area.top), max(right, area.left)
        known = self._blocks.get((at, area))
        if known is not None:
            return known
        self._spend((bottom - area.top + 1) * (right - area.left + 1))
        needs: list[Key] = []
        rows = tuple(
            tuple(self._known_cell(at, row, column, needs) for column in range(area.left, right + 1))
            for row in range(area.top, bottom + 1)
        )
        if needs:
            raise _Needs(needs)
        for row in rows:
            for value in row:
                _refuse(value)
        self._blocks[at, area] = Block(rows)
        return self._blocks[at, area]

    def _cell(self, sheet: int, row: int, column: int) -> object:
        needs: list[Key] = []
        value = self._known_cell(sheet, row, column, needs)
        if needs:
            raise _Needs(needs)
        _refuse(value)
        return value

    def _known_cell(self, sheet: int, row: int, column: int, needs: list[Key]) -> object:
        cell = self._book.sheets[sheet].cells.get((row, column))
        if cell is None:
            return None
        if not cell.formula:
            return cell.value
        key = (sheet, row, column)
        if key not in self._known:
            needs.append(key)
            return None
        value = self._known[key]
        return (
            Unknown(f"rests on {cell_name(row, column)}, which {value.reason}"[:300])
            if isinstance(value, Unknown)
            else value
        )


def _refuse(value: object) -> None:
    if isinstance(value, Unknown):
        raise Uncalculable(value.reason)


def _if(self: Calculator, node: Operation, sheet: int, names: int) -> object:
    if not 2 <= len(node.args) <= 3:
        raise Wrong("#VALUE!")
    if truth(self._eval(node.args[0], sheet, names)):
        return self._eval(node.args[1], sheet, names)
    return self._eval(node.args[2], sheet, names) if len(node.args) > 2 else False


def _iferror(self: Calculator, node: Operation, sheet: int, names: int) -> object:
    if len(node.args) != 2:
        raise Wrong("#VALUE!")
    try:
        return one(self._eval(node.args[0], sheet, names))
    except Wrong as error:
        if node.name == "IFNA" and error.code != "#N/A":
            raise
    except DecimalException:
        pass
    return self._eval(node.args[1], sheet, names)


_SPECIAL = {"IF": _if, **dict.fromkeys(_ERRORS, _iferror)}


def calculated(book: Book) -> list[Mapping[tuple[int, int], object]]:
    """The values of all formula cells, sheet by sheet."""
    calculator = Calculator(book)
    return [
        {
            (row, column): calculator.value(at, row, column)
            for (row, column), cell in sheet.cells.items()
            if cell.formula
        }
        for at, sheet in enumerate(book.sheets)
    ]


__all__ = ["MOST_STEPS", "Calculator", "Unknown", "calculated"]
