"""Equality and order."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.values.compare import contains, eq, lt, ne
from cowork_dsl.compiler.values.doc import Block, Doc
from cowork_dsl.compiler.values.failures import Fail, Missing, Unreadable, trace
from cowork_dsl.compiler.values.library import make_bag, make_set
from cowork_dsl.compiler.values.rows import ordered
from cowork_dsl.compiler.values.scalars import FilePath, Money, percent
from cowork_dsl.compiler.values.tables import table_of

ROWS = st.lists(st.fixed_dictionaries({"a": st.integers(0, 3), "b": st.text("xy", max_size=1)}), max_size=6)


@settings(max_examples=60, deadline=None)
@given(ROWS, st.randoms())
def test_tables_are_equal_in_any_order(rows: list[Mapping[str, object]], random: object) -> None:
    mixed = list(rows)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    actual = eq(table_of(rows, ("a", "b")), table_of(mixed, ("b", "a")))

    assert actual is True


@settings(max_examples=60, deadline=None)
@given(ROWS, ROWS)
def test_ordered_tables_are_equal_as_lists_are(
    left: list[Mapping[str, object]], right: list[Mapping[str, object]]
) -> None:
    actual = eq(ordered(table_of(left, ("a", "b"))), table_of(right, ("a", "b")))

    assert actual == (left == right)


NOON = datetime(2026, 6, 4, 12, 0, tzinfo=UTC)
EQUAL = [
    (1, Decimal("1.00")),
    (percent("7"), Decimal("0.07")),
    (Money(Decimal("5"), "EUR"), Money(Decimal("5.00"), "EUR")),
    ("é", "e\u0301"),
    (FilePath("a/b"), "a/b"),
    (NOON, NOON.astimezone(ZoneInfo("Europe/Berlin"))),
    (None, Missing("x")),
    ([1, [2]], (1, [Decimal(2)])),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    (make_set([1, 2, 2]), [2, 1]),
    (make_bag([1, 2, 2]), [2, 1, 2]),
    (Doc((Block("paragraph", "a  b"), Block("paragraph", "c"))), "a b\nc"),
]
DIFFERENT = [
    (1, True),
    ("1", 1),
    (" a", "a"),
    ("A", "a"),
    ([1, 2], [2, 1]),
    (make_bag([1, 2]), [1, 2, 2]),
    (date(2026, 1, 1), NOON),
    (None, ""),
    (Money(Decimal(5), "EUR"), 5),
    (Unreadable("x", "a number"), Unreadable("x", "a number")),
    (table_of([{"a": 1}], ("a",)), table_of([{"a": 1, "b": 1}], ("a", "b"))),
]


@pytest.mark.parametrize(("left", "right"), EQUAL)
def test_equal(left: object, right: object) -> None:
    actual = (eq(left, right), eq(right, left), ne(left, right))

    assert actual == (True, True, False)


@pytest.mark.parametrize(("left", "right"), DIFFERENT)
def test_different(left: object, right: object) -> None:
    actual = (eq(left, right), eq(right, left))

    assert actual == (False, False)


@pytest.mark.parametrize(
    ("left", "right", "reason"),
    [
        (None, 1, "none"),
        ([1], [2], "no order"),
        (True, False, "no order"),
        (1, "1", "no common order"),
        (Money(Decimal(1), "EUR"), Money(Decimal(1), "USD"), "no common order"),
    ],
)
def test_what_has_no_order_fails(left: object, right: object, reason: str) -> None:
    with pytest.raises(Fail, match=reason):
        lt(left, right)


def test_currencies_are_not_compared() -> None:
    with pytest.raises(Fail, match="different currencies"):
        eq(Money(Decimal(1), "EUR"), Money(Decimal(1), "USD"))


@pytest.mark.parametrize(
    ("item", "where"), [(1, [2, Decimal(1)]), ("b", "abc"), ("a", {"a": 1}), (2, make_set([1, 2]))]
)
def test_contains(item: object, where: object) -> None:
    actual = contains(item, where)

    assert actual is True


def test_failed_comparison_notes_its_operands() -> None:
    with trace() as notes:
        eq(1, 2)

    assert notes == [("==", 1, 2)]
