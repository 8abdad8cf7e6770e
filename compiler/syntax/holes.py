"""Interpolation: splits a text at its ``{{expression | filter(arg)}}`` holes."""

from __future__ import annotations

from itertools import pairwise

from cowork_dsl.compiler.diagnostics.model import Diagnostic, Fix
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.compiler.syntax.expressions import parse_expression
from cowork_dsl.compiler.syntax.literals import Report
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class HoleSyntax:
    """One hole: what it inserts and the filters it passes through.

    Attributes:
        expr: The expression.
        filters: Filter calls in order; a bare filter name is a ``Name``.
        span: The hole with its braces.
    """

    expr: ast.Expr
    filters: tuple[ast.Name | ast.Call, ...]
    span: Span


def holes(literal: ast.Literal_ | ast.Label, source: Source, report: Report) -> tuple[str | HoleSyntax, ...]:
    """The pieces of a string, text or label.

    A hole's place is exact where the literal's value stands in the source as it is; where escapes or a
    margin moved it, the hole is found again by its order in the raw text.
    """
    value = literal.value if isinstance(literal, ast.Label) else literal.text
    if "{{" not in value:
        return (value,)
    return _split(value, source, literal.start, literal.end, report)


def holes_in_cell(cell: ast.Cell, source: Source, report: Report) -> tuple[str | HoleSyntax, ...]:
    """The pieces of a cell."""
    if "{{" not in cell.text:
        return (cell.text,)
    return _split(cell.text, source, cell.start, cell.end, report)


def _split(value: str, source: Source, start: int, end: int, report: Report) -> tuple[str | HoleSyntax, ...]:
    text = source.text
    parts: list[str | HoleSyntax] = []
    at = 0
    place = start
    while True:
        opened = value.find("{{", at)
        if opened < 0:
            break
        place = text.find("{{", place, end)
        closed = text.find("}}", place, end)
        newline = text.find("\n", place, end)
        if closed < 0 or 0 <= newline < closed:
            report(
                Diagnostic(
                    "CW126",
                    "this `{{` is not closed on its line",
                    source,
                    Span(place, place + 2),
                    notes=("a text that really holds {{ sets raw = true on its entry",),
                    fix=Fix("close it with `}}`", applicability="display"),
                )
            )
            break
        if opened > at:
            parts.append(value[at:opened])
        hole = _hole(source, place, closed + 2, report)
        if hole is not None:
            parts.append(hole)
        at = value.find("}}", opened) + 2
        place = closed + 2
    if at < len(value):
        parts.append(value[at:])
    return tuple(parts)


def _hole(source: Source, start: int, end: int, report: Report) -> HoleSyntax | None:
    text = source.text
    bounds = [start + 1]
    quoted = False
    for at in range(start + 2, end - 2):
        if text[at] == '"':
            quoted = not quoted
        elif text[at] == "|" and not quoted:
            bounds.append(at)
    bounds.append(end - 2)
    pieces: list[ast.Expr] = []
    for a, b in pairwise(bounds):
        if not text[a + 1 : b].strip():
            report(Diagnostic("CW127", "this hole is empty", source, Span(start, end)))
            return None
        expr, found = parse_expression(source, a + 1, b)
        for diagnostic in found:
            report(diagnostic)
        if expr is None:
            return None
        pieces.append(expr)
    filters: list[ast.Name | ast.Call] = []
    for piece in pieces[1:]:
        if isinstance(piece, ast.Name) or (isinstance(piece, ast.Call) and piece.object is None):
            filters.append(piece)
        else:
            report(Diagnostic("CW128", "a filter is a name or a call: `{{x | money}}`", source, piece.span))
    return HoleSyntax(pieces[0], tuple(filters), Span(start, end))
