"""`text("notes.txt")`: a file as text; empty where it is binary."""

from __future__ import annotations

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.runtime.readers.decode import decode
from cowork_dsl.runtime.readers.registry import reader


@reader("text", ".txt", ".log", ".py", ".sh", ".j2", ".sql", ".cfg", ".ini")
def parse_text(data: bytes, path: str, form: Form | None) -> str:
    """The text with LF line ends and without a byte-order mark."""
    return decode(data)
