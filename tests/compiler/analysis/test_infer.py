"""Inference: types of expressions, and exactly one finding for each mistake."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.analysis import types as t
from cowork_dsl.compiler.analysis.infer import infer, infer_condition, infer_expectation
from cowork_dsl.compiler.analysis.notation import type_from_text, type_to_text
from cowork_dsl.compiler.analysis.scope import Binding, Scope, Surroundings
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax.expressions import parse_expression

EUR, USD = t.money("EUR"), t.money("USD")
SUMMARY = t.table({"region": t.TEXT, "revenue": EUR}, origin=t.Origin("out/a.csv", Source("x", "abc"), Span(0, 3)))
TICKETS = t.table({"id": t.INT, "status": t.one_of("open", "closed"), "owner": t.optional(t.TEXT)}, "id")
SURROUNDINGS = Surroundings(
    lambda root, reader, target, span: SUMMARY if reader.startswith("table") else None,
    {"mail": {"message": TICKETS}},
    {"cap": EUR},
    frozenset({"send_mail"}),
    frozenset({"correcting", "boss.correcting"}),
    frozenset({"salary"}),
)
BINDINGS = {
    "n": t.INT,
    "day": t.DATE,
    "note": t.TEXT,
    "dollars": USD,
    "regions": t.list_of(t.TEXT),
    "out": SUMMARY,
    "tickets": TICKETS,
    "totals": t.map_of(EUR),
    "memo": t.doc({"Best region": t.TEXT, "Total": EUR}),
    "unknown": t.ANY,
}


def scope(place: str = "verify", row: t.Type | None = None) -> Scope:
    names = {name: Binding(name, "let", kind, Span(0, 0), "params") for name, kind in BINDINGS.items()}
    names["correcting"] = Binding("correcting", "state", t.MOMENT, Span(0, 0))
    names["computed"] = Binding("computed", "let", t.TEXT, Span(0, 0), "verify")
    return Scope(names, None, row, place, SURROUNDINGS)


def look(
    text: str, place: str = "verify", expected: t.Type | None = None, row: t.Type | None = None
) -> tuple[t.Type, list[Diagnostic]]:
    source = Source("x.cowork", text)
    expr, found = parse_expression(source, 0, len(text))
    assert expr is not None, found
    reports: list[Diagnostic] = []
    return infer(expr, scope(place, row), reports.append, source, expected), reports


SOUND = [
    ("1 + 2", "int"),
    ("1 / 2", "decimal"),
    ("1 + 7%", "decimal"),
    ("7% + 7%", "percent"),
    ("5 EUR * 7%", "money(EUR)"),
    ("5 EUR / 2 EUR", "decimal"),
    ("day + 3d", "date"),
    ("day - day", "duration"),
    ("3d * 2", "duration"),
    ("[1, 2.5]", "list(decimal)"),
    ("[1, none]", "list(optional(int))"),
    ("{a: 1}", "record(a: int)"),
    ("if n > 1 then 1 else none", "optional(int)"),
    ("out.where(.revenue > 5 EUR)", "table(region: text, revenue: money(EUR))"),
    ("out.select(.region, half: .revenue / 2)", "table(region: text, half: money(EUR))"),
    ("out.with(n: 1)", "table(region: text, revenue: money(EUR), n: int)"),
    ("out.sum(.revenue)", "money(EUR)"),
    ("out.map(.region, .revenue)", "map(money(EUR))"),
    ("out.group(.region).sum(.revenue)", "map(money(EUR))"),
    ("out.group(.region).map(g: g.count())", "map(int)"),
    ("tickets.map(.id, .status)", "map(one_of(open, closed), int)"),
    ("out.first().revenue", "money(EUR)"),
    ("out.first(2)", "table(region: text, revenue: money(EUR))"),
    ("totals.argmax()", "text"),
    ("totals.where(.value > 1 EUR)", "map(money(EUR))"),
    ("out.argmax(.revenue).region", "text"),
    ("out.join(tickets, .region, .owner).columns()", "list(text)"),
    ('memo.under("Total") > 5 EUR', "bool"),
    ('memo.near("Total").money', "optional(money)"),
    ('regions.set() == ["a"]', "bool"),
    ('tickets.all(.status in ["open", "closed"])', "bool"),
    ("tickets.all(.owner == none)", "bool"),
    ("out.all(o: tickets.any(.owner == o.region))", "bool"),
    ("regions.list(x: x.length())", "list(int)"),
    ('after.files("in/*").all(.suffix == ".csv")', "bool"),
    ('after.tables("in/*").first().file.stem', "text"),
    ("after.mail.message.count()", "int"),
    ("truth.cap", "money(EUR)"),
    ("unknown.anything.where(.x == 1).count()", "int"),
    ("round(1.5)", "int"),
    ("round(5.55 EUR, 1)", "money(EUR)"),
    ("min(1, 2.5)", "decimal"),
    ('day.weekday() == "monday"', "bool"),
    ("day.year", "int"),
    ('"{{n}} and {{day | date}}"', "text"),
    ("near(out.map(.region, .revenue), totals, 1 EUR)", "bool"),
    ("near(out.list(.revenue), [1 EUR], 1%)", "bool"),
    ("match(out, tickets, by: [1], extra: 0.2)", "decimal"),
]


@pytest.mark.parametrize(("text", "expected"), SOUND)
def test_sound(text: str, expected: str) -> None:
    found, reports = look(text)

    assert ([(one.code, one.message) for one in reports], type_to_text(found)) == ([], expected)


WRONG = [
    ("nn", "CW250"),
    ("out.sum(.revnue)", "CW251"),
    ("out.first().regoin", "CW251"),
    ("roundd(1)", "CW252"),
    ("count(out)", "CW252"),
    ("n()", "CW252"),
    ('table("a.csv")', "CW252"),
    ("out.conut()", "CW253"),
    ("out.round()", "CW253"),
    ("unknown.conut()", "CW253"),
    ("round(1, digit: 2)", "CW254"),
    ("out.count", "CW256"),
    ("day.yaer", "CW256"),
    ("out.region", "CW256"),
    ("out.sum(revenue)", "CW257"),
    (".revenue", "CW258"),
    ("regions.all(.x)", "CW258"),
    ("out.all(o: .region == o.region)", "CW258"),
    ("int(1, 2)", "CW259"),
    ('read("a").any()', "CW259"),
    ("after.maail.message.count()", "CW260"),
    ("after.mail.mesage.count()", "CW260"),
    ("truth.cup", "CW260"),
    ("unchanged(mail.mesage)", "CW260"),
    ("out.all(n: true)", "CW261"),
    ('"{{n | upperr}}"', "CW262"),
    ("at(corecting).mail.message.count()", "CW263"),
    ("at(boss.corecting).mail.message.count()", "CW263"),
    ('out.first("1")', "CW301"),
    ('round("1")', "CW301"),
    ("near(1, 2, 1 EUR)", "CW301"),
    ('"{{note | money}}"', "CW301"),
    ("5 EUR == 5", "CW302"),
    ('n == "5"', "CW302"),
    ('day == "2026-04-15"', "CW302"),
    ("day < 2026-04-15T09:00Z", "CW302"),
    ('n in ["a"]', "CW302"),
    ("near(1, 5 EUR, 1)", "CW302"),
    ("regions < regions", "CW303"),
    ("true < false", "CW303"),
    ('out.sort(.region == "a")', "CW303"),
    ("5 EUR + 5 USD", "CW304"),
    ("5 EUR < dollars", "CW304"),
    ("5 EUR == dollars", "CW304"),
    ("5 EUR + 5", "CW305"),
    ("day + day", "CW305"),
    ("day * 2", "CW305"),
    ("5 EUR * 5 EUR", "CW305"),
    ("none + 1", "CW305"),
    ('note + "x"', "CW306"),
    ("-note", "CW306"),
    ("note * 2", "CW306"),
    ("not n", "CW307"),
    ("n and true", "CW307"),
    ("if n then 1 else 2", "CW307"),
    ("out.where(.revenue).count()", "CW307"),
    ("round(1, mode: half_up, mode: half_up)", "CW308"),
    ("{a: 1, a: 2}", "CW308"),
    ("near(1, 2)", "CW309"),
    ("out.where()", "CW309"),
    ("out.group()", "CW309"),
    ("abs(1, 2)", "CW310"),
    ('tickets.all(.status == "opne")', "CW311"),
    ('tickets.all(.status in ["opne"])', "CW311"),
    ("round(1, mode: half_upp)", "CW311"),
    ("near(note, note, 1)", "CW312"),
    ("near(out, out, 1)", "CW312"),
    ("2026-13-01", "CW313"),
    ("2026-02-30", "CW313"),
    ("25:00", "CW313"),
    ("2026-04-15T25:00Z", "CW313"),
    ('after.table("a.csv", strict: true).count()', "CW315"),
    ('[1, "a"]', "CW317"),
    ('if true then 1 else "a"', "CW319"),
    ('memo.matches("(?=a)")', "CW320"),
    ('memo.matches("(a")', "CW320"),
    ("exists(computed)", "CW321"),
    ("exists(out.first().region)", "CW321"),
    ("1 in out", "CW324"),
    ('"{{truth}}"', "CW325"),
]


@pytest.mark.parametrize(("text", "code"), WRONG)
def test_wrong(text: str, code: str) -> None:
    _, reports = look(text)

    assert [one.code for one in reports] == [code]


MENDS = [
    ("out.sum(.revnue)", "out.sum(.revenue)"),
    ("out.sum(revenue)", "out.sum(.revenue)"),
    ("out.conut()", "out.count()"),
    ("out.count", "out.count()"),
    ("regons", "regions"),
    ('tickets.all(.status == "opne")', 'tickets.all(.status == "open")'),
    ("n()", "n"),
    ('"{{n | uper}}"', '"{{n | upper}}"'),
]


@pytest.mark.parametrize(("text", "mended"), MENDS)
def test_mend(text: str, mended: str) -> None:
    _, reports = look(text)
    fix = reports[0].fix
    assert fix is not None
    actual = text
    for edit in fix.edits:
        actual = actual[: edit.span.start] + edit.text + actual[edit.span.end :]

    assert (actual, look(actual)[1]) == (mended, [])


def test_unknown_column_says_where_the_table_is_declared() -> None:
    _, reports = look("out.sum(.revnue)")

    assert reports[0].notes == ("its columns: region, revenue", "out/a.csv is declared in x, line 1")


def test_value_that_does_not_fit() -> None:
    found, reports = look("5 USD", expected=EUR)

    assert (found, [one.code for one in reports]) == (t.ANY, ["CW316"])


@pytest.mark.parametrize(("text", "codes"), [("n > 1", []), ("n", ["CW307"]), ("unknown", [])])
def test_condition(text: str, codes: list[str]) -> None:
    source = Source("x", text)
    expr, _ = parse_expression(source, 0, len(text))
    assert expr is not None
    reports: list[Diagnostic] = []
    infer_condition(expr, scope(), reports.append, source)

    assert [one.code for one in reports] == codes


@pytest.mark.parametrize(
    ("text", "codes"), [("n > 1", []), ("0.5", []), ("[true, n > 1]", []), ("out", ["CW318"]), ("note", ["CW318"])]
)
def test_expectation(text: str, codes: list[str]) -> None:
    source = Source("x", text)
    expr, _ = parse_expression(source, 0, len(text))
    assert expr is not None
    reports: list[Diagnostic] = []
    infer_expectation(expr, scope(), reports.append, source)

    assert [one.code for one in reports] == codes


PLACES = [
    ("domain", "pick(2026-03-31, 2026-06-30)", "domain(date)"),
    ("domain", 'subset(["a", "b"], 1)', "domain(list(text))"),
    ("domain", "uniform(1 EUR, 5 EUR)", "domain(money(EUR))"),
    ("fill", "day - days(int(0, 80))", "date"),
    ("fill", 'serial("B-", width: 3)', "text"),
    ("fill", "fake.company()", "text"),
    ("fill", "uniform(1 EUR, 5 EUR)", "money(EUR)"),
    ("process", 'read("in/*").after(correcting).any()', "bool"),
    ("process", "calls(send_mail).before(calls(send_mail).last()).count()", "int"),
    ("process", "asked(salary).any()", "bool"),
    ("guard", 'exists("a") and table("a.csv").count() > 1', "bool"),
]


@pytest.mark.parametrize(("place", "text", "expected"), PLACES)
def test_place(place: str, text: str, expected: str) -> None:
    found, reports = look(text, place)

    assert ([one.message for one in reports], type_to_text(found)) == ([], expected)


@pytest.mark.parametrize(
    ("text", "code"),
    [("calls(sendmail).any()", "CW264"), ("asked(salari).any()", "CW265"), ("entered(n).any()", "CW301")],
)
def test_wrong_in_process(text: str, code: str) -> None:
    _, reports = look(text, "process")

    assert [one.code for one in reports] == [code]


WORDS = st.sampled_from(
    [
        "n",
        "out",
        "regions",
        "totals",
        "memo",
        "day",
        ".",
        ".region",
        ".revenue",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "+",
        "-",
        "*",
        "/",
        "==",
        "<",
        "in",
        "not",
        "and",
        "or",
        "if",
        "then",
        "else",
        "1",
        "2.5",
        "7%",
        "5",
        "EUR",
        '"a"',
        ".sum(",
        ".where(",
        ".map(",
        ".all(",
        "o:",
        "o.region",
        "near(",
        "round(",
        "after",
        "truth",
        ".table(",
        "true",
        "none",
        "2026-01-01",
        "3d",
    ]
)


@settings(max_examples=400, deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=14))
def test_any_expression_is_inferred_or_reported(words: list[str]) -> None:
    text = " ".join(words)
    source = Source("x", text)
    expr, _ = parse_expression(source, 0, len(text))
    reports: list[Any] = []
    if expr is not None:
        found = infer(expr, scope(), reports.append, source)

        assert isinstance(found, t.Type)


TYPES = [
    "money(EUR)",
    "optional(list(text))",
    "one_of(open, closed)",
    'one_of("in progress", done)',
    "ref(ticket)",
    "map(int)",
    "table(a: int, b: money(EUR))",
]


@pytest.mark.parametrize("text", TYPES)
def test_types_are_spelled_and_read_alike(text: str) -> None:
    actual = type_to_text(type_from_text(text))

    assert actual == text
