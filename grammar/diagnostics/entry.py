"""One diagnostic of the catalogue."""

from __future__ import annotations

from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """What a code means.

    Attributes:
        code: ``CW`` and three digits; never used again for something else.
        title: The kind of mistake, in a few words.
        cause: Why it is one, and what to do; a short paragraph.
        wrong: An example that yields exactly this code. A text that begins with ``cowork`` is a whole file,
            anything else a piece that the frame puts into a small complete one.
        right: The same, mended.
    """

    code: str
    title: str
    cause: str
    wrong: str
    right: str
