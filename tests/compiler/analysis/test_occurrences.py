"""Where names stand."""

import pytest

from cowork_dsl.compiler.analysis.check import inspect_source
from cowork_dsl.compiler.analysis.occurrences import occurrences
from cowork_dsl.compiler.analysis.symbols import Occurrences
from cowork_dsl.compiler.analysis.typed import typed
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.source import Source
from tests.helpers.lsp import ENVIRONMENT, NEGOTIATION, ROOT

LIBRARY = sorted((ROOT / "envs" / "library").glob("*.cowork"))


def found(text: str, path: str = str(ENVIRONMENT)) -> Occurrences:
    inspected = inspect_source(Source(path, text), Files())
    return occurrences(inspected, typed(inspected.context))


def words(text: str, kind: str, *, declares: bool | None = None) -> list[str]:
    return [
        text[one.span.start : one.span.end]
        for one in found(text).found
        if one.symbol.kind == kind and declares in (None, one.declares)
    ]


EXAMPLE = ENVIRONMENT.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("param", ["region_count", "cutoff"]),
        ("let", ["regions", "out", "totals", "memo"]),
        ("requirement", ["summary", "memo", "inbox"]),
        ("fact", ["currency", "restated"]),
        ("state", ["drafting", "correcting", "done"]),
        ("transition", ["restate"]),
        ("check", ["rows", "revenue", "memo", "inbox", "reread"]),
        ("judge", ["clear"]),
        ("user", ["finance_lead"]),
        ("loop", ["region"]),
        ("column", ["region", "revenue", "order_id", "customer", "day", "revenue"]),
    ],
)
def test_declarations_by_kind(kind: str, expected: list[str]) -> None:
    assert words(EXAMPLE, kind, declares=True) == expected


@pytest.mark.parametrize(
    "path", [ENVIRONMENT, *LIBRARY, ROOT / "examples" / "tickets.cowork"], ids=lambda one: one.stem
)
def test_what_stands_at_a_place_is_the_name(path) -> None:  # type: ignore[no-untyped-def]
    """Paths and keys apart, which may stand there as patterns."""
    text = path.read_text(encoding="utf-8")
    for one in found(text, str(path)).found:
        if one.symbol.kind not in ("path", "key"):
            assert text[one.span.start : one.span.end] == one.symbol.name


@pytest.mark.parametrize("path", [ENVIRONMENT, *LIBRARY], ids=lambda one: one.stem)
def test_places_do_not_overlap_but_for_holes_of_paths(path) -> None:  # type: ignore[no-untyped-def]
    end = 0
    for one in found(path.read_text(encoding="utf-8"), str(path)).found:
        if one.symbol.kind != "path":
            assert one.span.start >= end
            end = one.span.end


def test_columns_with_one_name_are_told_apart() -> None:
    text = EXAMPLE
    places = found(text)
    output, input_ = (
        one.symbol for one in places.found if one.declares and text[one.span.start :].startswith("revenue: money")
    )

    assert [text[one.span.start - 1] for one in places.of(output)] == [" ", "."]
    assert len(places.of(input_)) == 5


def test_a_header_with_a_name_of_its_own() -> None:
    text = EXAMPLE.replace("order_id: int | customer", '"Order no" as order_id: int | customer')
    places = found(text)
    symbol = next(one.symbol for one in places.found if one.declares and one.symbol.name == "order_id")

    assert text[symbol.span.start : symbol.span.end] == "order_id"
    assert len(places.of(symbol)) == 3


def test_elements_are_names_of_their_argument() -> None:
    text = EXAMPLE.replace(
        "expect = out.count() == regions.count()", "expect = out.all(o: out.any(p: p.region == o.region))"
    )

    assert words(text, "element") == ["o", "p", "p", "o"]


def test_names_of_used_services_are_those_of_the_library() -> None:
    text = NEGOTIATION.read_text(encoding="utf-8")
    symbols = {one.symbol for one in found(text, str(NEGOTIATION)).found if one.symbol.kind in ("service", "table")}

    assert {symbol.path for symbol in symbols} == {"std/mail.cowork", "std/calendar.cowork"}
    assert all(symbol.fixed for symbol in symbols)


def test_columns_of_the_library_are_one_wherever_they_are_named() -> None:
    text = NEGOTIATION.read_text(encoding="utf-8")
    places = found(text, str(NEGOTIATION))
    at = places.at(text.index('.folder == "sent"') + 1)
    assert at is not None
    header = places.at(text.index("folder", text.index("table mail.message")))

    assert at.symbol.path == "std/mail.cowork"
    assert header is not None and header.symbol == at.symbol
    assert not header.declares


def test_operands_of_edits_are_columns() -> None:
    text = EXAMPLE.replace('edit "out/summary.csv" = reverse()', 'edit "out/summary.csv" = bump(revenue, 1 EUR)')
    places = found(text)
    at = places.at(text.index("bump(revenue") + 5)

    assert at is not None and at.symbol.owner == "out/summary.csv"


def test_tools_and_their_arguments() -> None:
    text = (ROOT / "examples" / "tickets.cowork").read_text(encoding="utf-8")

    assert words(text, "tool") == ["list_tickets", "close_ticket"]
    assert words(text, "arg") == ["status", "status", "status", "id", "note", "id", "id"]
    assert words(text, "table") == ["ticket", "ticket", "ticket", "ticket"]


def test_a_state_of_another_user_is_named_by_both() -> None:
    text = EXAMPLE.replace(".after(correcting)", ".after(finance_lead.correcting)")
    places = found(text)
    at = text.index("finance_lead.correcting")
    user, state = places.at(at), places.at(at + len("finance_lead."))
    assert user is not None and state is not None

    assert (user.symbol.kind, state.symbol.kind) == ("user", "state")
    assert state.symbol.owner == "finance_lead"


def test_broken_text_has_the_names_that_are_left() -> None:
    text = EXAMPLE.replace("let totals = ", "let totals = = ")

    assert "out" in words(text, "let", declares=True)


def test_nothing_stands_behind_the_last_name() -> None:
    places = found(EXAMPLE)

    assert places.at(len(EXAMPLE)) is None
    assert places.at(0) is None
