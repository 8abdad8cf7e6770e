"""Emission: readable Python of the subset, which evaluates to what the language means."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.analysis import types as t
from cowork_dsl.compiler.analysis.infer import infer
from cowork_dsl.compiler.analysis.scope import Binding, Scope, Surroundings
from cowork_dsl.compiler.emit.python import emit, py_name
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax.expressions import parse_expression
from cowork_dsl.compiler.values.admit import admit, evaluate
from cowork_dsl.compiler.values.compare import same
from cowork_dsl.compiler.values.library import NAMESPACE
from cowork_dsl.compiler.values.scalars import FilePath, Money, Percent
from cowork_dsl.compiler.values.show import show, spell

EUR = t.money("EUR")
SUMMARY = t.table({"region": t.TEXT, "revenue": EUR})
MAIL = {"mail": {"message": t.table({"id": t.INT, "subject": t.TEXT, "to": t.TEXT}, "id")}}
SURROUNDINGS = Surroundings(
    lambda root, reader, target, span: SUMMARY if reader.startswith("table") else None,
    MAIL,
    {"cap": EUR},
    frozenset({"send_mail"}),
    frozenset({"correcting", "boss.correcting"}),
    frozenset({"salary"}),
)


def scope(place: str, row: t.Type | None = None) -> Scope:
    bindings = {
        "n": ("param", t.INT),
        "sum": ("param", t.INT),
        "regions": ("let", t.list_of(t.TEXT)),
        "out": ("let", SUMMARY),
        "totals": ("let", t.map_of(EUR)),
        "memo": ("let", t.DOC),
        "correcting": ("state", t.MOMENT),
    }
    names = {name: Binding(name, kind, type_, Span(0, 0), "params") for name, (kind, type_) in bindings.items()}
    return Scope(names, None, row, place, SURROUNDINGS)


def emitted(text: str, place: str = "verify", row: t.Type | None = None) -> str:
    source = Source("x.cowork", text)
    expr, found = parse_expression(source, 0, len(text))
    assert expr is not None, found
    reports: list[Any] = []
    where = scope(place, row)
    infer(expr, where, reports.append, source)
    assert not reports, [(one.code, one.message) for one in reports]
    return emit(expr, where, lambda name: py_name(name.name), source)


FORMS = [
    ("verify", 'after.table("out/a.csv")', 'table(after, "out/a.csv")'),
    ("verify", "after.mail.message.count()", 'count(rows(after, "mail.message"))'),
    ("verify", "truth.cap", 'value(truth, "cap")'),
    ("verify", 'truth.at(correcting).text("a")', 'text(truth_at("correcting"), "a")'),
    ("verify", 'at(turn(1)).text("a")', 'text(at("turn(1)"), "a")'),
    ("verify", 'at(first("out/a.csv")).text("a")', 'text(at("first(out/a.csv)"), "a")'),
    ("verify", 'exists("a", "b")', 'exists(after, "a", "b")'),
    ("guard", 'exists("a")', 'exists(now, "a")'),
    ("guard", 'table("a.csv").count()', 'count(table(now, "a.csv"))'),
    ("guard", "mail.message.count()", 'count(rows(now, "mail.message"))'),
    ("verify", "unchanged(mail.message)", 'unchanged(after, truth, "mail.message")'),
    ("verify", 'kept(salary, "x")', 'kept(made, fact("salary"), "x")'),
    ("process", 'read("in/*").after(correcting).any()', 'any(since(reads(record, "in/*"), "correcting"))'),
    ("process", "entered(boss.correcting).count()", 'count(entered(record, "boss.correcting"))'),
    ("process", 'calls(send_mail, to: "x").any()', 'any(calls(record, "send_mail", {"to": "x"}))'),
    ("process", "asked(salary).any()", 'any(asked(record, "salary"))'),
    ("verify", "not out.any(.revenue > 1 EUR)", 'never(out, lambda row: gt(col(row, "revenue"), money("1", "EUR")))'),
    ("verify", "not (n > 1)", "no(gt(n, 1))"),
    ("verify", "n > 1 and (n > 2 or n > 3)", "gt(n, 1) and (gt(n, 2) or gt(n, 3))"),
    ("verify", "if n > 1 then 2 else 3", "(2 if gt(n, 1) else 3)"),
    ("verify", "sum + 1", "add(sum_, 1)"),
    (
        "verify",
        "out.all(o: regions.any(r: r == o.region))",
        'all(out, lambda o: any(regions, lambda r: eq(r, field(o, "region"))))',
    ),
    ("verify", '"a {{n}} {{regions | join}}"', 'concat(["a ", n, " ", filter_join(regions)])'),
    ("verify", 'memo.matches("^{{n}}x")', 'matches(memo, concat(["^", quote(n), "x"]))'),
    ("verify", "out.select(.region, twice: .revenue * 2)", None),
    ("verify", "round(2.5, mode: half_up)", 'round(decimal("2.5"), mode="half_up")'),
    ("verify", "match(out, out, by: [.region])", 'match(out, out, by=lambda row: [col(row, "region")])'),
    ("verify", 'made.any(m: m.has("x"))', 'any(made, lambda m: has(m, "x"))'),
    ("verify", "7% + 1_000", 'add(percent("7"), 1000)'),
    ("verify", "n not in [1, 2]", "excludes(n, [1, 2])"),
    ("domain", "int(2, 4)", "domain_int(2, 4)"),
    ("fill", "2026-03-31 - days(int(0, 80))", 'sub(date("2026-03-31"), days(draw_int(draw, 0, 80)))'),
    ("fill", "fake.company()", "fake_company(draw)"),
]


@pytest.mark.parametrize(("place", "text", "expected"), FORMS)
def test_form(place: str, text: str, expected: str | None) -> None:
    actual = emitted(text, place)

    assert expected is None or actual == expected


def test_columns_of_the_current_row() -> None:
    actual = emitted('.["Order ID"] == 7', "case", t.row({"Order ID": t.INT}))

    assert actual == 'eq(col(row, "Order ID"), 7)'


EVALUATED = [
    ("1 + 2 * 3", 7),
    ("7% * 200", Decimal("14.00")),
    ("(2026-04-02 - 2026-03-31).days", Decimal(2)),
    ('["EMEA", "APAC"].first(1)', ["EMEA"]),
    ("[3, 1, 2].sort(x: x)", [1, 2, 3]),
    ("[{a: 1}, {a: 2}].sum(.a)", 3),
    ("[{a: 1}, {a: 2}].map(.a, .a * 2)[2]", 4),
    ("[1, 2].all(x: x > 0)", True),
    ('"a b".split().map(w: w.upper())', ["A", "B"]),
    ('[1, 2].map(x: "{{x}}!")', ["1!", "2!"]),
    ("[[1], [2]].flat()", [1, 2]),
    ('zoned(2026-06-04, 14:00, "Europe/Berlin") == 2026-06-04T12:00Z', True),
    ("2026-04-03.add_business_days(1, holidays: [2026-04-06])", date(2026, 4, 7)),
    ("near(1.00 EUR, 1.01 EUR, 0.01 EUR)", True),
    ("near(100, 101, 1%)", True),
    ("near(50%, 51%, points(1))", True),
    ("if 1 in [1, 2] then 3d2h else 1h", timedelta(days=3, hours=2)),
    ('["b", "a"].set() == ["a", "b"].set()', True),
    ("min(3, 1.5)", Decimal("1.5")),
    ("round(2.5) == 2 and round(2.5, mode: half_up) == 3", True),
    ('{a: 1, "B b": 2}["B b"]', 2),
    ("-5", -5),
    ("{x: 1}.x", 1),
]


@pytest.mark.parametrize(("text", "expected"), EVALUATED)
def test_emitted_code_means_the_same(text: str, expected: object) -> None:
    actual = evaluate(emitted(text), NAMESPACE)

    assert actual == expected


DECIMALS = st.decimals(min_value=-(10**9), max_value=10**9, places=4)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.text(max_size=12),
    DECIMALS,
    DECIMALS.map(Percent),
    DECIMALS.map(lambda amount: Money(amount, "EUR")),
    st.dates(),
    st.times().map(lambda at: at.replace(microsecond=0)),
    st.datetimes(timezones=st.just(UTC)).map(lambda at: at.replace(microsecond=0)),
    st.integers(-(10**8), 10**8).map(lambda seconds: timedelta(seconds=seconds)),
    st.text("ab/.", max_size=6).map(FilePath),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(VALUES)
def test_what_is_spelled_evaluates_to_itself(value: object) -> None:
    actual = evaluate(spell(value), NAMESPACE)

    assert same(actual, value) and show(actual) == show(value)


@pytest.mark.parametrize("name", ["sum", "after", "class", "match", "row", "lambda", "let"])
def test_taken_names_get_an_underscore(name: str) -> None:
    actual = py_name(name)

    assert actual == name + "_"


def test_all_forms_are_admitted() -> None:
    names = {
        **NAMESPACE,
        **dict.fromkeys(
            [
                "after",
                "before",
                "truth",
                "made",
                "record",
                "now",
                "out",
                "totals",
                "memo",
                "n",
                "sum_",
                "regions",
                "draw",
                "row",
            ]
        ),
    }
    library = "table text rows value at truth_at exists unchanged kept fact reads entered calls asked domain_int draw_int fake_company"
    names.update(dict.fromkeys(library.split(), len))
    texts = [emitted(text, place) for place, text, _ in FORMS]

    assert all(admit(text, names) for text in texts)


def test_constants() -> None:
    actual = [
        spell(value)
        for value in (
            Money(Decimal("4999.99"), "EUR"),
            time(9, 30),
            datetime(2026, 4, 2, 9, 0, tzinfo=UTC),
            Percent(Decimal("0.07")),
            -5,
        )
    ]

    assert actual == [
        'money("4999.99", "EUR")',
        'time("09:30:00")',
        'datetime("2026-04-02T09:00:00+00:00")',
        'percent("7")',
        "neg(5)",
    ]
