"""Exact sums and products, quotients to 28 digits."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.values.arithmetic import add, div, mul, neg, sub
from cowork_dsl.compiler.values.failures import Fail, Missing
from cowork_dsl.compiler.values.scalars import Money, Percent, percent

DECIMALS = st.decimals(min_value=-(10**12), max_value=10**12, places=6)
EUR = DECIMALS.map(lambda amount: Money(amount, "EUR"))


@settings(max_examples=60, deadline=None)
@given(DECIMALS, DECIMALS)
def test_sums_and_products_are_exact(a: Decimal, b: Decimal) -> None:
    actual = (Fraction(add(a, b)), Fraction(mul(a, b)), Fraction(sub(a, b)))

    assert actual == (Fraction(a) + Fraction(b), Fraction(a) * Fraction(b), Fraction(a) - Fraction(b))


@settings(max_examples=60, deadline=None)
@given(EUR, EUR, EUR)
def test_money_adds_in_any_order(a: Money, b: Money, c: Money) -> None:
    actual = add(add(a, b), c)

    assert actual == add(a, add(c, b))


def test_percent_is_exact() -> None:
    actual = mul(Money(Decimal("5000"), "EUR"), percent("7"))

    assert actual == Money(Decimal("350.00"), "EUR")


def test_quotient_has_28_digits() -> None:
    actual = div(1, 3)

    assert actual == Decimal("0." + "3" * 28)


def test_percents_add_to_a_percent() -> None:
    actual = add(percent("7"), percent("12.5"))

    assert actual == Percent(Decimal("0.195"))


def test_dates_differ_by_a_duration() -> None:
    actual = sub(date(2026, 4, 2), date(2026, 3, 31))

    assert actual == timedelta(days=2)


def test_zero_keeps_no_sign() -> None:
    actual = str(neg(Decimal("0.00")))

    assert actual == "0.00"


@pytest.mark.parametrize(
    ("operation", "left", "right", "reason"),
    [
        (add, None, 1, "none"),
        (add, Missing("out/a.csv"), 1, "out/a.csv is missing"),
        (div, 1, 0, "divided by zero"),
        (div, Money(Decimal(1), "EUR"), Decimal(0), "divided by zero"),
        (add, Money(Decimal(1), "EUR"), Money(Decimal(1), "USD"), "different currencies"),
        (add, "a", "b", "no meaning"),
        (add, True, 1, "no meaning"),
        (mul, Money(Decimal(1), "EUR"), Money(Decimal(1), "EUR"), "no meaning"),
        (add, date(2026, 1, 1), timedelta(hours=3), "whole days"),
        (add, date.max, timedelta(days=1), "out of range"),
    ],
)
def test_what_has_no_result_fails(operation: object, left: object, right: object, reason: str) -> None:
    with pytest.raises(Fail, match=reason):
        operation(left, right)  # type: ignore[operator]
