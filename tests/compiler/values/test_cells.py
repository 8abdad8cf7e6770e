"""The written form of values in cells."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.analysis.types import Type, list_of, money, one_of, optional
from cowork_dsl.compiler.values.cells import CellError, format_cell, from_json, parse_cell, to_json, type_from_text
from cowork_dsl.compiler.values.compare import same
from cowork_dsl.compiler.values.scalars import Money, Percent

EUR = money("EUR")
INT, DECIMAL, DATE, TEXT = Type("int"), Type("decimal"), Type("date"), Type("text")
WRITTEN = [
    (Money(Decimal("5000"), "EUR"), EUR, "5000.00"),
    (Money(Decimal("4999.9"), "EUR"), EUR, "4999.90"),
    (Money(Decimal("0.125"), "EUR"), EUR, "0.125"),
    (Percent(Decimal("0.07")), Type("percent"), "7%"),
    (None, optional(TEXT), ""),
    (date(2026, 4, 2), DATE, "2026-04-02"),
    (datetime(2026, 4, 2, 9, 0, tzinfo=UTC), Type("datetime"), "2026-04-02T09:00Z"),
    (time(9, 30), Type("time"), "09:30"),
    (timedelta(days=3, hours=2), Type("duration"), "3d2h"),
    (True, Type("bool"), "true"),
    (12, INT, "12"),
    (["a", "b"], list_of(TEXT), '["a", "b"]'),
]


@pytest.mark.parametrize(("value", "kind", "text"), WRITTEN)
def test_written_form_reads_back(value: object, kind: Type, text: str) -> None:
    actual = (format_cell(value, kind), same(parse_cell(text, kind, False), value))

    assert actual == (text, True)


TOLERANT = [
    ("1,200", INT, 1200),
    ("1.200,50", DECIMAL, Decimal("1200.50")),
    ("1 200.50", DECIMAL, Decimal("1200.50")),
    ("12,5", DECIMAL, Decimal("12.5")),
    ("1.234", DECIMAL, Decimal("1.234")),
    ("(5.00)", DECIMAL, Decimal("-5.00")),
    ("−5", INT, -5),
    ("80.500", DECIMAL, Decimal("80.5")),
    ("12.0", INT, 12),
    ("€1,234.50", EUR, Money(Decimal("1234.50"), "EUR")),
    ("1234.50 EUR", EUR, Money(Decimal("1234.50"), "EUR")),
    ("-€5", EUR, Money(Decimal("-5"), "EUR")),
    ("7", Type("percent"), Percent(Decimal("0.07"))),
    ("7 %", Type("percent"), Percent(Decimal("0.07"))),
    ("15 April 2026", DATE, date(2026, 4, 15)),
    ("Apr 15, 2026", DATE, date(2026, 4, 15)),
    ("15.04.2026", DATE, date(2026, 4, 15)),
    ("4/15/2026", DATE, date(2026, 4, 15)),
    ("2026-04-15 00:00:00", DATE, date(2026, 4, 15)),
    ("9:30 pm", Type("time"), time(21, 30)),
    ("2026-04-02 09:00", Type("datetime"), datetime(2026, 4, 2, 9, 0, tzinfo=UTC)),
    ("3 days 2 hours", Type("duration"), timedelta(days=3, hours=2)),
    ("Yes", Type("bool"), True),
    ("In Progress", one_of("in_progress", "done"), "in_progress"),
    ("n/a", optional(INT), None),
    ("  a ", TEXT, "a"),
    ("a; b", list_of(TEXT), ["a", "b"]),
]


@pytest.mark.parametrize(("text", "kind", "value"), TOLERANT)
def test_presentation_is_forgiven(text: str, kind: Type, value: object) -> None:
    actual = parse_cell(text, kind, True)

    assert actual == value


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("abc", INT),
        ("1.5", INT),
        ("", INT),
        ("5 USD", EUR),
        ("04/05/2026", DATE),
        ("2026-02-30", DATE),
        ("31.02.2026", DATE),
        ("25:00", Type("time")),
        ("maybe", Type("bool")),
        ("open", one_of("closed")),
        ("x" * 10_000, DECIMAL),
        ("9" * 10_000, INT),
        ("[" * 100_000, list_of(TEXT)),
    ],
)
def test_other_text_is_refused(text: str, kind: Type) -> None:
    with pytest.raises(CellError):
        parse_cell(text, kind, True)


@pytest.mark.parametrize(
    ("text", "kind"), [("1,200", INT), ("15 April 2026", DATE), ("Yes", Type("bool")), ("Closed", one_of("closed"))]
)
def test_strict_forgives_nothing(text: str, kind: Type) -> None:
    with pytest.raises(CellError):
        parse_cell(text, kind, False)


KINDS = [
    type_from_text(text)
    for text in [
        "text",
        "int",
        "decimal",
        "money(EUR)",
        "percent",
        "date",
        "time",
        "datetime",
        "duration",
        "bool",
        "optional(int)",
        "list(int)",
        "map(text)",
    ]
]


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=20) | st.text("0123456789.,-/: %€EUR()", max_size=14), st.sampled_from(KINDS), st.booleans())
def test_any_text_has_a_value_or_is_refused(text: str, kind: Type, tolerant: bool) -> None:
    try:
        value = parse_cell(text, kind, tolerant)
    except CellError:
        return

    assert same(parse_cell(format_cell(value, kind), kind, tolerant), value)


def test_json_keeps_exact_numbers() -> None:
    value = {
        "total": Money(Decimal("5.5"), "EUR"),
        "share": Percent(Decimal("0.07")),
        "n": Decimal("1.10"),
        "day": date(2026, 1, 2),
    }
    actual = to_json(value)

    assert actual == {"total": "5.50", "share": "7%", "n": "1.10", "day": "2026-01-02"}


def test_json_number_is_read_as_its_type() -> None:
    actual = from_json(
        {"total": Decimal("5.5"), "tags": ["a"]}, type_from_text("record(total: money(EUR), tags: list(text))"), True
    )

    assert actual == {"total": Money(Decimal("5.5"), "EUR"), "tags": ["a"]}


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("1_000", INT, 1000),
        ("1_200.50", money("EUR"), Money(Decimal("1200.50"), "EUR")),
        ("1_000", optional(INT), 1000),
        ("a_1", TEXT, "a_1"),
    ],
)
def test_cells_of_a_source_group_digits_as_numbers_do(text: str, kind: Type, value: object) -> None:
    assert parse_cell(text, kind, False) == value
