"""States as expressions see them: forms by path, globs, services, what is too large or too deep."""

import pytest

from cowork_dsl.compiler.bundle.models import ColumnForm, Form
from cowork_dsl.compiler.values.failures import Fail, Missing
from cowork_dsl.compiler.values.scalars import FilePath
from cowork_dsl.runtime.readers.bounds import MAX_BYTES
from cowork_dsl.runtime.verdict import reading
from cowork_dsl.runtime.verdict.evidence import World
from cowork_dsl.runtime.verdict.view import Schema, View

FORMS = (
    Form(pattern="in/**", kind="text"),
    Form(pattern="in/a.csv", kind="table", columns=(ColumnForm(name="n", header="n", type="int"),)),
)
TABLES = {"mail.message": (ColumnForm(name="id", header="id", type="int", key=True),)}


def view(files: dict[str, bytes]) -> View:
    return View("after", World(files, {"mail.message": ({"id": 1},)}, {"cap": 5}), Schema(FORMS, TABLES))


def test_a_form_of_its_own_wins_over_a_glob() -> None:
    schema = Schema(FORMS)

    assert [schema.form(path) for path in ("in/a.csv", "in/b.csv", "out/a.csv")] == [FORMS[1], FORMS[0], None]


def test_a_missing_file_is_none_and_says_which() -> None:
    for reader in (reading.text, reading.json, reading.md, reading.table):
        assert reader(view({}), "no/file") == Missing("no/file")


def test_a_malformed_file_fails_with_its_path() -> None:
    with pytest.raises(Fail, match=r"^a\.json is not JSON"):
        reading.json(view({"a.json": b"{"}), "a.json")


def test_a_binary_file_has_an_empty_text_and_one_too_large_has_none() -> None:
    assert reading.text(view({"a": b"\x00\x01"}), "a") == ""
    with pytest.raises(Fail, match="larger"):
        reading.text(view({"a": b"x" * (MAX_BYTES + 1)}), "a")


def test_tables_of_a_glob_are_one_with_the_path_of_each_row() -> None:
    table = reading.tables(view({"in/a.csv": b"n\n1\n", "x/b.csv": b"n\n2\n"}), "**/*.csv")

    assert table.columns == ("n", "file")
    assert table.rows == ({"n": 1, "file": FilePath("in/a.csv")}, {"n": "2", "file": FilePath("x/b.csv")})


def test_globs_leave_out_droppings_and_git() -> None:
    files = dict.fromkeys(("a.txt", ".git/config", "__pycache__/a.pyc", ".DS_Store", "b/.~lock.x"), b"")

    assert reading.files(view(files), "**") == ["a.txt"]


def test_services_and_values() -> None:
    here = view({})

    assert reading.table(here, "mail.message").key == "id"
    assert reading.rows(here, "mail.message").rows == ({"id": 1},)
    assert reading.value(here, "cap") == 5
    with pytest.raises(Fail, match="no value"):
        reading.value(here, "nope")
    with pytest.raises(Fail, match="no table"):
        reading.rows(here, "mail.nope")


@pytest.mark.parametrize("data", [b"[" * 5_000_000, b'{"a":' * 1_000_000, b"\xff" * 1000, b"x" * (MAX_BYTES + 1)])
def test_hostile_json_is_a_reason(data: bytes) -> None:
    with pytest.raises(Fail):
        reading.json(view({"a.json": data}), "a.json")


@pytest.mark.parametrize(
    "data", [b"x" * 30_000_000, b'"' * 2_000_000, b"\xe9,\xff\n" * 1000, b"n\n" + b"9" * 1_000_000]
)
def test_long_lines_and_odd_bytes_in_a_table(data: bytes) -> None:
    assert reading.table(view({"x.csv": data}), "x.csv").name == "x.csv"
