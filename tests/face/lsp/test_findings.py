"""Diagnostics as the protocol has them."""

from collections.abc import Callable
from pathlib import Path

from tests.helpers.lsp import Page, position

Open = Callable[..., Page]


def test_a_finding_has_its_code_its_place_and_its_help(page: Page) -> None:
    page.edit(page.text.replace("out.map(.region,", "out.map(.regionn,"))
    (found,) = page.diagnostics()

    assert found["code"] == "CW251"
    assert found["severity"] == 1
    assert found["source"] == "cowork"
    assert "help: did you mean `region`?" in found["message"]
    assert found["range"] == {
        "start": position(page.text, "regionn"),
        "end": position(page.text, "regionn", len("regionn")),
    }
    assert found["relatedInformation"][0]["location"]["range"]["start"] == position(page.text, '"out/summary.csv" {')


def test_a_column_behind_wide_characters_is_where_the_client_sees_it(page: Page) -> None:
    page.edit(page.text.replace('say  = "Thanks, that is all."', 'say  = "😀😀漢 {{nobody}}"'))
    (found,) = page.diagnostics()

    assert found["range"]["start"] == position(page.text, "nobody")


def test_unused_names_are_shown_as_such(page: Page) -> None:
    page.edit(page.text.replace("  let memo   =", '  let spare = "x"\n  let memo   ='))
    (found,) = page.diagnostics()

    assert (found["code"], found["tags"]) == ("CW271", [1])


def test_a_finding_of_a_used_file_stands_at_the_use(tmp_path: Path, open_page: Open) -> None:
    (tmp_path / "shop.cowork").write_text("cowork 1\n\nservice shop {\n  table item { | id: nonsense key | }\n}\n")
    text = 'cowork 1\n\nuse shop = "shop.cowork"\n'
    page = open_page(text, tmp_path / "user.cowork")
    found = page.diagnostics()
    foreign = [one for one in found if one["message"].startswith("in ")]

    assert foreign != []
    assert foreign[0]["range"]["start"] == {"line": 2, "character": 0}
    assert foreign[0]["relatedInformation"][0]["location"]["uri"].endswith("/shop.cowork")
