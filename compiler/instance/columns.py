"""Which columns of the current row an expression reads."""

from __future__ import annotations

from dataclasses import fields

from cowork_dsl.compiler.syntax.ast import Column, Expr, Node


def columns_in(expr: Expr) -> frozenset[str]:
    """The names of all ``.column`` in an expression."""
    found: set[str] = set()
    stack: list[object] = [expr]
    while stack:
        node = stack.pop()
        if isinstance(node, Column):
            found.add(node.name)
        elif isinstance(node, Node):
            stack.extend(getattr(node, field.name) for field in fields(node))
        elif isinstance(node, tuple):
            stack.extend(node)
    return frozenset(found)
