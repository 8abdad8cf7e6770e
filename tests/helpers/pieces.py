"""Pieces as the writers of files get them, written short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cowork_dsl.compiler.analysis.environment import ColumnDecl
from cowork_dsl.compiler.analysis.notation import type_from_text
from cowork_dsl.compiler.artifacts.registry import Piece, Stored, TableContent, writer_for
from cowork_dsl.compiler.source import Span
from cowork_dsl.runtime.readers.registry import readers


def piece(
    kind: str,
    label: str,
    files: Mapping[str, bytes] | None = None,
    parts: Sequence[Piece] = (),
    rows: TableContent | None = None,
    **fields: Any,
) -> Piece:
    """A piece; a field of several values is a tuple."""
    given = {name.rstrip("_"): value if isinstance(value, tuple) else (value,) for name, value in fields.items()}
    stored = {path: Stored(data) for path, data in (files or {}).items()}
    return Piece(kind, label, given, rows, stored, parts)


def rows(header: Mapping[str, str], *values: Sequence[object]) -> TableContent:
    """A table; a header says the type of each column, the first one is the key."""
    columns = [
        ColumnDecl(name, name, type_from_text(kind), number == 0, Span(0, 0))
        for number, (name, kind) in enumerate(header.items())
    ]
    return TableContent(columns, [dict(zip(header, row, strict=True)) for row in values])


def written(given: Piece) -> bytes:
    """The file of a piece."""
    made = writer_for(given.kind, given.label)(given)
    assert isinstance(made, bytes)
    return made


def folder(given: Piece) -> dict[str, bytes]:
    """The files of a piece that makes several."""
    made = writer_for(given.kind, given.label)(given)
    assert not isinstance(made, bytes)
    return {path: stored.data or b"" for path, stored in made.items()}


def read(kind: str, data: bytes, path: str = "a.bin") -> Any:
    """What a reader finds in some bytes."""
    return readers()[kind].parse(data, path, None)
