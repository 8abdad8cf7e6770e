"""Signature help."""

import pytest

from tests.helpers.lsp import Page


@pytest.mark.parametrize(
    ("typed", "label", "active"),
    [
        ("    expect = near(", "near(found: any", 0),
        ("    expect = near(1, ", "near(found: any", 1),
        ("    expect = near(round(1, 2), ", "near(found: any", 1),
        ("    expect = out.all(", "all(condition?: row bool) → bool", 0),
    ],
)
def test_shows_the_call_around_the_cursor(page: Page, typed: str, label: str, active: int) -> None:
    place = page.insert("expect = memo.words() <= 200\n", typed, "\n")
    found = page.client.at("signatureHelp", page.uri, place)

    assert found["signatures"][0]["label"].startswith(label)
    assert found["activeParameter"] == active


def test_outside_of_calls_there_is_none(page: Page) -> None:
    assert page.at("signatureHelp", "covers = memo", 10) is None
