"""Cells of a row: split at the pipes that stand outside quotes and holes."""

from __future__ import annotations

from itertools import pairwise

from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax.ast import Cell
from cowork_dsl.compiler.syntax.literals import Report, string_value


def split_cells(source: Source, start: int, end: int, report: Report) -> tuple[Cell, ...]:
    """The cells between the first and the last pipe of a row."""
    text = source.text
    bounds = [start]
    if text.find('"', start, end) < 0 and text.find("\\", start, end) < 0 and text.find("{{", start, end) < 0:
        at = text.find("|", start + 1, end)
        while at >= 0:
            bounds.append(at)
            at = text.find("|", at + 1, end)
    else:
        bounds.extend(_pipes(source, start, end, report))
    return tuple(_cell(source, a + 1, b, report) for a, b in pairwise(bounds))


def _pipes(source: Source, start: int, end: int, report: Report) -> list[int]:
    text = source.text
    found: list[int] = []
    at = start + 1
    quote = -1
    while at < end:
        char = text[at]
        if char == "\\":
            at += 2
            continue
        if char == '"':
            quote = -1 if quote >= 0 else at
        elif quote < 0 and char == "|":
            found.append(at)
        elif text.startswith("{{", at):
            close = text.find("}}", at, end)
            at = close + 1 if close >= 0 else at
        at += 1
    if quote >= 0:
        report(Diagnostic("CW102", "this quote is not closed in its cell", source, Span(quote, quote + 1)))
        return [end - 1]
    if not found or found[-1] != end - 1:
        report(Diagnostic("CW125", "this row does not end with `|`", source, Span(start, end)))
        found.append(end)
    return found


def _cell(source: Source, start: int, end: int, report: Report) -> Cell:
    text = source.text
    while start < end and text[start] in " \t":
        start += 1
    while end > start and text[end - 1] in " \t":
        end -= 1
    raw = text[start:end]
    if len(raw) > 1 and raw[0] == raw[-1] == '"' and '"' not in raw[1:-1].replace('\\"', ""):
        return Cell(start, end, string_value(source, start, end, report), True)
    return Cell(start, end, raw.replace("\\|", "|").replace("\\n", "\n") if "\\" in raw else raw)
