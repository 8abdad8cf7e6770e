"""Workspace entries."""

from __future__ import annotations

from typing import Literal

from cowork_dsl.compiler.analysis.environment.base import Code, Origin, Text
from cowork_dsl.compiler.analysis.environment.head import ColumnDecl, Let
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Fill:
    """``fill = rows(n, column: generator, ...)``: count, then one generator expression a column."""

    count: Code
    columns: tuple[tuple[str, Code], ...]


@dataclass(frozen=True, slots=True)
class TableData:
    """The rows of a table: literal ones (cells as templates, None where the cell is empty) and generated ones.

    ``formulas`` are the literal cells that hold a formula, by row and column from 0.
    """

    columns: tuple[ColumnDecl, ...]
    rows: tuple[tuple[Text | None, ...], ...]
    fills: tuple[Fill, ...]
    formulas: frozenset[tuple[int, int]] = frozenset()


EntryKind = Literal[
    "file",
    "document",
    "json",
    "yaml",
    "toml",
    "table",
    "folder",
    "rows",
    "mail",
    "calendar",
    "image",
    "scan",
    "database",
    "archive",
    "repo",
    "workbook",
]


@dataclass(frozen=True, slots=True)
class Part:
    """What stands between the braces of an entry that is more than a text, a value or one table; parts may hold parts.

    Attributes:
        kind: ``event``, ``commit`` …; of the outermost one the kind of the entry.
        label: What it is called.
        fields: Its attributes by name.
        table: Its rows, where it has any.
        entries: The entries inside of it, with paths of their own.
        parts: The parts inside of it, in order.
        when: Present only where it holds.
    """

    kind: str
    label: Text | None
    fields: tuple[tuple[str, Code | Text], ...] = ()
    table: TableData | None = None
    entries: tuple[Entry | Each, ...] = ()
    parts: tuple[Part, ...] = ()
    when: Code | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One workspace entry.

    Attributes:
        kind: ``file`` (text), ``json``, ``table`` (csv, tsv by the path's extension), ``folder``,
            ``rows`` (literal or generated rows of a service's table; ``path`` is then ``service.table``).
        path: Where.
        text: For ``file`` and ``document``.
        data: For ``json``, ``yaml`` and ``toml``.
        part: For mails, calendars, pictures, databases, archives, repositories and workbooks.
        table: For ``table`` and ``rows``.
        resource: ``from = "..."``: the bytes of a real file beside the source.
        when: Present only where it holds.
        readonly: Mode 0444 and write-protected.
        executable: Mode 0755.
    """

    kind: EntryKind
    path: Text
    text: Text | None = None
    data: Code | None = None
    table: TableData | None = None
    resource: bytes | None = None
    when: Code | None = None
    readonly: bool = False
    executable: bool = False
    origin: Origin | None = None
    part: Part | None = None


@dataclass(frozen=True, slots=True)
class Each:
    """``each name { of = list ... }``: the entries once for every element.

    ``lets`` are those of its block; they, and ``when``, may use the element.
    """

    name: str
    of: Code
    body: tuple[Entry | Each, ...]
    origin: Origin
    lets: tuple[Let, ...] = ()
    when: Code | None = None
