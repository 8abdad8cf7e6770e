"""Delimited text (csv, tsv and their relatives), split with the place of every field.

One splitter serves the readers and the writers, so what is read and what is rewritten can't disagree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

DELIMITERS = (",", ";", "\t", "|")
_SAMPLE = 64
_SAMPLE_CHARACTERS = 65_536
_LINE = re.compile(r"[^\r\n]*+")
_HINT = re.compile(r"\s*\"?sep=([,;\t|])\"?[ \t]*(?:\n|\Z)", re.IGNORECASE)


class Field(NamedTuple):
    """One field: its text after unquoting, and where its spelling stands."""

    text: str
    start: int
    end: int
    quoted: bool


class Record(NamedTuple):
    """One record: where it stands without its line end, and its fields."""

    start: int
    end: int
    fields: tuple[Field, ...]

    @property
    def blank(self) -> bool:
        """Whether it has nothing but white space."""
        return all(not field.text.strip() for field in self.fields)


@lru_cache(maxsize=16)
def _field(delimiter: str) -> re.Pattern[str]:
    mark = re.escape(delimiter)
    blank = "[ ]*+" if delimiter == "\t" else "[ \t]*+"
    # Possessive: an unclosed quote costs one pass over the rest and is then taken as it is written.
    return re.compile(rf'{blank}"((?:[^"]|"")*+)"{blank}(?=(?:{mark}|\r|\n|\Z))|([^{mark}\r\n]*+)')


def split(text: str, delimiter: str, limit: int | None = None, start: int = 0) -> list[Record]:
    """The records of a text; at most `limit` of them. An unclosed quote is an ordinary character."""
    return list(islice(records(text, delimiter, start), limit))


def records(text: str, delimiter: str, start: int = 0) -> Iterator[Record]:
    """The records of a text, one after the other."""
    return _quoted(text, delimiter, start) if '"' in text else _unquoted(text, delimiter, start)


def _unquoted(text: str, delimiter: str, start: int) -> Iterator[Record]:
    """Where nothing is quoted, lines are records and delimiters cut them."""
    at, size = start, len(text)
    while at <= size:
        found = _LINE.match(text, at)
        assert found is not None  # it matches the empty text
        end = found.end()
        if end > at or end < size:
            fields: list[Field] = []
            first = at
            for value in found.group().split(delimiter):
                fields.append(Field(value, first, first + len(value), False))
                first += len(value) + 1
            yield Record(at, end, tuple(fields))
        at = end + (2 if text.startswith("\r\n", end) else 1)


def _quoted(text: str, delimiter: str, start: int) -> Iterator[Record]:
    match = _field(delimiter).match
    fields: list[Field] = []
    at, first, size = start, start, len(text)
    while at <= size:
        found = match(text, at)
        assert found is not None  # the second alternative matches the empty text
        quoted = found.group(1)
        value = found.group(2) if quoted is None else quoted.replace('""', '"')
        end = found.end()
        fields.append(Field(value, at, end, quoted is not None))
        if end < size and text[end] == delimiter:
            at = end + 1
            continue
        if end > first or end < size:
            yield Record(first, end, tuple(fields))
        at = end + (2 if text.startswith("\r\n", end) else 1)
        first = at
        fields = []


def rows(text: str, delimiter: str, start: int = 0) -> list[list[str]]:
    """The same records as `split`, without places: what a reader needs, faster."""
    if '"' in text:
        return [[field.text for field in record.fields] for record in split(text, delimiter, start=start)]
    body = text[start:] if start else text
    lines = body.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return [line.split(delimiter) for line in lines]


def hint(text: str) -> tuple[str | None, int]:
    """The delimiter that a first line `sep=;` names, and where the records begin."""
    found = _HINT.match(text)
    return (found.group(1), found.end()) if found else (None, 0)


def sniff(text: str, known: Callable[[str], bool], preferred: str = ",") -> str:
    """The delimiter of a text.

    The one whose first record has the most known headers wins; where none has any, the one that cuts the first
    records into the same number of fields, more than one; else the preferred one.

    Args:
        text: The text, from its header on.
        known: Whether a header is one that the declared form has.
        preferred: The delimiter of the file's extension.
    """
    candidates = (preferred, *(mark for mark in DELIMITERS if mark != preferred))
    sample = text[:_SAMPLE_CHARACTERS]
    counted = {mark: _known(sample, mark, known) for mark in candidates}
    best = max(candidates, key=counted.__getitem__)
    if counted[best]:
        return best
    return next((mark for mark in candidates if _even(list(_sampled(sample, mark)))), preferred)


def _sampled(sample: str, delimiter: str) -> Iterator[Record]:
    return (record for record in islice(records(sample, delimiter), _SAMPLE) if not record.blank)


def _known(sample: str, delimiter: str, known: Callable[[str], bool]) -> int:
    head = next(_sampled(sample, delimiter), None)
    return sum(known(field.text) for field in head.fields) if head is not None else 0


def _even(records: Sequence[Record]) -> bool:
    widths = {len(record.fields) for record in records}
    return len(widths) == 1 and min(widths) > 1


def spell(text: str, delimiter: str, quoted: bool = False) -> str:
    """A field as it is written: in quotes where they are needed or were there before."""
    if quoted or any(char in text for char in (delimiter, '"', "\n", "\r")) or text != text.strip():
        return '"' + text.replace('"', '""') + '"'
    return text
