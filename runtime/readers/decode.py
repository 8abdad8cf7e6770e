"""Bytes to text: byte-order marks, encodings, line ends; a binary file has no text."""

from __future__ import annotations

import codecs

from cowork_dsl.runtime.readers.bounds import MAX_BYTES
from cowork_dsl.runtime.readers.malformed import Malformed

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAGIC = (b"%PDF-", b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"SQLite format 3\x00")


def decode(data: bytes) -> str:
    """The text of a file with LF line ends; empty where it is binary or larger than the readers take.

    A byte-order mark names the encoding; without one it is UTF-8, or Windows-1252 where it is not valid UTF-8.
    """
    if len(data) > MAX_BYTES:
        return ""
    text = _characters(data)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text


def _characters(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, errors="replace").replace("\x00", "")
    if is_binary(data):
        return ""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def is_binary(data: bytes) -> bool:
    """Whether the bytes are no text: a NUL without a byte-order mark, or the first bytes of a known binary format."""
    if any(data.startswith(mark) for mark, _ in _MARKS):
        return False
    return b"\x00" in data or data.startswith(_MAGIC)


def readable(data: bytes, wanted: str) -> str:
    """The text of a file that must have one.

    Raises:
        Malformed: It is binary, or larger than the readers take.
    """
    if len(data) > MAX_BYTES:
        raise Malformed(f"is larger than {MAX_BYTES >> 20} MiB")
    if is_binary(data):
        raise Malformed(f"is a binary file, no {wanted}")
    return decode(data)
