"""Trees without their places, to compare what two texts say."""

from dataclasses import fields

from cowork_dsl.compiler.syntax import ast

_PLACES = {"start", "end", "kind_end", "name_start", "op_start", "body_offset", "raw"}


def shape(node: object) -> object:
    """A nested tuple that tells a tree from any other, wherever its parts stand."""
    if isinstance(node, ast.Node):
        names = [field.name for field in fields(node) if field.name not in _PLACES]
        if isinstance(node, ast.Literal_ | ast.Label):
            names.remove("body")
        return (type(node).__name__, *(shape(getattr(node, name)) for name in names))
    if isinstance(node, tuple):
        return tuple(shape(item) for item in node)
    return node
