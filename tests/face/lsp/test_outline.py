"""Document symbols."""

from typing import Any

from tests.helpers.lsp import Page


def names(symbols: list[dict[str, Any]]) -> list[str]:
    return [one["name"] for one in symbols]


def inside(symbols: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = next(one for one in symbols if one["name"] == name)["children"]
    return found


def test_blocks_stand_in_one_another(page: Page) -> None:
    top = page.ask("documentSymbol")
    user = inside(top, "user finance_lead")

    assert names(top)[:3] == ["env finance.quarter_rollup", "params", 'output "out/summary.csv"']
    assert names(inside(top, "params")) == ["region_count", "cutoff", "let regions"]
    assert names(user)[:4] == ["fact currency", "fact restated", "state drafting", "state correcting"]
    assert names(inside(user, "state done")) == []


def test_what_is_selected_lies_inside(page: Page) -> None:
    def order(one: dict[str, Any]) -> bool:
        outer, inner = one["range"], one["selectionRange"]
        ends = [
            (place["line"], place["character"])
            for place in (outer["start"], inner["start"], inner["end"], outer["end"])
        ]
        return ends == sorted(ends) and all(map(order, one["children"]))

    assert all(map(order, page.ask("documentSymbol")))


def test_a_broken_statement_leaves_the_others(page: Page) -> None:
    page.edit(page.text.replace("params {", "params {\n  n = = 3", 1))

    assert "verify" in names(page.ask("documentSymbol"))
