"""Hover."""

import pytest

from tests.helpers.lsp import Page, position


def shown(page: Page, mark: str, shift: int, nth: int = 0) -> str:
    found = page.at("hover", mark, shift, nth)
    text: str = found["contents"]["value"]
    return text


@pytest.mark.parametrize(
    ("mark", "shift", "expected"),
    [
        ("regions.count", 1, "let `regions`: `list(text)`"),
        ("totals, 0.01", 1, "let `totals`: `map(money(EUR))`"),
        ("{{cutoff}}", 3, "param `cutoff`: `date`"),
        (".revenue), totals", 2, "column `revenue`: `money(EUR)` of `out/summary.csv`"),
        ("covers = memo", 10, "requirement `memo`"),
        ("goto = correcting", 9, "state `correcting`: `moment` of `finance_lead`"),
        ("{{restated}}", 3, "fact `restated`: `text` of `finance_lead`"),
        ("breaks = [revenue]", 11, "check `revenue`"),
        ("proves = [restate]", 11, "transition `restate`"),
        ("each region", 6, "name of `each` `region`: `text`"),
        ('md("out/memo.md")', 5, "path `out/memo.md`"),
        ("near(out", 1, "near(found: any"),
        (".group(", 2, "Rows by key"),
        ("covers = memo", 1, "The one requirement that it speaks for."),
        ("process reread", 2, "A check that also reads the record."),
        ("finance_accounting.", 3, "compare plan with actual"),
        ("change_adaptation", 3, "`change_adaptation`"),
        ("on turn", 4, "event `turn`"),
        ("reverse()", 2, "operator `reverse()`"),
    ],
)
def test_says_what_stands_there(page: Page, mark: str, shift: int, expected: str) -> None:
    assert expected in shown(page, mark, shift)


def test_the_comment_above_a_check_is_its_doc(page: Page) -> None:
    assert "One row per region, no more and no fewer." in shown(page, "check rows", 7)


def test_the_range_is_that_of_the_word(page: Page) -> None:
    found = page.at("hover", "regions.count", 1)

    assert found["range"]["start"] == position(page.text, "regions.count")
    assert found["range"]["end"] == position(page.text, "regions.count", len("regions"))


def test_names_of_the_library_say_where_they_are_declared(negotiation: Page) -> None:
    text = shown(negotiation, "after.mail.message", len("after.mail.m"))

    assert "table `message`" in text
    assert "std/mail.cowork" in text


def test_nothing_is_said_of_a_blank(page: Page) -> None:
    assert page.at("hover", "\n\nparams", 1) is None
