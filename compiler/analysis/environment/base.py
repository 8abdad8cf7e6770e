"""The ground of the checked environment: expressions, texts and places."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax.ast import Expr
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A checked expression: its tree, its type and the scope of its names."""

    expr: Expr
    type: Type
    scope: Scope
    source: Source


@dataclass(frozen=True, slots=True)
class Hole:
    """``{{expr | filter(arg)}}`` in a text."""

    code: Code
    filters: tuple[tuple[str, tuple[Code, ...]], ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A text template: literal pieces and holes, in order."""

    parts: tuple[str | Hole, ...]
    span: Span
    source: Source


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a declaration stands, for the source map."""

    source: Source
    span: Span
    doc: str | None = None
