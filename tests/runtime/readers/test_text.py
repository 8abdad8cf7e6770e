"""Texts have LF line ends and no mark, in whatever encoding they were written; binaries have none."""

import pytest

from cowork_dsl.runtime.readers.bounds import MAX_BYTES
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.text import parse_text


@pytest.mark.parametrize(
    "data",
    [
        "Müller\nß\n".encode(),
        "Müller\r\nß\r\n".encode(),
        "Müller\rß\r".encode(),
        "Müller\nß\n".encode("utf-8-sig"),
        "Müller\nß\n".encode("utf-16"),
        b"\xfe\xff" + "Müller\nß\n".encode("utf-16-be"),
        "Müller\nß\n".encode("utf-32"),
        "Müller\nß\n".encode("cp1252"),
    ],
)
def test_one_text_in_many_encodings(data: bytes) -> None:
    assert parse_text(data, "a.txt", None) == "Müller\nß\n"


@pytest.mark.parametrize("data", [b"", b"a\x00b", b"\x89PNG\r\n", b"PK\x03\x04", b"%PDF-1.7", b"SQLite format 3\x00"])
def test_binaries_have_no_text(data: bytes) -> None:
    assert parse_text(data, "a.txt", None) == ""


def test_what_is_too_large_is_not_empty_but_refused() -> None:
    with pytest.raises(Malformed, match="larger than 32 MiB"):
        parse_text(b"x" * (MAX_BYTES + 1), "a.txt", None)
