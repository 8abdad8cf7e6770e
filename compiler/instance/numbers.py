"""Numbers under their kinds: what money, percents and plain numbers have in common for a draw."""

from __future__ import annotations

from decimal import Decimal

from cowork_dsl.compiler.values.scalars import Money, Percent

_LEAST_PLACES = 2
_MOST_PLACES = 20


def bounds(low: object, high: object) -> tuple[Decimal, Decimal]:
    """Two values of one kind as numbers; ValueError where they are not."""
    kinds = {_kind(low), _kind(high)}
    if len(kinds) > 1:
        raise ValueError("both ends must be of one kind and one currency")
    return _number(low), _number(high)


def rebuilt(like: object, number: Decimal) -> object:
    """A number as a value of the kind of ``like``."""
    if isinstance(like, Money):
        return Money(number, like.currency)
    if isinstance(like, Percent):
        return Percent(number.scaleb(-2))
    return number


def places_of(*numbers: Decimal, asked: int | None = None) -> int:
    """Decimal places to draw with: those asked for, else as many as the ends are written with, two at least."""
    if asked is not None:
        return min(max(asked, 0), _MOST_PLACES)
    written = []
    for number in numbers:
        exponent = number.as_tuple().exponent
        written.append(-exponent if isinstance(exponent, int) else 0)
    return max(_LEAST_PLACES, *written)


def _kind(value: object) -> str:
    if isinstance(value, Money):
        return f"money {value.currency}"
    if isinstance(value, Percent):
        return "percent"
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return "number"
    raise ValueError("both ends must be numbers, percents or money")


def _number(value: object) -> Decimal:
    if isinstance(value, Money):
        return value.amount
    if isinstance(value, Percent):
        return value.value.scaleb(2)
    assert isinstance(value, int | Decimal)
    return Decimal(value)
