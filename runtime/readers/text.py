"""`text("notes.txt")`: a file as text; empty where it is binary."""

from __future__ import annotations

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.runtime.readers.bounds import MAX_BYTES
from cowork_dsl.runtime.readers.decode import decode
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import reader


@reader("text", ".txt", ".log", ".py", ".sh", ".j2", ".sql", ".cfg", ".ini")
def parse_text(data: bytes, path: str, form: Form | None) -> str:
    """The text with LF line ends and without a byte-order mark."""
    if len(data) > MAX_BYTES:
        # not empty, as a binary is: a check that words are absent must not hold because nobody looked
        raise Malformed(f"is larger than {MAX_BYTES >> 20} MiB")
    return decode(data)
