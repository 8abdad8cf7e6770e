"""How a table lies in a delimited file: its delimiter, its header, and which field is which column.

The reader and the writers both go by this, so that what a change rewrites is what a check reads.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cowork_dsl.compiler.bundle.models import ColumnForm, Form
from cowork_dsl.runtime.readers import delimited

_LOOSE = re.compile(r"[\s_\-‐‑‒–—]+")

_LONGEST = 1000
"""A longer header is none that anybody declared."""


def fold(header: str) -> str:
    """A header without its presentation: case, white space, underscores, hyphens, unicode form."""
    if len(header) > _LONGEST:
        return header
    return _LOOSE.sub(" ", unicodedata.normalize("NFKC", header)).strip().casefold()


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a file.

    Attributes:
        name: How expressions call it: the declared name, or the header as it stands; a second one gets a number.
        header: The header as it stands in the file.
        form: Its declaration, if it has one.
        index: Which field of a record it is.
        doubtful: Whether another header of the file claims the same declaration, so that neither can be trusted.
    """

    name: str
    header: str
    form: ColumnForm | None
    index: int
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """A delimited text without its rows.

    Attributes:
        delimiter: Between fields.
        start: Where the header record begins.
        columns: In the order of the file; empty where the text has no header.
    """

    delimiter: str
    start: int
    columns: tuple[Column, ...]

    def column(self, name: str) -> Column | None:
        """The column with a name."""
        return next((column for column in self.columns if column.name == name), None)


def preferred_delimiter(path: str) -> str:
    """What a file's extension says."""
    return "\t" if path.lower().endswith((".tsv", ".tab")) else ","


def layout(text: str, form: Form | None, path: str = "") -> Layout:
    """Find out how a text is laid out."""
    declared = _declared(form.columns if form is not None else ())
    delimiter, start = delimited.hint(text)
    if delimiter is None:
        known = declared.__contains__
        delimiter = delimited.sniff(text, lambda header: known(fold(header)), preferred_delimiter(path))
    head = _header(text, delimiter, start)
    if head is None:
        return Layout(delimiter, start, ())
    return Layout(delimiter, head.start, _columns([field.text for field in head.fields], declared))


def _header(text: str, delimiter: str, start: int) -> delimited.Record | None:
    """The first record that is not blank."""
    return next((record for record in delimited.records(text, delimiter, start) if not record.blank), None)


def columns_from(headers: Sequence[str], declared: Sequence[ColumnForm]) -> tuple[Column, ...]:
    """The columns under some headers."""
    return _columns(headers, _declared(declared))


def _declared(columns: Sequence[ColumnForm]) -> dict[str, ColumnForm]:
    by_name = {fold(column.name): column for column in columns}
    return by_name | {fold(column.header): column for column in columns}


def _columns(headers: Sequence[str], declared: dict[str, ColumnForm]) -> tuple[Column, ...]:
    claims = [declared.get(fold(header)) for header in headers]
    claimed = Counter(map(id, claims))
    columns: list[Column] = []
    seen: dict[str, int] = {}
    for index, (header, form) in enumerate(zip(headers, claims, strict=True)):
        name = form.name if form is not None else header.strip()
        twice = form is not None and claimed[id(form)] > 1
        seen[name] = seen.get(name, 0) + 1
        columns.append(Column(name if seen[name] == 1 else f"{name} {seen[name]}", header, form, index, twice))
    while columns and not columns[-1].header.strip():
        # a delimiter at the end of each line makes a last column that is none
        columns.pop()
    return tuple(columns)
