"""Rewriting a delimited file touches what it must and no other byte."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.bundle.models import ColumnForm, Form
from cowork_dsl.runtime.changes.delimited_file import DelimitedFile
from cowork_dsl.runtime.readers.table import parse_table

FORM = Form(
    pattern="a.csv",
    kind="table",
    columns=(
        ColumnForm(name="id", header="Order ID", type="int", key=True),
        ColumnForm(name="note", header="note", type="text"),
    ),
)
ODD = b'\xef\xbb\xbfnote;"Order ID"\r\n"a;b";1\r\n\r\nplain;2\r\n"c""d";3\r\n'


def opened(data: bytes) -> DelimitedFile:
    return DelimitedFile.open(data, FORM, "a.csv")


def test_one_cell() -> None:
    assert opened(ODD).with_cells({1: {"note": "new"}}) == ODD.replace(b"plain", b"new")


def test_a_cell_in_quotes_stays_in_quotes() -> None:
    assert opened(ODD).with_cells({0: {"note": "x"}}) == ODD.replace(b'"a;b"', b'"x"')


def test_quotes_appear_where_they_are_needed() -> None:
    assert opened(ODD).with_cells({1: {"note": 'p;"q"'}}) == ODD.replace(b"plain", b'"p;""q"""')


def test_a_row_is_added_after_the_last_one() -> None:
    assert opened(ODD).with_row({"id": "4", "note": "e"}) == ODD + b"e;4\r\n"


def test_a_row_is_added_where_the_last_line_has_no_end() -> None:
    assert opened(ODD.rstrip()).with_row({"id": "4"}) == ODD + b";4"


def test_a_row_is_added_to_a_header_alone() -> None:
    assert opened(b"Order ID,note\n").with_row({"id": "4"}) == b"Order ID,note\n4,\n"


@pytest.mark.parametrize(
    ("order", "lines"),
    [((2, 1, 0), [b'"c""d";3', b"plain;2", b'"a;b";1']), ((0, 0), [b'"a;b";1', b'"a;b";1']), ((), [])],
)
def test_rows_are_arranged_as_they_are_spelled(order: tuple[int, ...], lines: list[bytes]) -> None:
    assert opened(ODD).arranged(order) == b"\r\n".join([b'\xef\xbb\xbfnote;"Order ID"', *lines]) + b"\r\n"


def test_a_header_is_renamed() -> None:
    assert opened(ODD).with_header("id", "No") == ODD.replace(b"Order ID", b"No")


def test_bytes_that_are_no_utf_8_are_carried_through() -> None:
    data = b"Order ID,note\n1,caf\xe9\n2,x\n"

    assert opened(data).with_cells({1: {"note": "y"}}) == b"Order ID,note\n1,caf\xe9\n2,y\n"


@settings(max_examples=100, deadline=None)
@given(st.text('",;\t\r\nab1 ', max_size=80), st.text('",;\nxy ', max_size=8))
def test_what_is_written_is_what_is_read(body: str, value: str) -> None:
    data = f"Order ID,note\n{body}".encode()
    file = opened(data)
    rows = parse_table(data, "a.csv", FORM).rows

    assert len(file.records) == len(rows)
    if rows and value.strip() and len(file.records[0].fields) <= 2:
        written = parse_table(file.with_cells({0: {"note": value}}), "a.csv", FORM)

        assert written.rows[0]["note"] == " ".join(value.split())
        assert written.rows[1:] == rows[1:]
