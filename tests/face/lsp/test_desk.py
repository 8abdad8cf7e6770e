"""The open documents."""

from pathlib import Path

import pytest

from cowork_dsl.compiler.analysis.check import Inspected, inspect_source
from cowork_dsl.compiler.analysis.loader import Loader
from cowork_dsl.compiler.source import Source
from cowork_dsl.face.lsp.desk import Desk
from tests.helpers.lsp import large

SERVICE = """cowork 1

service shop {
  table item {
    | id: int key | name: text |
  }
  ## List all.
  tool list_items { return = item }
}
"""
USER = """cowork 1

use shop = "shop.cowork"

service other {
  table note {
    | id: int key |
  }
}
"""


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are checked from now on."""
    seen: list[str] = []

    def count(source: Source, loader: Loader) -> Inspected:
        seen.append(source.text)
        return inspect_source(source, loader)

    monkeypatch.setattr("cowork_dsl.face.lsp.view.inspect_source", count)
    return seen


def test_a_change_of_a_large_file_is_one_check(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, text, uri = Desk(), large(), "file:///large.cowork"
    desk.open(uri, text, 1)
    desk.view(uri)
    seen = counted(monkeypatch)
    line = text[: text.index("expect = ")].count("\n")
    desk.change(uri, [(((line, 0), (line, 0)), " ")], 2)
    first = desk.view(uri)
    assert first is not None
    _ = (first.diagnostics, first.occurrences, first.statements)

    assert desk.view(uri) is first
    assert len(seen) == 1
    assert first.version == 2


def test_a_used_file_is_read_as_it_stands_in_the_editor(tmp_path: Path) -> None:
    shop, user = tmp_path / "shop.cowork", tmp_path / "user.cowork"
    shop.write_text(SERVICE)
    user.write_text(USER)
    desk = Desk()
    desk.open(user.as_uri(), USER, 1)
    before = desk.view(user.as_uri())
    desk.open(shop.as_uri(), SERVICE.replace("return = item", "return = itm"), 1)

    assert desk.users(shop.as_uri()) == [user.as_uri()]

    after = desk.view(user.as_uri())
    assert before is not None and after is not None

    assert [found.code for found in before.diagnostics] == []
    assert [found.source.path == str(shop) for found in after.diagnostics] == [True]


def test_a_closed_document_has_no_view() -> None:
    desk = Desk()
    desk.open("file:///a.cowork", "cowork 1\n", 1)
    desk.close("file:///a.cowork")

    assert desk.view("file:///a.cowork") is None
