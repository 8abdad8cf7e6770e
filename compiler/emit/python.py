"""Expressions as Python: the text of one expression of the emitted subset (see values.admit)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cowork_dsl.compiler.analysis.environment import Code
from cowork_dsl.compiler.analysis.infer_core import Inference, Resolved
from cowork_dsl.compiler.analysis.infer_special import SPECIAL, dotted, is_fact
from cowork_dsl.compiler.analysis.infer_values import ROOTS
from cowork_dsl.compiler.analysis.notation import type_from_text
from cowork_dsl.compiler.analysis.scope import Binding, Scope
from cowork_dsl.compiler.analysis.types import ANY
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.emit.names import OPERATORS, STATES, py_name, quoted
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.compiler.syntax.holes import HoleSyntax, holes
from cowork_dsl.grammar.functions import text_filter

__all__ = ["Names", "emit", "emit_code", "py_name"]

Names = Callable[[ast.Name], str]


def _ignore(diagnostic: Diagnostic) -> None:
    """Findings were reported by the analysis."""


class _Emitter:
    """One expression; ``calls`` says what each of its calls means."""

    def __init__(self, scope: Scope, names: Names, source: Source) -> None:
        self.names = names
        self.source = source
        self.calls: dict[int, Resolved] = {}
        self.scope = scope

    def text(self, node: Any, scope: Scope) -> str:
        return _RULES[node.__class__](self, node, scope)

    # ------------------------------------------------------------- literals

    def literal(self, node: ast.Literal_, scope: Scope) -> str:
        kind = node.kind
        if kind in ("string", "text"):
            return self.template(node, scope) if "{{" in node.text else quoted(node.text)
        if kind == "int":
            return node.raw.replace("_", "")
        if kind == "bool":
            return "True" if node.raw == "true" else "False"
        if kind == "none":
            return "None"
        return f'{kind}("{node.raw.replace("_", "").rstrip("%")}")'

    def template(self, node: ast.Literal_, scope: Scope, mark: str = "show") -> str:
        pieces = []
        for part in holes(node, self.source, _ignore):
            if isinstance(part, str):
                pieces.append(quoted(part))
            elif mark == "show":
                pieces.append(self.hole(part, scope))
            else:
                pieces.append(f"{mark}({self.hole(part, scope)})")
        return f"concat([{', '.join(pieces)}])"

    def hole(self, node: HoleSyntax, scope: Scope) -> str:
        found = self.text(node.expr, scope)
        for one in node.filters:
            function = text_filter(one.name)
            emitted = function.emitted if function is not None else one.name
            args = [self.argument(arg, scope) for arg in one.args] if isinstance(one, ast.Call) else []
            found = f"{emitted}({', '.join([found, *args])})"
        return found

    def argument(self, node: ast.Argument, scope: Scope) -> str:
        value = self.text(node.value, scope)
        return value if node.name is None else f"{node.name}={value}"

    def money(self, node: ast.Money_, scope: Scope) -> str:
        return f'money("{node.number.raw.replace("_", "")}", "{node.unit}")'

    # ---------------------------------------------------------------- names

    def name(self, node: ast.Name, scope: Scope) -> str:
        found = scope.lookup(node.name)
        if found is None:
            return node.name
        if found.kind in ("state", "word") or (found.kind == "fact" and found.type.kind == "fact"):
            return quoted(node.name)
        if found.kind == "root":
            return node.name
        if found.kind == "element" and found.section == "emitted":
            return py_name(node.name)
        return self.names(node)

    def column(self, node: ast.Column, scope: Scope) -> str:
        return f"col(row, {quoted(node.name)})"

    def field(self, node: ast.Field, scope: Scope) -> str:
        whole = node.object
        if isinstance(whole, ast.Name):
            known = scope.lookup(whole.name)
            if known is not None and known.kind == "user":
                return quoted(f"{whole.name}.{node.name}")
            if known is None and scope.place == "guard" and self.services(scope, whole.name):
                return f"rows(now, {quoted(f'{whole.name}.{node.name}')})"
        if isinstance(whole, ast.Field) and self.is_root(whole.object, scope) and self.services(scope, whole.name):
            return f"rows({self.text(whole.object, scope)}, {quoted(f'{whole.name}.{node.name}')})"
        if self.is_root(whole, scope):
            return f"value({self.text(whole, scope)}, {quoted(node.name)})"
        return f"field({self.text(whole, scope)}, {quoted(node.name)})"

    def services(self, scope: Scope, name: str) -> bool:
        around = scope.found()
        return around is not None and name in around.services

    def is_root(self, node: ast.Expr, scope: Scope) -> bool:
        if isinstance(node, ast.Name):
            found = scope.lookup(node.name)
            return (found is None or found.kind == "root") and node.name in ROOTS
        if isinstance(node, ast.Call) and node.name == "at":
            return node.object is None or self.is_root(node.object, scope)
        return False

    def index(self, node: ast.Index, scope: Scope) -> str:
        return f"item({self.text(node.object, scope)}, {self.text(node.key, scope)})"

    # ------------------------------------------------------------ operators

    def unary(self, node: ast.Unary, scope: Scope) -> str:
        operand = node.operand
        if node.op == "not" and isinstance(operand, ast.Call):
            resolved = self.calls.get(id(operand))
            if resolved is not None and resolved.function.emitted == "any" and operand.args:
                return self.call(operand, scope, "never")
        return f"{'no' if node.op == 'not' else 'neg'}({self.text(operand, scope)})"

    def binary(self, node: ast.Binary, scope: Scope) -> str:
        if node.op in ("and", "or"):
            parts = []
            for side in (node.left, node.right):
                text = self.text(side, scope)
                mixed = isinstance(side, ast.Binary) and side.op in ("and", "or") and side.op != node.op
                parts.append(f"({text})" if mixed else text)
            return f" {node.op} ".join(parts)
        return f"{OPERATORS[node.op]}({self.text(node.left, scope)}, {self.text(node.right, scope)})"

    def choice(self, node: ast.If, scope: Scope) -> str:
        condition, then, other = (self.text(part, scope) for part in (node.condition, node.then, node.other))
        return f"({then} if {condition} else {other})"

    def list(self, node: ast.List_, scope: Scope) -> str:
        return f"[{', '.join(self.text(item, scope) for item in node.items)}]"

    def map(self, node: ast.Map_, scope: Scope) -> str:
        return (
            "{"
            + ", ".join(f"{quoted(entry.name or '')}: {self.text(entry.value, scope)}" for entry in node.entries)
            + "}"
        )

    # ---------------------------------------------------------------- calls

    def call(self, node: ast.Call, scope: Scope, emitted: str | None = None) -> str:
        resolved = self.calls[id(node)]
        function = resolved.function
        name = emitted or function.emitted
        if function.family == "state" and name in ("at", "turn", "first"):
            return self.moment(node, scope, name)
        args: list[str] = []
        keywords: list[str] = []
        columns: list[str] = []
        if function.family == "generators":
            args.append("draw")
        elif function.family == "state":
            args.extend(STATES.get(name, ()) if scope.place != "guard" else ("now",))
        elif function.family == "process" and not function.receivers:
            args.append("record")
        elif resolved.rootless:
            args.append("now")
        elif node.object is not None:
            args.append(self.text(node.object, scope))
        positional = True
        for one in resolved.bound.given:
            parameter, argument = one.parameter, one.argument
            if parameter.scope:
                value = self.each(argument.value, scope, one.element)
            else:
                value = self.special(argument.value, scope, parameter.type) or self.text(argument.value, scope)
            column = one.column
            if parameter.many == "**" or (function.name == "select" and parameter.many == "*"):
                if column is None and isinstance(argument.value, (ast.Column, ast.Field)):
                    column = argument.value.name
                columns.append(f"{quoted(column or '')}: {value}")
            elif argument.name == parameter.name or not positional:
                positional = False
                keywords.append(f"{parameter.name.lstrip('_')}={value}")
            else:
                args.append(value)
        if columns or name in ("select", "with_"):
            args.append("{" + ", ".join(columns) + "}")
        return f"{name}({', '.join([*args, *keywords])})"

    def each(self, node: ast.Expr, scope: Scope, element: str | None) -> str:
        if element is None:
            return f"lambda row: {self.text(node, scope)}"
        binding = Binding(element, "element", ANY, Span(node.start, node.start), "emitted")
        return f"lambda {py_name(element)}: {self.text(node, scope.child({element: binding}))}"

    def special(self, node: ast.Expr, scope: Scope, notation: str) -> str | None:
        """Arguments that are words: in Python they are texts."""
        kind = type_from_text(notation).kind
        if kind not in SPECIAL:
            return None
        if isinstance(node, ast.Name):
            found = scope.lookup(node.name)
            if kind == "secret" and is_fact(node, scope):
                return f"fact({quoted(node.name)})"
            if kind in ("tool", "fact", "word") or (found is not None and found.kind == "state"):
                return quoted(node.name)
        if kind in ("tool", "target", "moment") and isinstance(node, ast.Field):
            return quoted(dotted(node) or "")
        if kind == "moment" and isinstance(node, ast.Call):
            return self.text(node, scope)
        return None

    def moment(self, node: ast.Call, scope: Scope, name: str) -> str:
        value = node.args[0].value
        if name == "at":
            inner = self.special(value, scope, "moment") or self.text(value, scope)
            return f"truth_at({inner})" if node.object is not None else f"at({inner})"
        if name == "turn" and isinstance(value, ast.Literal_):
            return quoted(f"turn({value.raw})")
        if name == "first" and isinstance(value, ast.Literal_) and "{{" not in value.text:
            return quoted(f"first({value.text})")
        return (
            f"turn({self.text(value, scope)})"
            if name == "turn"
            else f'concat(["first(", {self.text(value, scope)}, ")"])'
        )

    def pattern(self, node: ast.Call, scope: Scope) -> str | None:
        """Text inserted into a pattern stands for itself."""
        value = node.args[0].value if node.args else None
        if (
            node.name == "matches"
            and isinstance(value, ast.Literal_)
            and "{{" in value.text
            and node.object is not None
        ):
            return f"matches({self.text(node.object, scope)}, {self.template(value, scope, 'quote')})"
        return None

    def any_call(self, node: ast.Call, scope: Scope) -> str:
        return self.pattern(node, scope) or self.call(node, scope)


_RULES: dict[type, Callable[[_Emitter, Any, Scope], str]] = {
    ast.Literal_: _Emitter.literal,
    ast.Money_: _Emitter.money,
    ast.Name: _Emitter.name,
    ast.Column: _Emitter.column,
    ast.Field: _Emitter.field,
    ast.Call: _Emitter.any_call,
    ast.Index: _Emitter.index,
    ast.Unary: _Emitter.unary,
    ast.Binary: _Emitter.binary,
    ast.If: _Emitter.choice,
    ast.List_: _Emitter.list,
    ast.Map_: _Emitter.map,
    HoleSyntax: _Emitter.hole,
}


def emit(expr: ast.Expr | HoleSyntax, scope: Scope, names: Names, source: Source) -> str:
    """The Python text of an expression that the analysis has found sound.

    Args:
        expr: The expression, or a hole with its filters.
        scope: The scope that its names are looked up in.
        names: How a bare name is spelled (params, lets, facts, loops, arguments, tables).
        source: Where it stands.
    """
    emitter = _Emitter(scope, names, source)
    Inference(source, _ignore, emitter.calls).infer(expr, scope)  # type: ignore[arg-type]
    return emitter.text(expr, scope)


def emit_code(code: Code, names: Names) -> str:
    """The Python text of a checked expression."""
    return emit(code.expr, code.scope, names, code.source)
