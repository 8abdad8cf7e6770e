"""References of spreadsheets: `B7`, `$B$7`, `A1:C9`, `A:A`, `'Q 1'!B7`."""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_ROWS = 1_048_576
MOST_COLUMNS = 16_384

REFERENCE = (
    r"(?:(?P<sheet>'(?:[^']|''){1,80}'|[A-Za-z_][\w.]{0,80})!)?"
    r"(?P<area>\$?[A-Za-z]{1,3}\$?\d{1,7}(?::\$?[A-Za-z]{1,3}\$?\d{1,7})?"
    r"|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?\d{1,7}:\$?\d{1,7})(?![\w(.!])"
)
"""The regular expression of a reference, with the groups `sheet` and `area`."""

_WHOLE = re.compile(rf"\s*{REFERENCE}\s*")
_CORNER = re.compile(r"\$?([A-Za-z]{0,3})\$?(\d{0,7})")


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells; rows and columns from 1, both ends included. ``sheet`` is empty for the formula's own."""

    top: int
    left: int
    bottom: int
    right: int
    sheet: str = ""

    @property
    def single(self) -> bool:
        """Whether it is one cell."""
        return self.top == self.bottom and self.left == self.right


def column_letters(column: int) -> str:
    """`1` is `A`, `27` is `AA`."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def column_number(letters: str) -> int:
    """`A` is 1, `AA` is 27."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def cell_name(row: int, column: int) -> str:
    """`(7, 2)` is `B7`."""
    return f"{column_letters(column)}{row}"


def area_of(text: str) -> Area | None:
    """The rectangle that a reference names, or None where it is no reference."""
    found = _WHOLE.fullmatch(text)
    return None if found is None else area_from(found["sheet"], found["area"])


def area_from(sheet: str | None, area: str) -> Area | None:
    """The rectangle of the groups of :data:`REFERENCE`."""
    first, _, last = area.partition(":")
    top, left = _corner(first, 1, 1)
    bottom, right = _corner(last or first, MOST_ROWS, MOST_COLUMNS)
    top, bottom = min(top, bottom), max(top, bottom)
    left, right = min(left, right), max(left, right)
    if top < 1 or left < 1 or bottom > MOST_ROWS or right > MOST_COLUMNS:
        return None
    name = sheet or ""
    if name.startswith("'"):
        name = name[1:-1].replace("''", "'")
    return Area(top, left, bottom, right, name)


def _corner(text: str, row: int, column: int) -> tuple[int, int]:
    found = _CORNER.fullmatch(text)
    assert found is not None  # the reference's own pattern is narrower
    letters, digits = found.groups()
    return int(digits) if digits else row, column_number(letters) if letters else column
