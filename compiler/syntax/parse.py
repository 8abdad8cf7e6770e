"""Parses a file: a fast pass, and where that fails a second one that recovers."""

from __future__ import annotations

from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.compiler.syntax.build import Builder
from cowork_dsl.compiler.syntax.depth import LONG, MOST, too_deep_tokens, too_deep_tree
from cowork_dsl.compiler.syntax.lalr import run
from cowork_dsl.compiler.syntax.parsed import Parsed
from cowork_dsl.compiler.syntax.tokens import tokenize


def parse_file(source: Source) -> Parsed:
    """Parses a whole file; there is always a tree, perhaps of the sound statements only."""
    tokens = tokenize(source.text)
    if tokens.deepest > MOST and (deep := too_deep_tokens(source, tokens)):
        return Parsed(ast.File(0, len(source.text), ()), (deep,))
    if not tokens.bad:
        found: list[Diagnostic] = []
        tree, bad = run(Builder(source, tokens, found.append), tokens)
        if bad < 0:
            if tokens.longest > LONG and (deep := too_deep_tree(source, tree)):
                return Parsed(ast.File(0, len(source.text), ()), (deep,))
            return Parsed(tree, tuple(found))
    # Layout hints would flag the odd indentation of a sound file, so the second pass runs only on a broken one.
    from cowork_dsl.compiler.syntax.recover import recover

    return recover(source)
