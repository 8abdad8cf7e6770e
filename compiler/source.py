"""Source text of one file: where every span points to."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from cowork_dsl.grammar.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of character offsets in one source.

    Attributes:
        start: Offset of the first character, from 0.
        end: Offset after the last character.
    """

    start: int
    end: int


@dataclass(frozen=True)
class Source:
    """One file as text.

    Attributes:
        path: The name shown to people; not necessarily a real path (``-`` for stdin).
        text: The whole text; line ends are LF.
    """

    path: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offset of each line's first character; built only when a span is shown."""
        starts = [0]
        find = self.text.find
        at = find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = find("\n", at + 1)
        return tuple(starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1; columns count characters."""
        starts = self.line_starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (from 1) without its line end."""
        starts = self.line_starts
        if not 1 <= number <= len(starts):
            return ""
        start = starts[number - 1]
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[start:end]
