"""Breaks long emitted expressions over lines, as a formatter would."""

from __future__ import annotations

import ast

WIDTH = 100
_STEP = "    "


def pretty(code: str, indent: str, before: int = 0, after: int = 0) -> str:
    """An expression, on one line where it fits.

    Args:
        code: The text of one expression.
        indent: The indentation of the line that it begins on.
        before: Characters that stand before it on that line.
        after: Characters that must still fit after it.
    """
    tree = ast.parse(code, mode="eval").body
    return _Printer(code).text(tree, indent, before, after)


class _Printer:
    def __init__(self, code: str) -> None:
        self._code = code

    def text(self, node: ast.expr, indent: str, before: int, after: int) -> str:
        flat = self._flat(node)
        if len(indent) + before + len(flat) + after <= WIDTH:
            return flat
        match node:
            case ast.Call(func=func, args=args, keywords=keywords):
                parts = [("", arg) for arg in args]
                parts += [(f"{word.arg}=", word.value) for word in keywords]
                return self._block(f"{self._flat(func)}(", parts, ")", indent)
            case ast.List(elts=items):
                return self._block("[", [("", item) for item in items], "]", indent)
            case ast.Dict(keys=keys, values=values):
                pairs = [(f"{self._flat(key)}: ", value) for key, value in zip(keys, values, strict=True) if key]
                return self._block("{", pairs, "}", indent)
            case ast.Lambda(args=args, body=body):
                head = f"lambda {', '.join(arg.arg for arg in args.args)}: "
                return head + self.text(body, indent, before + len(head), after)
            case ast.BoolOp(op=op, values=values):
                word = "and" if isinstance(op, ast.And) else "or"
                inner = indent + _STEP
                lines = [f"{inner}{word} " if place else inner for place in range(len(values))]
                lines = [
                    line + self._closed(value, inner, len(line) - len(inner))
                    for line, value in zip(lines, values, strict=True)
                ]
                return "(\n" + "\n".join(lines) + f"\n{indent})"
            case _:
                return flat

    def _block(self, opening: str, parts: list[tuple[str, ast.expr]], closing: str, indent: str) -> str:
        if not parts:
            return opening + closing
        inner = indent + _STEP
        lines = [f"{inner}{head}{self.text(node, inner, len(head), 1)}," for head, node in parts]
        return opening + "\n" + "\n".join(lines) + f"\n{indent}{closing}"

    def _closed(self, node: ast.expr, indent: str, before: int) -> str:
        text = self.text(node, indent, before, 0)
        return (
            f"({text})" if isinstance(node, ast.BoolOp | ast.IfExp | ast.Lambda) and not text.startswith("(") else text
        )

    def _flat(self, node: ast.expr) -> str:
        found = ast.get_source_segment(self._code, node)
        assert found is not None
        return found
