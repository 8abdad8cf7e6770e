"""Methods of documents."""

from datetime import date
from decimal import Decimal

import pytest

from cowork_dsl.compiler.values import documents
from cowork_dsl.compiler.values.compare import eq
from cowork_dsl.compiler.values.doc import Block, Doc
from cowork_dsl.compiler.values.failures import Fail, is_none
from cowork_dsl.compiler.values.scalars import Money, percent

MEMO = Doc(
    (
        Block("heading", "Memo", 1),
        Block("paragraph", "Total: 1,234.50 EUR (7%), due 15 April 2026", links=("a.csv",)),
        Block("heading", "Best  Region", 2),
        Block("paragraph", "EMEA"),
        Block("heading", "Detail", 3),
        Block("item", "more"),
        Block("heading", "Sum", 2),
        Block("paragraph", "€1,234.50"),
    ),
    {"Sum": "money(EUR)"},
    "out/memo.md",
)


def test_under_takes_what_is_below() -> None:
    actual = documents.under(MEMO, "best region").text

    assert actual == "EMEA\n\nDetail\n\nmore"


def test_section_with_a_type_is_its_value() -> None:
    actual = documents.under(MEMO, "Sum")

    assert actual == Money(Decimal("1234.50"), "EUR")


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ((Block("paragraph", "These:"), Block("item", "1"), Block("item", "2")), [1, 2]),
        ((Block("item", "3"),), [3]),
        ((Block("paragraph", "4"), Block("paragraph", "5")), [4, 5]),
        ((Block("paragraph", "6, 7"),), [6, 7]),
        ((), []),
    ],
    ids=["items", "one item", "paragraphs", "a line", "nothing"],
)
def test_section_of_a_list_has_an_element_for_each_item(blocks: tuple[Block, ...], expected: list[int]) -> None:
    actual = documents.under(Doc((Block("heading", "Held", 1), *blocks), {"Held": "list(int)"}), "Held")

    assert actual == expected


def test_section_is_equal_to_its_text() -> None:
    actual = eq(documents.under(Doc((Block("heading", "A", 1), Block("paragraph", " EMEA "))), "A"), "EMEA")

    assert actual is True


def test_missing_section_is_none() -> None:
    actual = is_none(documents.under(MEMO, "Nope"))

    assert actual is True


def test_near_label() -> None:
    actual = documents.near_label(MEMO, "total")

    assert actual == {
        "text": "1,234.50 EUR (7%), due 15 April 2026",
        "number": Decimal("1234.50"),
        "money": Money(Decimal("1234.50"), "EUR"),
        "percent": percent("7"),
        "date": date(2026, 4, 15),
    }


def test_outline() -> None:
    actual = (
        documents.headings(MEMO),
        documents.paragraphs(MEMO)[1:],
        documents.links(MEMO),
        len(documents.pages(MEMO)),
    )

    assert actual == (["Memo", "Best  Region", "Detail", "Sum"], ["EMEA", "more", "€1,234.50"], ["a.csv"], 1)


@pytest.mark.parametrize(("source", "count", "expected"), [("a b c d", 3, True), ("a x c d", 3, False)])
def test_quotes(source: str, count: int, expected: bool) -> None:
    actual = documents.quotes("he wrote: A b  c!", source.replace("c", "c!"), count)

    assert actual is expected


def test_wrong_section_fails() -> None:
    doc = Doc((Block("heading", "Sum", 1), Block("paragraph", "a lot")), {"Sum": "money(EUR)"})
    with pytest.raises(Fail, match="a lot"):
        documents.under(doc, "Sum")
