"""What became of files and tables, as their content goes."""

from collections.abc import Mapping

import pytest

from cowork_dsl.compiler.bundle.models import ColumnForm, Form
from cowork_dsl.compiler.values.failures import NotProven, trace
from cowork_dsl.runtime.verdict import state
from cowork_dsl.runtime.verdict.evidence import World
from cowork_dsl.runtime.verdict.view import Schema, View

SCHEMA = Schema(
    (
        Form(
            pattern="inbox/*.csv",
            kind="table",
            columns=(
                ColumnForm(name="id", header="id", type="int", key=True),
                ColumnForm(name="amount", header="amount", type="money(EUR)"),
            ),
        ),
    )
)
START = {
    "inbox/a.csv": b"id,amount\n1,1234.50\n2,oops\n",
    "inbox/c.json": b'{"a": 1.0, "b": [1, 2]}\n',
    "inbox/n.md": b"# Title\n\nText.\n",
    "inbox/t.txt": b"one\ntwo\n",
    "inbox/p.png": b"\x89PNG\x00\x01",
    "README.md": b"x\n",
}


def views(after: Mapping[str, bytes | None]) -> tuple[View, View]:
    files = {path: data for path, data in {**START, **after}.items() if data is not None}
    tables = {"mail.message": ({"id": 1},)}
    return View("after", World(files, tables), SCHEMA), View("truth", World(START, tables), SCHEMA)


SAME: dict[str, Mapping[str, bytes | None]] = {
    "nothing": {},
    "bom and crlf": {"inbox/a.csv": b"\xef\xbb\xbfid,amount\r\n1,1234.50\r\n2,oops\r\n"},
    "delimiter and thousands": {"inbox/a.csv": b'ID;amount\n1;"1,234.5"\n2;oops\n\n'},
    "row and column order": {"inbox/a.csv": b"amount,id\noops,2\n1234.5 EUR,1\n"},
    "json layout": {"inbox/c.json": b'{"b":[1,2],"a":1}'},
    "markdown marks": {"inbox/n.md": b"Title\r\n=====\r\n\r\n**Text.**"},
    "text ends": {"inbox/t.txt": b"one  \r\ntwo"},
    "droppings": {"inbox/__pycache__/a.pyc": b"x", "inbox/.DS_Store": b"x", ".git/index": b"x"},
    "elsewhere": {"out/b.csv": b"x", "README.md": None},
}
OTHER: dict[str, Mapping[str, bytes | None]] = {
    "a cell": {"inbox/a.csv": START["inbox/a.csv"].replace(b"1234.50", b"1234.51")},
    "an unreadable cell": {"inbox/a.csv": START["inbox/a.csv"].replace(b"oops", b"oops!")},
    "a column more": {"inbox/a.csv": b"id,amount,x\n1,1234.50,\n2,oops,\n"},
    "a row less": {"inbox/a.csv": b"id,amount\n1,1234.50\n"},
    "a row twice": {"inbox/a.csv": b"id,amount\n1,1234.50\n2,oops\n2,oops\n"},
    "no table any more": {"inbox/a.csv": b"PK\x03\x04"},
    "empty": {"inbox/a.csv": b""},
    "gone": {"inbox/a.csv": None},
    "new": {"inbox/new.txt": b""},
    "json value": {"inbox/c.json": b'{"a": 1, "b": [2, 1]}'},
    "broken json": {"inbox/c.json": b'{"a": 1, "b": [1, 2]'},
    "heading": {"inbox/n.md": b"## Title\n\nText.\n"},
    "words": {"inbox/t.txt": b"one\nthree\n"},
    "bytes of a binary": {"inbox/p.png": b"\x89PNG\x00\x02"},
    "text made binary": {"inbox/t.txt": b"\x00"},
}


@pytest.mark.parametrize("after", SAME.values(), ids=SAME)
def test_unchanged(after: Mapping[str, bytes | None]) -> None:
    assert state.unchanged(*views(after), "inbox/**")


@pytest.mark.parametrize("after", OTHER.values(), ids=OTHER)
def test_changed(after: Mapping[str, bytes | None]) -> None:
    with trace() as notes:
        assert not state.unchanged(*views(after), "inbox/**")

    assert notes[-1][1] in after


def test_what_differs_is_told_by_key() -> None:
    with trace() as notes:
        state.unchanged(*views(OTHER["a cell"]), "inbox/a.csv")

    assert notes == [("unchanged", "inbox/a.csv", "row id = 1: amount is 1234.51 EUR, was 1234.50 EUR")]


def test_a_target_that_names_nothing_proves_nothing() -> None:
    with pytest.raises(NotProven, match="nope"):
        state.unchanged(*views({}), "nope/**")


def test_a_folder_stands_for_what_is_in_it() -> None:
    assert not state.unchanged(*views(OTHER["gone"]), "inbox")


def test_only_changed() -> None:
    assert state.only_changed(*views({"out/b.csv": b"x"}), "out/**")
    assert state.only_changed(*views(SAME["bom and crlf"]), "out/**")
    assert not state.only_changed(*views({"README.md": b"y"}), "out/**")
    assert not state.only_changed(*views({"stray.txt": b""}), "out/**")


def test_created_deleted_exists() -> None:
    after, truth = views({"out/b.csv": b"x", "README.md": None})

    assert state.created(after, truth, "out/b.csv")
    assert state.created(after, truth, "out/*.csv")
    assert not state.created(after, truth, "inbox/a.csv")
    assert not state.created(after, truth, "out/nope")
    assert state.deleted(after, truth, "README.md")
    assert not state.deleted(after, truth, "inbox/a.csv")
    assert not state.deleted(after, truth, "never-there")
    assert state.exists(after, "out/b.csv", "inbox", "inbox/*.json", "mail.message")
    assert not state.exists(after, "out/b.csv", "README.md")


def test_a_literal_path_is_not_looked_for_at_any_depth() -> None:
    after, _ = views({"README.md": None, "inbox/README.md": b"x"})

    assert not state.exists(after, "README.md")


def test_service_tables() -> None:
    after, truth = views({})
    moved = View("after", World(START, {"mail.message": ({"id": 2},)}), SCHEMA)

    assert state.unchanged(after, truth, "mail.message")
    assert not state.unchanged(moved, truth, "mail.message")
    assert not state.only_changed(moved, truth, "out/**")
    assert state.only_changed(moved, truth, "mail.message")
