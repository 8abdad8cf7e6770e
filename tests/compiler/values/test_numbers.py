"""Functions of numbers, nearness and matching."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.values import nearness, numbers
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.scalars import Money, percent

CENTS = st.decimals(min_value=-(10**6), max_value=10**6, places=2)


@settings(max_examples=60, deadline=None)
@given(CENTS, CENTS, st.decimals(min_value=0, max_value=100, places=2))
def test_near_is_symmetric_and_inclusive(a: Decimal, b: Decimal, tolerance: Decimal) -> None:
    actual = nearness.near(a, b, tolerance)

    assert actual == nearness.near(b, a, tolerance) == (abs(a - b) <= tolerance)


@pytest.mark.parametrize(
    ("found", "expected", "tolerance", "result"),
    [
        (Money(Decimal("1.00"), "EUR"), Money(Decimal("1.01"), "EUR"), Money(Decimal("0.01"), "EUR"), True),
        (Money(Decimal("1.00"), "EUR"), Money(Decimal("1.02"), "EUR"), Money(Decimal("0.01"), "EUR"), False),
        (99, 100, percent("1"), True),
        (Decimal("98.99"), 100, percent("1"), False),
        (percent("50"), percent("51"), nearness.points(1), True),
        ({"a": 1, "b": 2}, {"b": 2, "a": 2}, 1, True),
        ({"a": 1}, {"a": 1, "b": 1}, 1, False),
        ([1, 2], [1, 3], 1, True),
        ([1, 2], [1], 1, False),
    ],
)
def test_near(found: Any, expected: Any, tolerance: Any, result: bool) -> None:
    actual = nearness.near(found, expected, tolerance)

    assert actual is result


@pytest.mark.parametrize(
    ("found", "expected", "tolerance"),
    [
        ("a", "a", 1),
        (None, 1, 1),
        (1, 1, Money(Decimal(1), "EUR")),
        (Money(Decimal(1), "EUR"), Money(Decimal(1), "USD"), 1),
    ],
)
def test_what_is_never_near_fails(found: Any, expected: Any, tolerance: Any) -> None:
    with pytest.raises(Fail):
        nearness.near(found, expected, tolerance)


@pytest.mark.parametrize(
    ("found", "expected", "extra", "score"),
    [
        (["a", "b"], ["a", "b"], 0, "1"),
        (["a"], ["a", "b"], 0, "0.5"),
        (["a", "x"], ["a", "b"], "0.2", "0.3"),
        (["a", "a"], ["a", "b"], "0.2", "0.3"),
        (["x", "y", "z", "w"], ["a"], "0.5", "0"),
    ],
)
def test_match(found: list[str], expected: list[str], extra: str, score: str) -> None:
    actual = nearness.match(found, expected, extra=Decimal(extra))

    assert actual == Decimal(score)


@pytest.mark.parametrize(
    ("value", "digits", "mode", "expected"),
    [
        (Decimal("2.5"), 0, "half_even", 2),
        (Decimal("3.5"), 0, "half_even", 4),
        (Decimal("2.5"), 0, "half_up", 3),
        (Decimal("-2.5"), 0, "half_up", -3),
        (Decimal("1.005"), 2, "half_even", Decimal("1.00")),
        (1234, -2, "half_even", 1200),
    ],
)
def test_round(value: Any, digits: int, mode: str, expected: Any) -> None:
    actual = numbers.round_(value, digits, mode)

    assert actual == expected


def test_npv() -> None:
    actual = numbers.npv(percent("10"), [Money(Decimal(-100), "EUR"), Money(Decimal(110), "EUR")])

    assert abs(actual.amount) < Decimal("1e-20")


def test_irr() -> None:
    actual = numbers.irr([-100, 60, 60])

    assert actual == Decimal("0.130662386292")


def test_range_has_both_ends() -> None:
    actual = numbers.range_(2, 4)

    assert actual == [2, 3, 4]


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (numbers.mod, (1, 0)),
        (numbers.pow_, (0, -1)),
        (numbers.pow_, (2, 100_000)),
        (numbers.range_, (1, 10**9)),
        (numbers.irr, ([1, 2],)),
        (numbers.round_, (None,)),
        (numbers.min_, (1, "a")),
    ],
)
def test_fails(function: Any, args: tuple[Any, ...]) -> None:
    with pytest.raises(Fail):
        function(*args)
