"""Rename."""

from collections.abc import Callable

import pytest
from lsprotocol import types

from cowork_dsl.face.lsp import rename
from cowork_dsl.face.lsp.desk import Desk
from tests.helpers.lsp import ENVIRONMENT, NEGOTIATION, ROOT, Answered, Page, applied, position

Open = Callable[..., Page]


def renamed(page: Page, mark: str, shift: int, new: str, nth: int = 0) -> str:
    found = page.at("rename", mark, shift, nth, newName=new)
    return applied(page.text, found["changes"][page.uri])


@pytest.mark.parametrize(
    ("mark", "shift", "new", "count"),
    [
        ("cutoff       = pick", 1, "last_day", 3),
        ("let memo", 5, "note", 3),
        ("fact restated", 6, "fixed", 2),
        ("goto = correcting", 8, "mending", 6),
        ("check memo", 7, "short_memo", 2),
        ("covers = memo", 10, "board_memo", 3),
        ("name = restate", 8, "redo", 3),
        ("user finance_lead", 6, "boss", 1),
        ("each region", 6, "area", 2),
        ("{{cutoff}}", 3, "last_day", 3),
        ("region: text | revenue", 1, "area", 2),
        (".revenue)\n", 2, "turnover", 5),
    ],
)
def test_all_places_change_and_the_file_stays_sound(page: Page, mark: str, shift: int, new: str, count: int) -> None:
    text = renamed(page, mark, shift, new)
    changed = text.count(new) - page.text.count(new)
    page.edit(text)

    assert page.diagnostics() == []
    assert changed == count


def every_symbol(desk: Desk, uri: str) -> list[tuple[types.Position, str, str]]:
    view = desk.view(uri)
    assert view is not None
    return [
        (view.position(one.span.start), one.symbol.kind, one.symbol.name)
        for one in view.occurrences.found
        if one.declares
    ]


LIBRARY = sorted((ROOT / "envs" / "library").glob("*.cowork"))[::4]
"""Every fourth one: they are many, and each name is a check."""


@pytest.mark.parametrize("path", [ENVIRONMENT, *LIBRARY], ids=lambda path: path.stem)
def test_every_name_of_the_environments_is_renamed_soundly_or_refused(path) -> None:  # type: ignore[no-untyped-def]
    desk, uri, text = Desk(), path.as_uri(), path.read_text(encoding="utf-8")
    desk.open(uri, text, 1)
    view = desk.view(uri)
    assert view is not None
    before = sorted(found.code for found in view.diagnostics)
    document = types.TextDocumentIdentifier(uri)
    done = refused = 0
    for place, kind, name in every_symbol(desk, uri)[:: 1 if path == ENVIRONMENT else 7]:
        try:
            found = rename.answer(desk, types.RenameParams(document, place, "zz_new"))
        except rename.Refused:
            assert kind in ("path", "key", "service", "table", "tool", "column"), (kind, name)
            refused += 1
            continue
        assert found is not None and found.changes is not None
        edits = [
            {
                "range": {
                    "start": {"line": one.range.start.line, "character": one.range.start.character},
                    "end": {"line": one.range.end.line, "character": one.range.end.character},
                },
                "newText": one.new_text,
            }
            for one in found.changes[uri]
        ]
        after = desk.guess(view, applied(text, edits))
        done += 1

        assert sorted(one.code for one in after.diagnostics) == before, (kind, name)
    assert done > refused


def test_columns_that_a_select_hands_on_go_along(page: Page) -> None:
    page.edit(
        page.text.replace(
            "expect = near(out.map(.region, .revenue), totals, 0.01 EUR)",
            "expect = near(out.select(.region, .revenue).map(.region, .revenue), totals, 0.01 EUR)",
        )
    )
    text = renamed(page, "region: text | revenue", 1, "area")

    assert "out.select(.area, .revenue).map(.area, .revenue)" in text


@pytest.mark.parametrize(
    ("mark", "shift", "new", "reason"),
    [
        ("let memo", 5, "out", "line "),
        ("let memo", 5, "Memo", "is no name"),
        ("let memo", 5, "not", "is no name"),
        ("check memo", 7, "rows", "line "),
        ('"out/memo.md" {', 4, "x", "can't be renamed"),
        ("covers = memo", 2, "x", "no name here"),
    ],
)
def test_what_would_go_wrong_is_refused_with_a_reason(page: Page, mark: str, shift: int, new: str, reason: str) -> None:
    with pytest.raises(Answered, match=reason):
        page.at("rename", mark, shift, newName=new)


def test_names_of_the_library_are_not_renamed(open_page: Open) -> None:
    page = open_page(path=NEGOTIATION)
    with pytest.raises(Answered, match=r"std/mail\.cowork"):
        page.at("rename", "after.mail.message", len("after.mail.m"), newName="letter")


def test_moments_of_two_users_are_not_renamed(page: Page) -> None:
    second = "\nuser other {\n  state done {\n    final = true\n  }\n}\n\nverify {"
    page.edit(page.text.replace("\nverify {", second, 1))
    with pytest.raises(Answered, match="several users"):
        page.at("rename", "goto = done", 8, newName="over")


def test_the_name_is_shown_before(page: Page) -> None:
    found = page.at("prepareRename", "covers = memo", 10)

    assert found["placeholder"] == "memo"
    assert found["range"]["start"] == position(page.text, "covers = memo", 9)
