"""Types as they are written in headers, arguments and outputs: ``money(EUR)``, ``optional(text)``."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.infer_core import Report
from cowork_dsl.compiler.analysis.types import ANY, TEXT, Type, list_of, map_of, one_of, optional
from cowork_dsl.compiler.diagnostics.model import Diagnostic, Edit, Fix
from cowork_dsl.compiler.diagnostics.near import nearest
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax import ast

SIMPLE = {
    name: Type(name)
    for name in ("text", "int", "decimal", "percent", "date", "time", "datetime", "duration", "bool", "any")
}
COMPOUND = ("money", "list", "map", "optional", "one_of", "ref")
OTHER_NAMES = {
    "string": "text",
    "str": "text",
    "integer": "int",
    "number": "decimal",
    "float": "decimal",
    "boolean": "bool",
    "enum": "one_of",
    "array": "list",
    "dict": "map",
    "timestamp": "datetime",
}
"""What other languages call them."""


def parse_type(expr: ast.Expr, report: Report, source: Source) -> Type:
    """The type that an expression spells; ``any`` where it spells none, which is reported."""

    def wrong(message: str, span: Span, fix: Fix | None = None, code: str = "CW255") -> Type:
        report(
            Diagnostic(code, message, source, span, notes=(f"the types: {' '.join((*SIMPLE, *COMPOUND))}",), fix=fix)
        )
        return ANY

    def unknown(name: str, span: Span) -> Type:
        near = OTHER_NAMES.get(name) or nearest(name, (*SIMPLE, *COMPOUND))
        fix = None if near is None else Fix(f"did you mean `{near}`?", (Edit(span, near),))
        return wrong(f"`{name}` is not a type", span, fix)

    def word(node: ast.Expr) -> str | None:
        if isinstance(node, ast.Name):
            return node.name
        if isinstance(node, ast.Field):
            head = word(node.object)
            return None if head is None else f"{head}.{node.name}"
        return node.text if isinstance(node, ast.Literal_) and node.kind == "string" else None

    def one(node: ast.Expr) -> Type:
        if isinstance(node, ast.Name):
            found = SIMPLE.get(node.name)
            if found is not None:
                return found
            if node.name in ("list", "map"):
                return Type(node.name, (ANY,))
            if node.name in COMPOUND:
                return wrong(f"`{node.name}` needs what it is of: {_EXAMPLES[node.name]}", node.span, code="CW266")
            return unknown(node.name, node.span)
        if not isinstance(node, ast.Call) or node.object is not None:
            return wrong("this is not a type", node.span)
        span = Span(node.name_start, node.name_start + len(node.name))
        if node.name not in COMPOUND:
            if node.name in SIMPLE:
                return wrong(
                    f"`{node.name}` takes no ()",
                    node.span,
                    Fix("leave them out", (Edit(node.span, node.name),)),
                    "CW266",
                )
            return unknown(node.name, span)
        args = [argument.value for argument in node.args]
        if node.name == "one_of":
            return words_of(node, args)
        if len(args) != 1:
            return wrong(f"`{node.name}` is of one thing: {_EXAMPLES[node.name]}", node.span, code="CW266")
        if node.name == "money":
            return currency(args[0])
        if node.name == "ref":
            named = word(args[0])
            return (
                Type("ref", unit=named)
                if named
                else wrong("a reference names a table: ref(ticket)", args[0].span, code="CW266")
            )
        inner = one(args[0])
        return optional(inner) if node.name == "optional" else list_of(inner) if node.name == "list" else map_of(inner)

    def words_of(node: ast.Call, args: list[ast.Expr]) -> Type:
        found: list[str] = []
        for arg in args:
            named = word(arg)
            if named is None:
                wrong("one_of lists words: one_of(open, closed)", arg.span, code="CW266")
            elif named in found:
                wrong(f"`{named}` is listed twice", arg.span, code="CW266")
            else:
                found.append(named)
        return (
            one_of(*found)
            if found
            else TEXT
            if args
            else wrong("one_of lists words: one_of(open, closed)", node.span, code="CW266")
        )

    def currency(node: ast.Expr) -> Type:
        name = word(node) or ""
        if len(name) == 3 and name.isascii() and name.isalpha() and name.isupper():
            return Type("money", unit=name)
        fix = (
            Fix(f"write `{name.upper()}`", (Edit(node.span, name.upper()),))
            if len(name) == 3 and name.isalpha()
            else None
        )
        return wrong("a currency has three capital letters: money(EUR)", node.span, fix, "CW266")

    return one(expr)


_EXAMPLES = {
    "money": "money(EUR)",
    "list": "list(text)",
    "map": "map(int)",
    "optional": "optional(text)",
    "one_of": "one_of(open, closed)",
    "ref": "ref(ticket)",
}
