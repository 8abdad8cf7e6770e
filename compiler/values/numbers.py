"""Functions of numbers."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, DecimalException
from typing import Any

from cowork_dsl.compiler.values.arithmetic import add, mul, neg, small, sub
from cowork_dsl.compiler.values.compare import ranked
from cowork_dsl.compiler.values.failures import Fail, is_none, missing, spend
from cowork_dsl.compiler.values.picks import extreme
from cowork_dsl.compiler.values.rows import rows_of, total
from cowork_dsl.compiler.values.scalars import DIVISION, WIDE, Money, Percent
from cowork_dsl.compiler.values.show import brief

_ROUNDING = {"half_even": ROUND_HALF_EVEN, "half_up": ROUND_HALF_UP}
_MOST = 100_000


def bare(value: Any) -> Decimal:
    """The number of a number, percentage or amount."""
    kind = value.__class__
    if kind is int or kind is Decimal:
        return Decimal(value)
    if kind is Percent:
        return Decimal(value.value)
    if kind is Money:
        return Decimal(value.amount)
    raise missing(value, "calculate with") if is_none(value) else Fail(f"{brief(value)} is no number")


def _whole(value: Any) -> int:
    if value.__class__ is not int:
        raise missing(value, "calculate with") if is_none(value) else Fail(f"{brief(value)} is no whole number")
    return int(value)


def round_(value: Any, digits: int = 0, mode: str = "half_even") -> Any:
    """Rounded to so many digits; without digits a number becomes a whole one."""
    if not -100 <= _whole(digits) <= 100:
        raise Fail(f"{digits} digits are too many")
    kind = value.__class__
    try:
        # a percentage is rounded as it is written: 12.34% has two digits
        places = digits + 2 if kind is Percent else digits
        found = bare(value).quantize(Decimal(1).scaleb(-places), _ROUNDING[mode], WIDE)
    except (DecimalException, KeyError):
        raise Fail(f"{brief(value)} can't be rounded so") from None
    if kind is Money:
        return Money(found, value.currency)
    if kind is Percent:
        return Percent(found)
    return small(int(found)) if digits <= 0 else found


def min_(*values: Any) -> Any:
    """The least."""
    return extreme(list(values), -1)


def max_(*values: Any) -> Any:
    """The greatest."""
    return extreme(list(values), 1)


def abs_(value: Any) -> Any:
    """Without its sign."""
    found = sub(value, value)
    a, b = ranked([value, found])
    return neg(value) if a < b else value


def pow_(base: Any, exponent: Any) -> Any:
    """A power with a whole exponent of at most 10,000; exact for a natural one, else to 28 digits."""
    number, power = bare(base), _whole(exponent)
    if abs(power) > 10_000:
        raise Fail("this power is too large")
    if base.__class__ is int and power >= 0:
        if base.bit_length() * power > 4096:
            raise Fail("this number is too large")
        return base**power
    if power < 0 and number == 0:
        raise Fail(f"{brief(base)} is divided by zero")
    try:
        return DIVISION.power(number, power)
    except DecimalException:
        raise Fail("this number has too many digits") from None


def mod(value: Any, by: Any) -> int:
    """The remainder, with the sign of ``by``."""
    if _whole(by) == 0:
        raise Fail(f"{brief(value)} is divided by zero")
    return _whole(value) % int(by)


def range_(start: Any, end: Any) -> list[int]:
    """Whole numbers, both ends included."""
    size = _whole(end) - _whole(start) + 1
    if size > _MOST:
        raise Fail(f"a range of {size} numbers is too long; {_MOST} is the most")
    spend(max(size, 0))
    return list(range(start, end + 1))


def npv(rate: Any, flows: Any) -> Any:
    """The net present value, the first flow at time 0."""
    growth = add(Decimal(1), bare(rate))
    if growth <= 0:
        raise Fail("a rate of -100% or less has no present value")
    found, factor = [], Decimal(1)
    for flow in rows_of(flows):
        # each factor is kept to 28 digits, as a quotient is
        found.append(mul(flow, factor))
        factor = DIVISION.divide(factor, growth)
    return total(found)


def irr(flows: Any) -> Decimal:
    """The rate at which the net present value is 0, found by halving, to 12 digits."""
    values = [bare(flow) for flow in rows_of(flows)]
    if not any(value > 0 for value in values) or not any(value < 0 for value in values):
        raise Fail("flows of one sign have no internal rate of return")

    def value(rate: Decimal) -> Decimal:
        spend(len(values))
        growth, present, factor = 1 + rate, Decimal(0), Decimal(1)
        for flow in values:
            present = DIVISION.add(present, DIVISION.multiply(flow, factor))
            factor = DIVISION.divide(factor, growth)
        return present

    low, high = Decimal("-0.999999"), Decimal(10)
    below = value(low)
    while value(high) * below > 0:
        high *= 10
        if high > 1_000_000:
            raise Fail("there is no internal rate of return")
    for _ in range(120):
        middle = DIVISION.divide(low + high, Decimal(2))
        here = value(middle)
        if here == 0:
            low = high = middle
            break
        if here * below > 0:
            low, below = middle, here
        else:
            high = middle
    return DIVISION.divide(low + high, Decimal(2)).quantize(Decimal("1e-12"))


def as_number(value: Any) -> Decimal:
    """The bare number."""
    return bare(value)
