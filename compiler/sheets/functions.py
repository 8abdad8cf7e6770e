"""The functions of formulas: the everyday ones. What is not among them is never guessed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_UP, ROUND_UP, Decimal

from cowork_dsl.compiler.sheets.cells import SheetError
from cowork_dsl.compiler.sheets.formats import moment_of, serial_of
from cowork_dsl.compiler.sheets.lookup import LOOKUPS, criterion
from cowork_dsl.compiler.sheets.numbers import EXACT, Block, Wrong, compared, figures, number, one, text, truth, whole
from cowork_dsl.compiler.sheets.parse import Uncalculable

Args = Sequence[object]
Function = Callable[[Args], object]


def _sum(args: Args) -> Decimal:
    total = Decimal(0)
    for figure in figures(args):
        total = EXACT.add(total, figure)
    return total


def _mean(found: Sequence[Decimal]) -> Decimal:
    if not found:
        raise Wrong("#DIV/0!")
    return EXACT.divide(_sum(found), Decimal(len(found)))


def _median(args: Args) -> Decimal:
    found = sorted(figures(args))
    if not found:
        raise Wrong("#NUM!")
    middle = len(found) // 2
    return found[middle] if len(found) % 2 else _mean(found[middle - 1 : middle + 1])


def _product(args: Args) -> Decimal:
    total = Decimal(1)
    for figure in figures(args):
        total = EXACT.multiply(total, figure)
    return total


def _sumproduct(args: Args) -> Decimal:
    blocks = [arg if isinstance(arg, Block) else Block(((arg,),)) for arg in args]
    if len({(len(block.rows), len(block.rows[0])) for block in blocks}) != 1:
        raise Wrong("#VALUE!")
    total = Decimal(0)
    for values in zip(*(block.flat() for block in blocks), strict=True):
        product = Decimal(1)
        for value in values:
            if isinstance(value, SheetError):
                raise Wrong(value.code)
            product = EXACT.multiply(product, value) if isinstance(value, Decimal) else Decimal(0)
        total = EXACT.add(total, product)
    return total


def _rounded(mode: str) -> Function:
    def function(args: Args) -> Decimal:
        places = whole(args[1]) if len(args) > 1 else 0
        if not -100 <= places <= 100:
            raise Wrong("#NUM!")
        value = number(args[0])
        step = Decimal(1).scaleb(-places)
        if value.adjusted() + places > 26:
            return value
        return value.quantize(step, mode, EXACT) + 0

    return function


def _mod(args: Args) -> Decimal:
    value, by = number(args[0]), number(args[1])
    if by == 0:
        raise Wrong("#DIV/0!")
    rest = EXACT.remainder(value, by)
    return EXACT.add(rest, by) if rest and (rest < 0) != (by < 0) else rest


def _count(args: Args) -> Decimal:
    values = [value for arg in args for value in (arg.flat() if isinstance(arg, Block) else (arg,))]
    return Decimal(sum(isinstance(value, Decimal) for value in values))


def _counta(args: Args) -> Decimal:
    values = [value for arg in args for value in (arg.flat() if isinstance(arg, Block) else (arg,))]
    return Decimal(sum(value is not None for value in values))


def _countblank(args: Args) -> Decimal:
    return Decimal(sum(value is None or value == "" for arg in args if isinstance(arg, Block) for value in arg.flat()))


def _truths(args: Args) -> list[bool]:
    found: list[bool] = []
    for arg in args:
        values = arg.flat() if isinstance(arg, Block) else (arg,)
        found.extend(
            truth(value)
            for value in values
            if not (isinstance(arg, Block) and (value is None or isinstance(value, str)))
        )
    return found


def _chosen(args: Args) -> list[int]:
    """The places of a range that meet all pairs of (range, criterion)."""
    blocks = [args[index] for index in range(0, len(args), 2)]
    if not blocks or len(args) % 2 or not all(isinstance(block, Block) for block in blocks):
        raise Wrong("#VALUE!")
    columns = [list(block.flat()) for block in blocks if isinstance(block, Block)]
    if len({len(column) for column in columns}) != 1:
        raise Wrong("#VALUE!")
    tests = [criterion(one(args[index])) for index in range(1, len(args), 2)]
    return [
        at
        for at in range(len(columns[0]))
        if all(test(column[at]) for test, column in zip(tests, columns, strict=True))
    ]


def _values_at(block: object, places: Sequence[int]) -> list[Decimal]:
    if not isinstance(block, Block):
        raise Wrong("#VALUE!")
    values = list(block.flat())
    found = [values[at] for at in places if at < len(values)]
    for value in found:
        if isinstance(value, SheetError):
            raise Wrong(value.code)
    return [value for value in found if isinstance(value, Decimal)]


def _sumif(args: Args) -> Decimal:
    return _sum(_values_at(args[2] if len(args) > 2 else args[0], _chosen(args[:2])))


def _averageif(args: Args) -> Decimal:
    return _mean(_values_at(args[2] if len(args) > 2 else args[0], _chosen(args[:2])))


def _date(args: Args) -> Decimal:
    year, month, day = (whole(arg) for arg in args[:3])
    years, month = divmod(month - 1, 12)
    if not 1900 <= year + years <= 9999 or abs(day) > 100_000:
        raise Wrong("#NUM!")
    from datetime import date

    return serial_of(date(year + years, month + 1, 1)) + day - 1


def _day_part(part: str) -> Function:
    def function(args: Args) -> Decimal:
        found = moment_of(number(args[0]), False)
        if found is None:
            raise Wrong("#NUM!")
        return Decimal(getattr(found, part))

    return function


def _power(args: Args) -> Decimal:
    base, exponent = number(args[0]), number(args[1])
    if base == 0 and exponent <= 0:
        raise Wrong("#NUM!" if exponent == 0 else "#DIV/0!")
    if abs(exponent) > 10_000:
        raise Wrong("#NUM!")
    return EXACT.power(base, exponent)


def _sqrt(args: Args) -> Decimal:
    value = number(args[0])
    if value < 0:
        raise Wrong("#NUM!")
    return EXACT.sqrt(value)


def _part(cut: Callable[[str, int], str]) -> Function:
    def function(args: Args) -> str:
        size = whole(args[1]) if len(args) > 1 else 1
        if size < 0:
            raise Wrong("#VALUE!")
        return cut(text(args[0]), size)

    return function


def _mid(args: Args) -> str:
    start, size = whole(args[1]), whole(args[2])
    if start < 1 or size < 0:
        raise Wrong("#VALUE!")
    return text(args[0])[start - 1 : start - 1 + size]


def _concatenated(args: Args) -> str:
    values = [value for arg in args for value in (arg.flat() if isinstance(arg, Block) else (arg,))]
    joined = "".join(text(value) for value in values)
    if len(joined) > 32_767:
        raise Wrong("#VALUE!")
    return joined


def _least(choose: Callable[[Sequence[Decimal]], Decimal]) -> Function:
    return lambda args: choose(figures(args) or [Decimal(0)])


def _nth(reverse: bool) -> Function:
    def function(args: Args) -> Decimal:
        found, at = sorted(figures(args[:1]), reverse=reverse), whole(args[1])
        if not 1 <= at <= len(found):
            raise Wrong("#NUM!")
        return found[at - 1]

    return function


FUNCTIONS: dict[str, tuple[int, int, Function]] = {
    "SUM": (1, 255, _sum),
    "AVERAGE": (1, 255, lambda args: _mean(figures(args))),
    "MEDIAN": (1, 255, _median),
    "PRODUCT": (1, 255, _product),
    "SUMPRODUCT": (1, 255, _sumproduct),
    "MIN": (1, 255, _least(min)),
    "MAX": (1, 255, _least(max)),
    "LARGE": (2, 2, _nth(True)),
    "SMALL": (2, 2, _nth(False)),
    "COUNT": (1, 255, _count),
    "COUNTA": (1, 255, _counta),
    "COUNTBLANK": (1, 1, _countblank),
    "COUNTIF": (2, 2, lambda args: Decimal(len(_chosen(args)))),
    "COUNTIFS": (2, 254, lambda args: Decimal(len(_chosen(args)))),
    "SUMIF": (2, 3, _sumif),
    "SUMIFS": (3, 255, lambda args: _sum(_values_at(args[0], _chosen(args[1:])))),
    "AVERAGEIF": (2, 3, _averageif),
    "AVERAGEIFS": (3, 255, lambda args: _mean(_values_at(args[0], _chosen(args[1:])))),
    "ROUND": (2, 2, _rounded(ROUND_HALF_UP)),
    "ROUNDUP": (2, 2, _rounded(ROUND_UP)),
    "ROUNDDOWN": (2, 2, _rounded(ROUND_DOWN)),
    "TRUNC": (1, 2, _rounded(ROUND_DOWN)),
    "INT": (1, 1, _rounded(ROUND_FLOOR)),
    "ABS": (1, 1, lambda args: abs(number(args[0]))),
    "SIGN": (1, 1, lambda args: Decimal((number(args[0]) > 0) - (number(args[0]) < 0))),
    "MOD": (2, 2, _mod),
    "POWER": (2, 2, _power),
    "SQRT": (1, 1, _sqrt),
    "CEILING": (1, 2, lambda args: _multiple(args, ROUND_CEILING)),
    "FLOOR": (1, 2, lambda args: _multiple(args, ROUND_FLOOR)),
    "AND": (1, 255, lambda args: all(_truths(args))),
    "OR": (1, 255, lambda args: any(_truths(args))),
    "NOT": (1, 1, lambda args: not truth(args[0])),
    "TRUE": (0, 0, lambda args: True),
    "FALSE": (0, 0, lambda args: False),
    "DATE": (3, 3, _date),
    "YEAR": (1, 1, _day_part("year")),
    "MONTH": (1, 1, _day_part("month")),
    "DAY": (1, 1, _day_part("day")),
    "LEN": (1, 1, lambda args: Decimal(len(text(args[0])))),
    "LEFT": (1, 2, _part(lambda whole_text, size: whole_text[:size])),
    "RIGHT": (1, 2, _part(lambda whole_text, size: whole_text[-size:] if size else "")),
    "MID": (3, 3, _mid),
    "TRIM": (1, 1, lambda args: " ".join(text(args[0]).split())),
    "UPPER": (1, 1, lambda args: text(args[0]).upper()),
    "LOWER": (1, 1, lambda args: text(args[0]).lower()),
    "CONCATENATE": (1, 255, _concatenated),
    "CONCAT": (1, 255, _concatenated),
    "EXACT": (2, 2, lambda args: text(args[0]) == text(args[1])),
    "VALUE": (1, 1, lambda args: number(args[0])),
    "ISBLANK": (1, 1, lambda args: _raw(args[0]) is None),
    "ISNUMBER": (1, 1, lambda args: isinstance(_raw(args[0]), Decimal)),
    "ISTEXT": (1, 1, lambda args: isinstance(_raw(args[0]), str)),
    "ISERROR": (1, 1, lambda args: isinstance(_raw(args[0]), SheetError)),
    "NA": (0, 0, lambda args: SheetError("#N/A")),
    **LOOKUPS,
}
"""Name to the fewest and the most arguments, and what it does."""


def _raw(value: object) -> object:
    return value.rows[0][0] if isinstance(value, Block) else value


def _multiple(args: Args, mode: str) -> Decimal:
    value, step = number(args[0]), number(args[1]) if len(args) > 1 else Decimal(1)
    if step == 0:
        return Decimal(0)
    return EXACT.multiply(EXACT.divide(value, step).quantize(Decimal(1), mode, EXACT), step)


def called(name: str, args: Args) -> object:
    """The value of a function.

    Raises:
        Uncalculable: It is not known.
        Wrong: Its value is an error.
    """
    found = FUNCTIONS.get(name)
    if found is None:
        raise Uncalculable(f"uses {name}, which is not recalculated here")
    least, most, function = found
    if not least <= len(args) <= most:
        raise Wrong("#VALUE!")
    return function(args)


OPERATORS: dict[str, Function] = {
    "+": lambda args: EXACT.add(number(args[0]), number(args[1])),
    "-": lambda args: EXACT.subtract(number(args[0]), number(args[1])),
    "*": lambda args: EXACT.multiply(number(args[0]), number(args[1])),
    "/": lambda args: _divided(number(args[0]), number(args[1])),
    "^": _power,
    "%": lambda args: number(args[0]).scaleb(-2),
    "neg": lambda args: -number(args[0]),
    "&": _concatenated,
    "=": lambda args: compared(args[0], args[1]) == 0,
    "<>": lambda args: compared(args[0], args[1]) != 0,
    "<": lambda args: compared(args[0], args[1]) < 0,
    ">": lambda args: compared(args[0], args[1]) > 0,
    "<=": lambda args: compared(args[0], args[1]) <= 0,
    ">=": lambda args: compared(args[0], args[1]) >= 0,
}


def _divided(value: Decimal, by: Decimal) -> Decimal:
    if by == 0:
        raise Wrong("#DIV/0!")
    return EXACT.divide(value, by)
