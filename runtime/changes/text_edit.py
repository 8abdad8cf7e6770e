"""A text file as its lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cowork_dsl.runtime.changes.editable import Unfit


class TextLines:
    """The lines of a file, bytes as they are; a file without columns."""

    columns: tuple[str, ...] = ()

    def __init__(self, data: bytes) -> None:
        self._lines = data.splitlines(keepends=True)
        if self._lines and not self._lines[-1].endswith((b"\n", b"\r")):
            self._open_end = True
            self._lines[-1] += b"\n"
        else:
            self._open_end = False

    @property
    def data(self) -> bytes:
        """The file as edited so far."""
        text = b"".join(self._lines)
        return text[:-1] if self._open_end and text else text

    @property
    def size(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    def arrange(self, order: Sequence[int]) -> None:
        """Put the lines into another order."""
        self._lines = [self._lines[unit] for unit in order]

    def clear(self) -> None:
        """Leave nothing."""
        self._lines = []

    def value(self, unit: int, column: str) -> Any:
        """A text has no columns."""
        raise Unfit("is a text, which has no columns")

    def put(self, cells: Mapping[int, Mapping[str, Any]]) -> None:
        """A text has no columns."""
        raise Unfit("is a text, which has no columns")

    def rename(self, column: str, to: str) -> None:
        """A text has no columns."""
        raise Unfit("is a text, which has no columns")
