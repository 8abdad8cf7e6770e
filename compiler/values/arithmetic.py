"""Exact sums and products, quotients to 28 digits; whatever has no result fails."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Context, Decimal, DecimalException
from typing import Any

from cowork_dsl.compiler.values.failures import Fail, Missing, missing, spend
from cowork_dsl.compiler.values.scalars import DIVISION, EXACT, Money, Percent
from cowork_dsl.compiler.values.show import brief

_MOST_BITS = 4096
Rule = Callable[[Any, Any], Any]


def exact(operation: Callable[[Any, Any], Decimal], left: Any, right: Any) -> Decimal:
    """The result of an exact operation."""
    try:
        return operation(left, right)
    except DecimalException:
        raise Fail("this number has too many digits") from None


def small(value: int) -> int:
    """A whole number of bounded size."""
    if value.bit_length() > _MOST_BITS:
        raise Fail("this number is too large")
    return value


def quotient(left: Any, right: Any, context: Context = DIVISION) -> Decimal:
    """A quotient to 28 digits."""
    if right == 0:
        raise Fail(f"{brief(left)} is divided by zero")
    try:
        return context.divide(Decimal(left), Decimal(right))
    except DecimalException:
        raise Fail("this number has too many digits") from None


def _whole_days(span: timedelta) -> timedelta:
    if span.seconds:
        raise Fail("a date moves by whole days; an instant by hours")
    return span


def _one_currency(left: Money, right: Money) -> str:
    if left.currency != right.currency:
        raise Fail(f"{brief(left)} and {brief(right)} are of different currencies")
    return left.currency


def _span(value: timedelta, factor: Any) -> timedelta:
    return _whole(exact(EXACT.multiply, Decimal(_seconds(value)), Decimal(factor)))


def _whole(seconds: Decimal) -> timedelta:
    if seconds != seconds.to_integral_value():
        raise Fail("a duration has whole seconds")
    return timedelta(seconds=int(seconds))


def _seconds(value: timedelta) -> int:
    return value.days * 86400 + value.seconds


def _joined(left: Any, right: Any) -> list[Any]:
    spend(len(left) + len(right))
    return [*left, *right]


_N = (int, Decimal)
_ADD: dict[tuple[type, type], Rule] = {
    (int, int): lambda a, b: small(a + b),
    (Percent, Percent): lambda a, b: Percent(exact(EXACT.add, a.value, b.value)),
    (Money, Money): lambda a, b: Money(exact(EXACT.add, a.amount, b.amount), _one_currency(a, b)),
    (timedelta, timedelta): lambda a, b: a + b,
    (date, timedelta): lambda a, b: a + _whole_days(b),
    (timedelta, date): lambda a, b: b + _whole_days(a),
    (datetime, timedelta): lambda a, b: a + b,
    (timedelta, datetime): lambda a, b: b + a,
    (list, list): _joined,
    (list, tuple): _joined,
    (tuple, list): _joined,
    (tuple, tuple): _joined,
}
_SUB: dict[tuple[type, type], Rule] = {
    (int, int): lambda a, b: small(a - b),
    (Percent, Percent): lambda a, b: Percent(exact(EXACT.subtract, a.value, b.value)),
    (Money, Money): lambda a, b: Money(exact(EXACT.subtract, a.amount, b.amount), _one_currency(a, b)),
    (timedelta, timedelta): lambda a, b: a - b,
    (date, date): lambda a, b: a - b,
    (date, timedelta): lambda a, b: a - _whole_days(b),
    (datetime, datetime): lambda a, b: a - b,
    (datetime, timedelta): lambda a, b: a - b,
}
_MUL: dict[tuple[type, type], Rule] = {
    (int, int): lambda a, b: small(a * b),
}
_DIV: dict[tuple[type, type], Rule] = {
    (Money, Money): lambda a, b: _one_currency(a, b) and quotient(a.amount, b.amount),
    (timedelta, timedelta): lambda a, b: quotient(_seconds(a), _seconds(b)),
}


def _numbers() -> None:
    """Fills in the rules of mixed numbers; a percentage counts as its value."""
    value: dict[type, Callable[[Any], Any]] = {int: lambda x: x, Decimal: lambda x: x, Percent: lambda x: x.value}

    def rule(operation: Callable[[Any, Any], Decimal], left: type, right: type) -> Rule:
        a, b = value[left], value[right]
        return lambda x, y: exact(operation, a(x), b(y))

    def over(left: type, right: type) -> Rule:
        a, b = value[left], value[right]
        return lambda x, y: quotient(a(x), b(y))

    for left in value:
        for right in value:
            _ADD.setdefault((left, right), rule(EXACT.add, left, right))
            _SUB.setdefault((left, right), rule(EXACT.subtract, left, right))
            _MUL.setdefault((left, right), rule(EXACT.multiply, left, right))
            _DIV.setdefault((left, right), over(left, right))
        number = value[left]
        _MUL[Money, left] = lambda a, b, number=number: Money(exact(EXACT.multiply, a.amount, number(b)), a.currency)  # type: ignore[misc]
        _MUL[left, Money] = lambda a, b, number=number: Money(exact(EXACT.multiply, number(a), b.amount), b.currency)  # type: ignore[misc]
        _DIV[Money, left] = lambda a, b, number=number: Money(quotient(a.amount, number(b)), a.currency)  # type: ignore[misc]
        _MUL[timedelta, left] = lambda a, b, number=number: _span(a, number(b))  # type: ignore[misc]
        _MUL[left, timedelta] = lambda a, b, number=number: _span(b, number(a))  # type: ignore[misc]
        _DIV[timedelta, left] = lambda a, b, number=number: _whole(quotient(_seconds(a), number(b)))  # type: ignore[misc]


_numbers()


def _apply(rules: dict[tuple[type, type], Rule], sign: str, left: Any, right: Any) -> Any:
    rule = rules.get((left.__class__, right.__class__))
    if rule is not None:
        try:
            return rule(left, right)
        except OverflowError:
            raise Fail(f"{brief(left)} {sign} {brief(right)} is out of range") from None
    for value in (left, right):
        if value is None or value.__class__ is Missing:
            raise missing(value, "calculate with")
    raise Fail(f"{brief(left)} {sign} {brief(right)} has no meaning")


def add(left: Any, right: Any) -> Any:
    """``left + right``."""
    return _apply(_ADD, "+", left, right)


def sub(left: Any, right: Any) -> Any:
    """``left - right``."""
    return _apply(_SUB, "-", left, right)


def mul(left: Any, right: Any) -> Any:
    """``left * right``."""
    return _apply(_MUL, "*", left, right)


def div(left: Any, right: Any) -> Any:
    """``left / right``."""
    return _apply(_DIV, "/", left, right)


_NEG: dict[type, Callable[[Any], Any]] = {
    int: lambda a: -a,
    Decimal: lambda a: a.copy_negate() if a else a,
    Percent: lambda a: Percent(a.value.copy_negate() if a.value else a.value),
    Money: lambda a: Money(a.amount.copy_negate() if a.amount else a.amount, a.currency),
    timedelta: lambda a: -a,
}


def neg(value: Any) -> Any:
    """``-value``."""
    rule = _NEG.get(value.__class__)
    if rule is not None:
        return rule(value)
    if value is None or value.__class__ is Missing:
        raise missing(value, "calculate with")
    raise Fail(f"-{brief(value)} has no meaning")


def no(value: Any) -> bool:
    """``not value``."""
    if value.__class__ is not bool:
        raise Fail(f"{brief(value)} is not true or false")
    return not value
