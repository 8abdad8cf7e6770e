"""Diagnostics as the workflow commands that GitHub turns into annotations."""

from __future__ import annotations

from collections.abc import Iterable

from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.diagnostics.render_json import help_of


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """One line for each message."""
    return "".join(_one(found) for found in diagnostics)


def _one(found: Diagnostic) -> str:
    line, column = found.source.position(found.span.start)
    end_line, end_column = found.source.position(found.span.end)
    marks = {
        "file": found.source.path,
        "line": str(line),
        "col": str(column),
        "endLine": str(end_line),
        "endColumn": str(end_column),
        "title": found.code,
    }
    shown = ",".join(f"{name}={_property(value)}" for name, value in marks.items())
    text = "\n".join([found.message, *found.notes, help_of(found)])
    return f"::{found.severity} {shown}::{_data(text)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
