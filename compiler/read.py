"""From bytes to source text: what is no text of reasonable size is refused here, once for everybody."""

from __future__ import annotations

import os
import re

from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.source import Source, Span

MOST_BYTES = 2_000_000  # a hand-written file has 10 kB; what is larger is data, and belongs in a file of its own
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")


def read_source(path: str, shown: str | None = None) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """Reads a file.

    Args:
        path: Where it is.
        shown: How messages name it; the path itself where None.

    Returns:
        The source, or None and why there is none.
    """
    name = path if shown is None else shown
    try:
        if os.path.isdir(path):
            return _refuse("CW140", name, f"{name} is a folder, not a file")
        with open(path, "rb", opener=_open) as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return _refuse("CW140", name, f"there is no file {name}")
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else "not a usable path"
        return _refuse("CW140", name, f"{name} cannot be read: {reason}")
    return source_of(name, data)


def _open(path: str, flags: int) -> int:
    # A named pipe must not hold the compiler up for ever.
    return os.open(path, flags | os.O_NONBLOCK)


def source_of(name: str, data: bytes) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """A source of bytes that were read already; line ends become LF and a byte order mark goes.

    Returns:
        The source, or None and why there is none.
    """
    if len(data) > MOST_BYTES:
        return _refuse("CW141", name, f"{name} is larger than {MOST_BYTES // 1_000_000} MB")
    if b"\x00" in data:
        return _refuse("CW143", name, f"{name} is no text: it holds NUL bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        return _refuse("CW142", name, f"{name} is not UTF-8: line {line} holds bytes that are no character")
    if not text.strip():
        return _refuse("CW144", name, f"{name} is empty")
    text = text.replace("\r\n", "\n")
    source = Source(name, text)
    found = None if text.isprintable() else _CONTROL.search(text)
    if found is not None:
        at = found.start()
        message = f"the control character U+{ord(text[at]):04X} stands in the text"
        return None, (Diagnostic("CW145", message, source, Span(at, at + 1)),)
    return source, ()


def _refuse(code: str, name: str, message: str) -> tuple[None, tuple[Diagnostic, ...]]:
    return None, (Diagnostic(code, message, Source(name, ""), Span(0, 0)),)
