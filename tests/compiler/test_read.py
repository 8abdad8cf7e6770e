"""What is no source text gets one clear message each."""

import os
from pathlib import Path

import pytest

from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.read import MOST_BYTES, read_source, source_of
from cowork_dsl.grammar.diagnostics.reading import ENTRIES


def code(result: tuple[object, tuple[Diagnostic, ...]]) -> str:
    source, found = result
    assert source is None
    assert len(found) == 1
    assert found[0].message
    return found[0].code


def test_missing_folder_device_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    assert code(read_source(str(tmp_path / "none.cowork"))) == "CW140"
    assert code(read_source(str(tmp_path))) == "CW140"
    assert code(read_source("a\x00b")) == "CW140"
    assert code(read_source(str(tmp_path / "pipe"))) == "CW144"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "CW144"),
        (b" \n\t\n", "CW144"),
        (b"\xef\xbb\xbf", "CW144"),
        (b"a\x00b", "CW143"),
        ("a = 1".encode("utf-16"), "CW143"),
        (b"a = \xff", "CW142"),
        (b"\xed\xa0\x80", "CW142"),
        (b"a = 1\r b = 2", "CW145"),
        (b"a = \x07", "CW145"),
        ("a = 1 # \u202e".encode(), "CW145"),
        (b"a" * (MOST_BYTES + 1), "CW141"),
    ],
)
def test_bytes(data: bytes, expected: object) -> None:
    assert code(source_of("x.cowork", data)) == expected


def test_large_file_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "large.cowork"
    with path.open("wb") as file:
        file.truncate(50_000_000)

    assert code(read_source(str(path))) == "CW141"


def test_presentation_is_forgiven() -> None:
    source, found = source_of("x", b"\xef\xbb\xbfcowork 1\r\na = 1\r\n")

    assert found == ()
    assert source is not None
    assert source.text == "cowork 1\na = 1\n"


def test_every_entry_is_met() -> None:
    assert [entry.code for entry in ENTRIES] == ["CW140", "CW141", "CW142", "CW143", "CW144", "CW145"]
