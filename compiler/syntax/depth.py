"""Bounds nesting, so that every later pass may recurse over the tree without fear of its depth."""

from __future__ import annotations

from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.compiler.syntax.tokens import Tokens

MOST = 60  # levels of braces, brackets and operators inside one another
LONG = 100  # a statement with fewer tokens cannot be too deep unless its brackets are


def too_deep_tokens(source: Source, tokens: Tokens) -> Diagnostic | None:
    """The first bracket or brace that opens too deep."""
    depth = 0
    for index, kind in enumerate(tokens.kinds):
        if kind in ("LBRACE", "LPAR", "LSQB"):
            depth += 1
            if depth > MOST:
                return _message(source, Span(tokens.starts[index], tokens.ends[index]))
        elif kind in ("RBRACE", "RPAR", "RSQB"):
            depth -= 1
    return None


def too_deep_tree(source: Source, tree: ast.File) -> Diagnostic | None:
    """The first expression that nests too deep (chains of operators nest, too)."""
    stack: list[tuple[object, int]] = [(item, 0) for item in tree.items]
    while stack:
        node, depth = stack.pop()
        if depth > MOST:
            assert isinstance(node, ast.Node)
            return _message(source, node.span)
        stack.extend((child, depth + 1) for child in _children(node))
    return None


def _children(node: object) -> tuple[object, ...]:
    match node:
        case ast.Statement():
            return (*(node.body or ()), *((node.value,) if node.value is not None else ()))
        case ast.Binary():
            return (node.left, node.right)
        case ast.Unary():
            return (node.operand,)
        case ast.Call():
            args = tuple(argument.value for argument in node.args)
            return args if node.object is None else (node.object, *args)
        case ast.Field():
            return (node.object,)
        case ast.Index():
            return (node.object, node.key)
        case ast.If():
            return (node.condition, node.then, node.other)
        case ast.List_():
            return node.items
        case ast.Map_():
            return tuple(entry.value for entry in node.entries)
        case _:
            return ()


def too_long(source: Source, start: int, end: int) -> Diagnostic:
    """The message for a hole or a header cell that holds more than an expression of reasonable size."""
    return _message(source, Span(start, end))


def _message(source: Source, span: Span) -> Diagnostic:
    return Diagnostic(
        "CW138",
        f"this nests more than {MOST} levels deep",
        source,
        Span(span.start, min(span.end, span.start + 1)),
        notes=("give parts of it names with `let`",),
    )
