"""Positions of the protocol (line, and column in units of an encoding) and offsets of a text.

A line ends with LF, CR LF or CR and with nothing else. Columns count UTF-16 units unless client and server agreed on
something else; an offset counts characters.
"""

from __future__ import annotations

import re
from bisect import bisect_right

_ENDS = re.compile("\r\n|\n|\r")


def width(text: str, encoding: str) -> int:
    """How many units a text takes."""
    if text.isascii() or encoding == "utf-32":
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(char > "\uffff" for char in text)


class Lines:
    """The lines of one text."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text = text
        self.encoding = encoding
        self.starts = [0]
        self.ends: list[int] = []
        for found in _ENDS.finditer(text):
            self.ends.append(found.start())
            self.starts.append(found.end())
        self.ends.append(len(text))

    def offset(self, line: int, column: int) -> int:
        """The offset of a position; what lies outside is drawn to the nearest place inside."""
        if line < 0:
            return 0
        if line >= len(self.starts):
            return len(self.text)
        start, end = self.starts[line], self.ends[line]
        content = self.text[start:end]
        if content.isascii() or self.encoding == "utf-32":
            return start + max(0, min(column, len(content)))
        taken = 0
        for index, char in enumerate(content):
            taken += width(char, self.encoding)
            if taken > column:
                return start + index
        return end

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 0; inside of a line end it is the end of the line."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset) - 1
        start = self.starts[line]
        return line, width(self.text[start : min(offset, self.ends[line])], self.encoding)


def replaced(text: str, start: tuple[int, int], end: tuple[int, int], new: str, encoding: str = "utf-16") -> str:
    """The text with what stands between two positions replaced."""
    lines = Lines(text, encoding)
    first, last = lines.offset(*start), lines.offset(*end)
    return text[:first] + new + text[max(first, last) :]
