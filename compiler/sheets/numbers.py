"""Values of formulas: how a spreadsheet takes one for a number, a text or a truth value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, DecimalException, DivisionByZero, InvalidOperation, Overflow

from cowork_dsl.compiler.sheets.cells import SheetError
from cowork_dsl.compiler.sheets.parse import Uncalculable

EXACT = Context(prec=28, Emax=400, Emin=-400, traps=[DivisionByZero, InvalidOperation, Overflow])
_SHOWN = Context(prec=15)


class Wrong(Exception):
    """The formula's value is an error value."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Block:
    """The values of a rectangle, row by row."""

    rows: tuple[tuple[object, ...], ...]

    def flat(self) -> Iterator[object]:
        """All values."""
        return (value for row in self.rows for value in row)


def settled(value: object) -> object:
    """The value of a whole formula: a number keeps fifteen digits, as a spreadsheet's do."""
    if isinstance(value, Block):
        if len(value.rows) == 1 and len(value.rows[0]) == 1:
            return settled(value.rows[0][0])
        raise Uncalculable("gives more than one value")
    if value is None:
        return Decimal(0)
    return fifteen(value) if isinstance(value, Decimal) else value


def fifteen(value: Decimal) -> Decimal:
    """A number to fifteen digits."""
    if len(value.as_tuple().digits) <= 15:
        return value
    shown = _SHOWN.plus(value).normalize()
    return (
        shown.quantize(Decimal(1), context=EXACT)
        if 0 < shown.adjusted() < 28 and shown == shown.to_integral()
        else shown
    )


def one(value: object) -> object:
    """A single value; an error value is raised."""
    if isinstance(value, Block):
        if len(value.rows) != 1 or len(value.rows[0]) != 1:
            raise Uncalculable("takes a range where one value is wanted")
        value = value.rows[0][0]
    if isinstance(value, SheetError):
        raise Wrong(value.code)
    return value


def number(value: object) -> Decimal:
    """A single value as a number."""
    value = one(value)
    if value is None:
        return Decimal(0)
    if isinstance(value, bool):
        return Decimal(int(value))
    if isinstance(value, Decimal):
        return value
    try:
        return EXACT.create_decimal(str(value).strip().replace(",", ""))
    except DecimalException:
        raise Wrong("#VALUE!") from None


def whole(value: object) -> int:
    """A single value as a whole number, rounded down."""
    found = number(value)
    if abs(found) > 10**9:
        raise Wrong("#NUM!")
    return int(found // 1)


def text(value: object) -> str:
    """A single value as a text."""
    value = one(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, Decimal):
        shown = f"{fifteen(value):f}"
        return shown.rstrip("0").rstrip(".") if "." in shown else shown
    return str(value)


def truth(value: object) -> bool:
    """A single value as a truth value."""
    value = one(value)
    if isinstance(value, str):
        if value.upper() in ("TRUE", "FALSE"):
            return value.upper() == "TRUE"
        raise Wrong("#VALUE!")
    return bool(value)


def figures(args: Sequence[object]) -> list[Decimal]:
    """The numbers of some arguments: in ranges nothing but numbers counts, a single value is taken for one."""
    found: list[Decimal] = []
    for arg in args:
        if isinstance(arg, Block):
            for value in arg.flat():
                if isinstance(value, SheetError):
                    raise Wrong(value.code)
                if isinstance(value, Decimal):
                    found.append(value)
        else:
            found.append(number(arg))
    return found


def rank(value: object) -> tuple[int, Decimal | str]:
    """By what values are compared: numbers before texts before truth values."""
    if isinstance(value, bool):
        return 2, Decimal(int(value))
    if isinstance(value, str):
        return 1, value.casefold()
    return 0, fifteen(value) if isinstance(value, Decimal) else Decimal(0)


def compared(left: object, right: object) -> int:
    """Below zero, zero or above."""
    a, b = one(left), one(right)
    if a is None and isinstance(b, str):
        a = ""
    if b is None and isinstance(a, str):
        b = ""
    (kind, x), (other, y) = rank(a), rank(b)
    if kind != other:
        return kind - other
    if isinstance(x, Decimal) and isinstance(y, Decimal):
        return (x > y) - (x < y)
    return (str(x) > str(y)) - (str(x) < str(y))
