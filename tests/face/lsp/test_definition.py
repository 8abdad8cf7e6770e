"""Go to definition."""

import pytest

from tests.helpers.lsp import ROOT, Page, position


@pytest.mark.parametrize(
    ("mark", "shift", "declared", "by"),
    [
        ("{{cutoff}}", 3, "cutoff       = pick", 0),
        ("of = regions", 6, "let regions", 4),
        ("{{region | lower}}", 3, "each region", 5),
        ("out.map(", 1, "let out ", 4),
        (".revenue), totals", 2, "revenue: money(EUR) |\n}", 0),
        ("revenue:  uniform", 1, "revenue: money(EUR) |\n      fill", 0),
        ("set revenue = 4", 5, "revenue: money(EUR) |\n      fill", 0),
        ("covers = inbox", 10, "require inbox", 8),
        ("state = correcting", 9, "state correcting", 6),
        ("goto = done", 8, "state done", 6),
        ("turn correcting", 6, "state correcting", 6),
        (".after(correcting)", 8, "state correcting", 6),
        ("proves = [restate]", 12, "name = restate", 7),
        ("breaks = [revenue]", 12, "check revenue", 6),
        ('edit "out/summary.csv"', 8, '"out/summary.csv" {', 1),
        ("{{restated}}", 3, "fact restated", 5),
    ],
)
def test_leads_to_the_declaration(page: Page, mark: str, shift: int, declared: str, by: int) -> None:
    found = page.at("definition", mark, shift)

    assert found["uri"] == page.uri
    assert found["range"]["start"] == position(page.text, declared, by)


def test_leads_into_the_library(negotiation: Page) -> None:
    found = negotiation.at("definition", "after.mail.message", len("after.m"))

    assert found["uri"].endswith("/grammar/std/mail.cowork")


def test_leads_to_a_column_of_the_library(negotiation: Page) -> None:
    found = negotiation.at("definition", '.folder == "sent"', 2)
    line = (
        (ROOT / "grammar" / "std" / "mail.cowork")
        .read_text(encoding="utf-8")
        .split("\n")[found["range"]["start"]["line"]]
    )

    assert line[found["range"]["start"]["character"] :].startswith("folder:")


def test_a_word_of_the_language_has_no_declaration(page: Page) -> None:
    assert page.at("definition", "covers = memo", 1) is None
