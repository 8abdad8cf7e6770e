"""Methods of tables, lists and maps."""

from decimal import Decimal
from typing import Any

import pytest

from cowork_dsl.compiler.values.admit import evaluate
from cowork_dsl.compiler.values.failures import Fail, NotProven, Unreadable, trace
from cowork_dsl.compiler.values.library import NAMESPACE, PLAIN
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.compiler.values.tables import Table, table_of

SALES = table_of(
    [
        {"id": 1, "region": "EMEA", "total": 5},
        {"id": 2, "region": "APAC", "total": 7},
        {"id": 3, "region": "EMEA", "total": 2},
    ],
    key="id",
    name="sales.csv",
)
NAMES = {
    **NAMESPACE,
    "sales": SALES,
    "empty": Table(("id",), (), "id", name="empty.csv"),
    "bad": table_of([{"total": Unreadable("abc", "a number")}]),
    "links": table_of([{"a": "x", "b": "y"}, {"a": "y", "b": "z"}, {"a": "z", "b": "x"}]),
    "nothing": None,
    "euros": [Money(Decimal(1), "EUR")],
}
R = "lambda row: col(row, 'region')"
T = "lambda row: col(row, 'total')"


def value(text: str) -> Any:
    return evaluate(text, NAMES)


VALUES = [
    (f"group_sum(group(sales, {R}), {T})", {"EMEA": 7, "APAC": 7}),
    (f"group_count(group(sales, {R}))", {"EMEA": 2, "APAC": 1}),
    (f"sum(where(sales, lambda row: eq(col(row, 'region'), 'EMEA')), {T})", 7),
    ("sum([])", 0),
    (f"mean(sales, {T})", Decimal("4.666666666666666666666666667")),
    (f"values_of(sort(sales, {T}, descending=True), {T})", [7, 5, 2]),
    (f"values_of(sort(sales, {R}, {T}), {T})", [7, 2, 5]),
    (f"running(sales, {T})", [5, 12, 14]),
    (f"values_of(distinct(sales, {R}), {R})", ["EMEA", "APAC"]),
    (f"map(sales, lambda row: col(row, 'id'), {T})", {1: 5, 2: 7, 3: 2}),
    ("map([1, 2], lambda x: add(x, 1))", [2, 3]),
    (f"col(argmax(sales, {T}), 'region')", "APAC"),
    ("argmin({'a': 2, 'b': 1})", "b"),
    ("only(sales, lambda row: eq(col(row, 'id'), 2))", {"id": 2, "region": "APAC", "total": 7}),
    ("first([1, 2, 3], 2)", [1, 2]),
    ("last([1, 2, 3], 2)", [2, 3]),
    ("skip([1, 2, 3], 1)", [2, 3]),
    ("columns(sales)", ["id", "region", "total"]),
    ("has(sales, 3)", True),
    ("has(sales, 4)", False),
    ("share(sales, lambda row: gt(col(row, 'total'), 4))", Decimal("0.6666666666666666666666666667")),
    ("closure(links, lambda row: col(row, 'a'), lambda row: col(row, 'b'))", {k: ["x", "y", "z"] for k in "xyz"}),
    ("count(join(sales, sales, lambda row: col(row, 'region')))", 5),
    ("columns(select(sales, {'r': lambda row: col(row, 'region')}))", ["r"]),
    ("columns(with_(sales, {'twice': lambda row: mul(col(row, 'total'), 2)}))", ["id", "region", "total", "twice"]),
    ("count(where(sales, lambda row: gt(col(row, 'total'), 100)))", 0),
    ("never(sales, lambda row: gt(col(row, 'total'), 100))", True),
    ("any(empty, lambda row: True)", False),
    ("field(first(sales), 'region')", "EMEA"),
    ("item([1, 2, 3], neg(1))", 3),
    ("item({'a': 1}, 'a')", 1),
    ("get({'a': 1}, 'b', 5)", 5),
    ("flat([[1], [2, 3]])", [1, 2, 3]),
]


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_value(text: str, expected: object) -> None:
    actual = value(text)

    assert actual == expected


FAILS = [
    (f"map(sales, {R}, {T})", "two rows have the key"),
    ("argmax({'a': 1, 'b': 1})", "tie"),
    ("only(sales, lambda row: eq(col(row, 'region'), 'EMEA'))", "2 rows"),
    ("only(sales, lambda row: eq(col(row, 'id'), 9))", "no rows"),
    ("col(first(sales), 'nope')", "no column `nope`"),
    ("sum(bad, lambda row: col(row, 'total'))", "abc"),
    ("count(nothing)", "none"),
    ("field(nothing, 'x')", "none"),
    ("item([1], 5)", "no element 5"),
    ("first([])", "first of nothing"),
    ("least([])", "nothing"),
    ("mean([])", "mean of nothing"),
    ("sum([1, 'a'])", "no meaning"),
    ("sort([1, 'a'], lambda row: row)", "no common order"),
    ("where([1], lambda row: row)", "not true or false"),
    ("field('text', '__class__')", "no field"),
    ("add(item(euros, 0), 1)", "no meaning"),
]


@pytest.mark.parametrize(("text", "reason"), FAILS)
def test_failure(text: str, reason: str) -> None:
    with pytest.raises(Fail, match=reason):
        value(text)


@pytest.mark.parametrize(
    "text",
    [
        "all(empty, lambda row: True)",
        "count(where(empty, lambda row: True))",
        "count(empty, lambda row: True)",
        "never(empty, lambda row: True)",
        "share(empty, lambda row: True)",
    ],
)
def test_claim_about_an_empty_table_is_not_proven(text: str) -> None:
    with pytest.raises(NotProven):
        value(text)


@pytest.mark.parametrize(
    "text",
    ["all(empty, lambda row: True)", "never(empty, lambda row: True)", "eq(count(where(empty, lambda row: True)), 0)"],
)
def test_claim_about_an_empty_table_is_plain_outside_of_verify(text: str) -> None:
    actual = evaluate(text, {**NAMES, **PLAIN})

    assert actual is True


def test_empty_table_has_a_count() -> None:
    actual = value("count(empty)")

    assert actual == 0


def test_filter_notes_nothing_and_all_notes_the_row() -> None:
    with trace() as notes:
        value("all(where(sales, lambda row: eq(col(row, 'region'), 'EMEA')), lambda row: gt(col(row, 'total'), 3))")

    assert [note[0] for note in notes] == [">", "row"]
