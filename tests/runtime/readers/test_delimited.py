"""Delimited text is cut the same way for readers and writers, whatever stands in it."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.runtime.readers.delimited import DELIMITERS, rows, sniff, spell, split

CELLS = st.text('ab1 ,;|\t"\n', max_size=6)


def cut(text: str, delimiter: str) -> list[list[str]]:
    return [[field.text for field in record.fields] for record in split(text, delimiter)]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(CELLS, min_size=2, max_size=3), max_size=4), st.sampled_from(DELIMITERS))
def test_what_the_usual_writer_writes_is_read(table: list[list[str]], delimiter: str) -> None:
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(table)

    assert cut(written.getvalue(), delimiter) == table
    assert rows(written.getvalue(), delimiter) == table


@settings(max_examples=150, deadline=None)
@given(st.text('ab ,"\r\n', max_size=60))
def test_both_ways_of_reading_agree_and_places_are_right(text: str) -> None:
    records = split(text, ",")

    assert rows(text, ",") == cut(text, ",")
    assert all(0 <= f.start <= f.end <= len(text) for r in records for f in r.fields)
    assert all(text[f.start : f.end] == f.text for r in records for f in r.fields if not f.quoted)


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a;b\n1;2\n", ";"),
        ("a;b\n1,5;2,5\n", ";"),
        ("a\tb\n1\t2\n", "\t"),
        ("a|b\n1|2\n", "|"),
        ("alone\n1,5\n", ","),
        ("", ","),
    ],
)
def test_the_delimiter_is_found(text: str, delimiter: str) -> None:
    assert sniff(text, lambda header: header in ("a", "b")) == delimiter
    assert sniff(text, lambda header: False) == delimiter


@settings(max_examples=100, deadline=None)
@given(CELLS, st.sampled_from(DELIMITERS), st.booleans())
def test_what_is_spelled_is_read_back(cell: str, delimiter: str, quoted: bool) -> None:
    assert cut(f"x{delimiter}{spell(cell, delimiter, quoted)}\n", delimiter) == [["x", cell]]
