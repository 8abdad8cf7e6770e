"""Functions that look something up, and the criteria of `SUMIF` and its like."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal, DecimalException

from cowork_dsl.compiler.sheets.cells import SheetError
from cowork_dsl.compiler.sheets.numbers import Block, Wrong, compared, one, truth, whole
from cowork_dsl.compiler.sheets.parse import Uncalculable

Args = Sequence[object]
_CRITERION = re.compile(r"(<=|>=|<>|=|<|>)?(.*)", re.DOTALL)


def criterion(wanted: object) -> Callable[[object], bool]:
    """The test of a criterion such as ``">=10"`` or ``"EMEA"``."""
    if not isinstance(wanted, str):
        return lambda value: _same(value, wanted)
    found = _CRITERION.fullmatch(wanted)
    assert found is not None  # it matches every text
    op, body = found[1] or "=", found[2]
    if any(mark in body for mark in "*?~"):
        raise Uncalculable("has a criterion with wildcards")
    other: object = _number(body)
    other = body if other is None else other
    if op == "=":
        return lambda value: (value is None or value == "") if body == "" else _same(value, other)
    if op == "<>":
        return lambda value: not ((value is None or value == "") if body == "" else _same(value, other))
    return lambda value: _ordered(value, op, other)


def _number(text: str) -> Decimal | None:
    try:
        found = Decimal(text.strip())
    except DecimalException:
        return None
    return found if found.is_finite() and abs(found.adjusted()) < 400 else None


def _same(value: object, other: object) -> bool:
    if value is None or isinstance(value, SheetError):
        return False
    if isinstance(value, str) and isinstance(other, Decimal):
        return _number(value) == other
    return compared(value, other) == 0


def _ordered(value: object, op: str, other: object) -> bool:
    if isinstance(other, Decimal) != isinstance(value, Decimal) or not isinstance(value, Decimal | str):
        return False
    found = compared(value, other)
    return {"<": found < 0, ">": found > 0, "<=": found <= 0, ">=": found >= 0}[op]


def _block(value: object) -> Block:
    if not isinstance(value, Block):
        raise Wrong("#VALUE!")
    return value


def _line(value: object) -> list[object]:
    block = _block(value)
    if len(block.rows) > 1 and len(block.rows[0]) > 1:
        raise Wrong("#N/A")
    return list(block.flat())


def _place(wanted: object, values: Sequence[object], nearest: bool) -> int:
    wanted = one(wanted)
    if isinstance(wanted, str) and any(mark in wanted for mark in "*?~"):
        raise Uncalculable("looks for a text with wildcards")
    if not nearest:
        for at, value in enumerate(values):
            if value is not None and not isinstance(value, SheetError) and compared(value, wanted) == 0:
                return at
        raise Wrong("#N/A")
    found = -1
    for at, value in enumerate(values):
        if value.__class__ is not wanted.__class__:
            continue
        if compared(value, wanted) > 0:
            break
        found = at
    if found < 0:
        raise Wrong("#N/A")
    return found


def _vlookup(args: Args) -> object:
    block = _block(args[1])
    column = whole(args[2])
    if not 1 <= column <= len(block.rows[0]):
        raise Wrong("#REF!")
    nearest = truth(args[3]) if len(args) > 3 else True
    return block.rows[_place(args[0], [row[0] for row in block.rows], nearest)][column - 1]


def _hlookup(args: Args) -> object:
    block = _block(args[1])
    row = whole(args[2])
    if not 1 <= row <= len(block.rows):
        raise Wrong("#REF!")
    nearest = truth(args[3]) if len(args) > 3 else True
    return block.rows[row - 1][_place(args[0], block.rows[0], nearest)]


def _match(args: Args) -> object:
    how = whole(args[2]) if len(args) > 2 else 1
    if how < 0:
        raise Uncalculable("uses MATCH over falling values, which is not recalculated here")
    return Decimal(_place(args[0], _line(args[1]), how > 0) + 1)


def _index(args: Args) -> object:
    block = _block(args[0])
    row, column = whole(args[1]), whole(args[2]) if len(args) > 2 else 1
    if len(args) == 2 and len(block.rows) == 1:
        row, column = 1, row
    if row < 1 or column < 1:
        raise Uncalculable("uses INDEX for a whole row or column")
    if row > len(block.rows) or column > len(block.rows[0]):
        raise Wrong("#REF!")
    return block.rows[row - 1][column - 1]


def _xlookup(args: Args) -> object:
    if len(args) > 4:
        raise Uncalculable("uses XLOOKUP with a mode, which is not recalculated here")
    values, results = _line(args[1]), _line(args[2])
    try:
        at = _place(args[0], values, False)
    except Wrong:
        if len(args) > 3 and args[3] is not None:
            return args[3]
        raise
    if at >= len(results):
        raise Wrong("#VALUE!")
    return results[at]


LOOKUPS: dict[str, tuple[int, int, Callable[[Args], object]]] = {
    "VLOOKUP": (3, 4, _vlookup),
    "HLOOKUP": (3, 4, _hlookup),
    "MATCH": (2, 3, _match),
    "INDEX": (2, 3, _index),
    "XLOOKUP": (3, 6, _xlookup),
}
