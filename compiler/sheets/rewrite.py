"""Formulas in another place: a copy further down, or a sheet whose rows moved."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping

from cowork_dsl.compiler.sheets.refs import MOST_COLUMNS, MOST_ROWS, REFERENCE, column_letters, column_number

_PIECE = re.compile(rf'(?P<text>"(?:[^"]|"")*")|(?<![A-Za-z0-9_.$]){REFERENCE}')
_CORNER = re.compile(r"(\$?)([A-Za-z]{0,3})(\$?)(\d{0,7})")

Corner = tuple[str, str, str, str]
"""Dollar, column, dollar, row, as written; column or row may be empty."""


def copied(formula: str, down: int, right: int) -> str:
    """A formula as it reads in a copy that stands further down and right."""

    def corner(part: Corner) -> str | None:
        fixed_column, column, fixed_row, row = part
        if column and not fixed_column:
            at = column_number(column) + right
            if not 1 <= at <= MOST_COLUMNS:
                return None
            column = column_letters(at)
        if row and not fixed_row:
            line = int(row) + down
            if not 1 <= line <= MOST_ROWS:
                return None
            row = str(line)
        return f"{fixed_column}{column}{fixed_row}{row}"

    return _rewritten(
        formula, lambda sheet, first, last: _pair(corner(first), None if last is None else corner(last), last)
    )


def _pair(first: str | None, last: str | None, wanted: Corner | None) -> str:
    if first is None or (wanted is not None and last is None):
        return "#REF!"
    return first if last is None else f"{first}:{last}"


def with_rows_moved(
    formula: str, own: str, sheet: str, moved: Mapping[int, int], gone: Collection[int], columns: tuple[int, int]
) -> str:
    """A formula after rows of a sheet's table changed places.

    Args:
        formula: Without its equals sign.
        own: The sheet that it stands on.
        sheet: The sheet whose rows moved.
        moved: Old row to new row, for those that moved.
        gone: The rows that are no more.
        columns: The first and the last column of the table; what stands beside it stays.
    """

    def area(name: str, first: Corner, second: Corner | None) -> str | None:
        if (name or own).casefold() != sheet.casefold() or not first[3]:
            return None
        left = column_number(first[1]) if first[1] else columns[0]
        right = column_number(second[1]) if second is not None and second[1] else left
        if max(left, right) < columns[0] or min(left, right) > columns[1]:
            return None
        if second is None:
            row = int(first[3])
            return "#REF!" if row in gone else "".join((*first[:3], str(moved.get(row, row))))
        top, bottom = sorted((int(first[3]), int(second[3])))
        while top <= bottom and top in gone:
            top += 1
        while bottom > top and bottom in gone:
            bottom -= 1
        if top > bottom:
            return "#REF!"
        # rows that changed places inside of a rectangle leave it as it is
        inside = [new for old, new in moved.items() if top <= old <= bottom]
        low = min([moved.get(top, top), *inside])
        high = max([moved.get(bottom, bottom), *inside])
        return f"{''.join(first[:3])}{low}:{''.join(second[:3])}{high}"

    return _rewritten(formula, area)


def with_row_added(formula: str, own: str, sheet: str, last: int) -> str:
    """A formula after a row was added below a table's last one: rectangles of several rows that ended there take it in."""

    def area(name: str, first: Corner, second: Corner | None) -> str | None:
        if (name or own).casefold() != sheet.casefold() or second is None or not second[3]:
            return None
        if int(second[3]) != last or int(first[3] or last) >= last:
            return None
        return f"{''.join(first)}:{''.join(second[:3])}{last + 1}"

    return _rewritten(formula, area)


def _rewritten(formula: str, area: Callable[[str, Corner, Corner | None], str | None]) -> str:
    """A formula with its references replaced; None leaves one as it is. Texts are left alone."""

    def piece(found: re.Match[str]) -> str:
        if found["text"] is not None:
            return found[0]
        first, _, last = found["area"].partition(":")
        sheet = found["sheet"] or ""
        bare = sheet[1:-1].replace("''", "'") if sheet.startswith("'") else sheet
        made = area(bare, _parts(first), _parts(last) if last else None)
        if made is None:
            return found[0]
        return f"{sheet}!{made}" if sheet else made

    return _PIECE.sub(piece, formula)


def _parts(text: str) -> Corner:
    found = _CORNER.fullmatch(text)
    assert found is not None  # the reference's own pattern is narrower
    # a row alone (`1:3`) has its dollar in the first group
    dollar, column, second, row = found.groups()
    return ("", "", dollar or second, row) if not column else (dollar, column, second, row)
