"""Methods of texts."""

from datetime import date
from decimal import Decimal

import pytest

from cowork_dsl.compiler.values import texts
from cowork_dsl.compiler.values.doc import Block, Doc
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.scalars import Money, percent

REPLY = "The total is **1,234.50 EUR** (7%), due 15 April 2026 at 09:30; see inv-001 – “final”."


@pytest.mark.parametrize(
    "token",
    [
        "total",
        "TOTAL",
        "the total is",
        "inv-001",
        '"final"',
        7,
        Decimal("1234.5"),
        Money(Decimal("1234.50"), "EUR"),
        percent("7"),
        date(2026, 4, 15),
    ],
)
def test_has(token: object) -> None:
    actual = texts.has_words(REPLY, token)

    assert actual is True


@pytest.mark.parametrize("token", ["tot", "inv-00", 1234, 2026, 30, "fina", date(2026, 4, 16)])
def test_has_not(token: object) -> None:
    actual = texts.has_words(REPLY, token)

    assert actual is False


def test_words_without_blanks_between_them() -> None:
    actual = texts.has_words("合計は東京です", "東京")

    assert actual is True


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,234.50 and -7, 3.5%", ["1234.50", "-7", "3.5"]),
        ("due 2026-04-15 09:30, 4 items", ["4"]),
        ("A1 B-2 3", ["3"]),
        ("1 200 000 units", ["1200000"]),
        ("", []),
    ],
)
def test_numbers(text: str, expected: list[str]) -> None:
    actual = texts.numbers(text)

    assert actual == [Decimal(number) for number in expected]


def test_dates() -> None:
    actual = texts.dates("from 2026-04-15 to May 3, 2026 and 7 June 2026")

    assert actual == [date(2026, 4, 15), date(2026, 5, 3), date(2026, 6, 7)]


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [("abc", "ABC ", 1, 1), ("night", "nacht", 0.2, 0.3), ("abc", "xyz", 0, 0), ("", "", 1, 1)],
)
def test_similar(one: str, other: str, low: float, high: float) -> None:
    actual = texts.similar(one, other)

    assert low <= actual <= high


def test_norm() -> None:
    actual = texts.norm("  **Ünder** “x” –  Y\n")

    assert actual == 'ünder "x" - y'


def test_words_counts_words() -> None:
    actual = texts.words(Doc((Block("heading", "Best region"), Block("paragraph", "It's EMEA, 1,200.50 EUR."))))

    assert actual == 7 - 1


@pytest.mark.parametrize(
    ("function", "text"), [(texts.to_number, "abc"), (texts.to_date, "04/05/2026"), (texts.upper, None)]
)
def test_fails(function: object, text: object) -> None:
    with pytest.raises(Fail):
        function(text)  # type: ignore[operator]
