"""Filters of interpolation."""

from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any

import pytest

from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.library import PLAIN
from cowork_dsl.compiler.values.scalars import Money, percent
from cowork_dsl.grammar.functions import filter_names

EUROS = Money(Decimal("5000"), "EUR")
PRINTED = [
    ("upper", ("abc",), "ABC"),
    ("lower", ("ABC",), "abc"),
    ("title", ("the lead",), "The Lead"),
    ("strip", (" a ",), "a"),
    ("slug", ("Über GmbH & Co.",), "über-gmbh-co"),
    ("money", (EUROS,), "5,000.00 EUR"),
    ("money", (EUROS, 0), "5,000 EUR"),
    ("number", (EUROS,), "5,000.00"),
    ("number", (12345,), "12,345"),
    ("plain", (EUROS, 2), "5000.00"),
    ("percent", (percent("7"),), "7%"),
    ("percent", (Decimal("0.125"), 0), "12%"),
    ("date", (date(2026, 4, 2),), "2 April 2026"),
    ("date", (date(2026, 4, 2), "Weekday, DD.MM.YYYY"), "Thursday, 02.04.2026"),
    ("time", (time(9, 5),), "09:05"),
    ("time", (datetime(2026, 4, 2, 9, 5, tzinfo=UTC),), "09:05"),
    ("join", (["a", 1],), "a, 1"),
    ("join", (["a", "b"], " and "), "a and b"),
    ("bullets", (["a", "b"],), "- a\n- b"),
    ("json", ({"a": EUROS},), '{"a": "5000.00"}'),
    ("pad", (7, 3), "007"),
]


@pytest.mark.parametrize(("name", "args", "expected"), PRINTED)
def test_filter(name: str, args: tuple[Any, ...], expected: str) -> None:
    actual = PLAIN[f"filter_{name}"](*args)

    assert actual == expected


def test_every_filter_is_tested() -> None:
    actual = {name for name, _, _ in PRINTED}

    assert actual == set(filter_names())


@pytest.mark.parametrize(
    ("name", "args"), [("money", ("x",)), ("date", ("x",)), ("time", (None,)), ("join", (None,)), ("pad", (1, 10**9))]
)
def test_fails(name: str, args: tuple[Any, ...]) -> None:
    with pytest.raises(Fail):
        PLAIN[f"filter_{name}"](*args)
