"""Diagnostics as plain data, the shape that `cowork check --json` prints."""

from __future__ import annotations

from collections.abc import Iterable

from cowork_dsl.compiler.diagnostics.model import Diagnostic, Fix
from cowork_dsl.compiler.source import Source, Span


def render(diagnostics: Iterable[Diagnostic]) -> list[dict[str, object]]:
    """One object for each message; lines and columns count from 1, the end is behind the last character."""
    return [_one(found) for found in diagnostics]


def _one(found: Diagnostic) -> dict[str, object]:
    return {
        "code": found.code,
        "severity": found.severity,
        "file": found.source.path,
        **place(found.source, found.span),
        "message": found.message,
        "help": help_of(found),
        "labels": [{**place(found.source, label.span), "message": label.message} for label in found.labels],
        "notes": list(found.notes),
        "fix": _fix(found.source, found.fix) if found.fix is not None and found.fix.edits else None,
    }


def place(source: Source, span: Span) -> dict[str, object]:
    """Where a span stands."""
    line, column = source.position(span.start)
    end_line, end_column = source.position(span.end)
    return {"line": line, "column": column, "end_line": end_line, "end_column": end_column}


def help_of(found: Diagnostic) -> str:
    """The mend, and where to read more."""
    mend = f"{found.fix.message}; " if found.fix is not None else ""
    return f"{mend}cowork explain {found.code}"


def _fix(source: Source, fix: Fix) -> dict[str, object]:
    edits = [{**place(source, edit.span), "text": edit.text} for edit in fix.edits]
    return {"message": fix.message, "applicability": fix.applicability, "edits": edits}
