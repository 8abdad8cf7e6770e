"""A workbook as data: sheets of cells, which readers fill in and checks look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from cowork_dsl.compiler.sheets.refs import Area

Place = tuple[int, int]
"""Row and column, from 1."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as an author writes it into a cell, without the equals sign."""

    text: str


@dataclass(frozen=True, slots=True)
class SheetError:
    """An error value such as ``#DIV/0!``."""

    code: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    Attributes:
        value: Text, number (``Decimal``; a date is its serial number), truth value or error; of a formula's cell what the
            file remembers, which nothing may rely on.
        formula: Without the equals sign; empty where there is none.
        format: Its number format.
    """

    value: object
    formula: str = ""
    format: str = "General"


@dataclass(frozen=True)
class Sheet:
    """One sheet.

    Attributes:
        name: As its tab says.
        cells: By row and column.
        hidden: Whether its tab is not shown.
        merged: Rectangles whose cells are one.
        hidden_rows: Rows that are not shown.
        hidden_columns: Columns that are not shown.
        pictures: How many drawings (charts, pictures) it refers to.
    """

    name: str
    cells: Mapping[Place, Cell] = field(default_factory=dict)
    hidden: bool = False
    merged: tuple[Area, ...] = ()
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    pictures: int = 0

    @cached_property
    def size(self) -> Place:
        """The last row and the last column that have a cell."""
        return max((row for row, _ in self.cells), default=0), max((column for _, column in self.cells), default=0)


@dataclass(frozen=True)
class Book:
    """A workbook.

    Attributes:
        sheets: In the order of their tabs.
        names: What the workbook's names stand for, in small letters.
        since_1904: Whether dates count from 1904.
        name: Its path.
    """

    sheets: tuple[Sheet, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    since_1904: bool = False
    name: str = "the workbook"

    def index(self, name: str) -> int | None:
        """Which sheet has a name, case and outer blanks aside."""
        wanted = name.strip().casefold()
        return next((at for at, sheet in enumerate(self.sheets) if sheet.name.strip().casefold() == wanted), None)
