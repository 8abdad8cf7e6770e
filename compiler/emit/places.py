"""Places in the source, as bundles name them."""

from __future__ import annotations

from pathlib import PurePosixPath

from cowork_dsl.compiler.analysis.environment import Code, Origin
from cowork_dsl.compiler.bundle import models
from cowork_dsl.compiler.source import Source, Span


def place_of(source: Source, span: Span) -> models.Place:
    """A span as lines and columns from 1."""
    line, column = source.position(span.start)
    end_line, end_column = source.position(span.end)
    return models.Place(file=shown(source), line=line, column=column, end_line=end_line, end_column=end_column)


def place_of_origin(origin: Origin) -> models.Place:
    """The place of a declaration."""
    return place_of(origin.source, origin.span)


def place_of_code(code: Code) -> models.Place:
    """The place of an expression."""
    return place_of(code.source, code.expr.span)


def shown(source: Source) -> str:
    """The file's name alone: where a project lies on one machine is nothing that a bundle may depend on."""
    return PurePosixPath(source.path.replace("\\", "/")).name
