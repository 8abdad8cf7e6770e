"""Parses an expression that stands inside something else: a hole, a header cell."""

from __future__ import annotations

from typing import cast

from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.compiler.syntax.build import Builder
from cowork_dsl.compiler.syntax.depth import LONG, too_long
from cowork_dsl.compiler.syntax.lalr import run
from cowork_dsl.compiler.syntax.messages import unexpected
from cowork_dsl.compiler.syntax.tokens import tokenize


def parse_expression(source: Source, start: int, end: int) -> tuple[ast.Expr | None, tuple[Diagnostic, ...]]:
    """Parses the characters between two offsets as one expression.

    Returns:
        The expression, or None where it has no sense, and what was found wrong.
    """
    found: list[Diagnostic] = []
    tokens = tokenize(source.text, start, end)
    if tokens.longest > LONG:
        return None, (too_long(source, start, end),)
    tree, bad = run(Builder(source, tokens, found.append), tokens, expression=True)
    if bad >= 0:
        return None, (unexpected(source, tokens, bad, frozenset()),)
    return cast(ast.Expr, tree), tuple(found)
