"""Header cells: `region: text`, `"Effort (days)" as effort: int`, `id: int key`."""

from __future__ import annotations

from collections.abc import Callable

from cowork_dsl.compiler.analysis.environment import ColumnDecl
from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.diagnostics.model import Diagnostic, Fix, Label
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax.ast import Cell, Expr, Row
from cowork_dsl.compiler.syntax.expressions import parse_expression

Report = Callable[[Diagnostic], None]
TypeOf = Callable[[Expr], Type | None]

_KNOWN: dict[str, Type] = {}
"""Types by their spelling, as far as they are sound; a set of files repeats few of them."""


def header(
    row: Row, source: Source, report: Report, type_of: TypeOf, base: dict[str, Type] | None = None
) -> tuple[ColumnDecl, ...]:
    """The columns of a header row; `base` gives the types of columns that may be named alone."""
    columns: list[ColumnDecl] = []
    seen: dict[str, Span] = {}
    for cell in row.cells:
        column = _column(cell, source, report, type_of, base)
        if column is None:
            continue
        if column.name in seen:
            report(
                Diagnostic(
                    "CW353",
                    f"two columns have the name `{column.name}`",
                    source,
                    column.span,
                    labels=(Label(seen[column.name], "it stands here already"),),
                )
            )
            continue
        seen[column.name] = column.span
        columns.append(column)
    return tuple(columns)


def _column(
    cell: Cell, source: Source, report: Report, type_of: TypeOf, base: dict[str, Type] | None
) -> ColumnDecl | None:
    text = source.text
    at, end = cell.start, cell.end
    head = ""
    if text[at : at + 1] == '"':
        close = text.find('"', at + 1, end)
        head = text[at + 1 : close]
        at = _skip(text, close + 1, end)
        if text.startswith("as ", at, end):
            at = _skip(text, at + 3, end)
        elif text[at : at + 1] == ":":
            return _typed(cell, head, head, at, source, report, type_of)
        else:
            _bad(cell, source, report)
            return None
    colon = text.find(":", at, end)
    name = text[at : colon if colon >= 0 else end].rstrip()
    if not name.isidentifier() or not name.isascii() or name != name.lower():
        _bad(cell, source, report)
        return None
    if colon < 0:
        if base is not None and name in base:
            return ColumnDecl(name, head or name, base[name], False, cell.span)
        _bad(cell, source, report)
        return None
    return _typed(cell, name, head or name, colon, source, report, type_of)


def _typed(
    cell: Cell, name: str, head: str, colon: int, source: Source, report: Report, type_of: TypeOf
) -> ColumnDecl | None:
    text = source.text
    start, end = _skip(text, colon + 1, cell.end), cell.end
    raw = text[start:end]
    key = raw.endswith(" key")
    if key:
        raw = raw[:-4].rstrip()
        end = start + len(raw)
    if not raw:
        _bad(cell, source, report)
        return None
    known = _KNOWN.get(raw)
    if known is None:
        expr, found = parse_expression(source, start, end)
        for diagnostic in found:
            report(diagnostic)
        known = type_of(expr) if expr is not None else None
        if known is None:
            return ColumnDecl(name, head, Type("any"), key, cell.span)
        _KNOWN[raw] = known
    return ColumnDecl(name, head, known, key, cell.span)


def _skip(text: str, at: int, end: int) -> int:
    while at < end and text[at] in " \t":
        at += 1
    return at


def _bad(cell: Cell, source: Source, report: Report) -> None:
    span = cell.span if cell.end > cell.start else Span(cell.start, cell.start + 1)
    report(
        Diagnostic(
            "CW352",
            f"`{cell.text}` is no column of a header" if cell.text else "this column of the header is empty",
            source,
            span,
            fix=Fix('write `name: type`, or `"Header" as name: type`', applicability="display"),
        )
    )
