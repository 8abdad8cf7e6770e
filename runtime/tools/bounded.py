"""Keeping what an agent is shown within bounds, and saying so where something was left out."""

from __future__ import annotations

import os

MAX_TEXT = 50_000


def bounded(text: str, most: int = MAX_TEXT) -> str:
    """Cut a text in its middle; head and tail stay, and the cut is named."""
    if len(text) <= most:
        return text
    head = most * 2 // 3
    tail = most - head
    left_out = len(text) - head - tail
    return f"{text[:head]}\n[... {left_out} characters left out ...]\n{text[-tail:]}"


def showable(path: str) -> str:
    """A path as text; bytes of a name that aren't UTF-8 are shown by the replacement sign."""
    return path if path.isascii() else words(os.fsencode(path))


def words(data: bytes) -> str:
    """Bytes as text; what isn't UTF-8 is shown by the replacement sign."""
    return data.decode("utf-8", errors="replace")
