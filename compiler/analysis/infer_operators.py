"""Operators: arithmetic, comparison, membership, logic."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.fitting import FAMILY, OPEN, ORDERED, bare, comparable, union, words
from cowork_dsl.compiler.analysis.infer_core import RULES, Inference
from cowork_dsl.compiler.analysis.infer_values import condition
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.types import ANY, BOOL, DATE, DATETIME, DECIMAL, DURATION, INT, PERCENT, Type, money
from cowork_dsl.compiler.syntax import ast

_SIGNS = {"+": "added to", "-": "taken from", "*": "multiplied by", "/": "divided by"}
_TIMES = {
    ("+", "date", "duration"): DATE,
    ("+", "duration", "date"): DATE,
    ("+", "datetime", "duration"): DATETIME,
    ("+", "duration", "datetime"): DATETIME,
    ("+", "duration", "duration"): DURATION,
    ("-", "date", "duration"): DATE,
    ("-", "datetime", "duration"): DATETIME,
    ("-", "duration", "duration"): DURATION,
    ("-", "date", "date"): DURATION,
    ("-", "datetime", "datetime"): DURATION,
    ("*", "duration", "number"): DURATION,
    ("*", "number", "duration"): DURATION,
    ("/", "duration", "number"): DURATION,
    ("/", "duration", "duration"): DECIMAL,
}


def _arithmetic(look: Inference, node: ast.Binary, scope: Scope, expected: Type | None) -> Type:
    left, right = bare(look.infer(node.left, scope)), bare(look.infer(node.right, scope))
    a, b = left.kind, right.kind
    op = node.op
    if a in OPEN or b in OPEN:
        return _guess(op, left, right)
    first, second = FAMILY.get(a, a), FAMILY.get(b, b)
    if first == "number" == second:
        if op in ("+", "-"):
            return INT if a == b == "int" else PERCENT if a == b == "percent" else DECIMAL
        return INT if op == "*" and a == b == "int" else DECIMAL
    if "money" in (first, second):
        found = _with_money(look, node, left, right)
        if found is not None:
            return found
    times = _TIMES.get((op, first, second))
    if times is not None:
        return times
    if op == "+" and a == b == "list":
        return union([left, right]) or Type("list", (ANY,))
    for side, kind in ((node.left, left), (node.right, right)):
        if FAMILY.get(kind.kind) == "text":
            notes = ('texts are put together in a text: "{{a}} {{b}}"',) if op == "+" else ()
            return look.error("CW306", f"one can't calculate with {words(kind)}", side.span, notes=notes)
        if kind.kind == "none":
            return look.error("CW305", "one can't calculate with none", side.span)
    return look.error("CW305", _sentence(op, left, right), node.span)


def _sentence(op: str, left: Type, right: Type) -> str:
    if op == "-":
        return f"{words(right)} can't be taken from {words(left)}"
    return f"{words(left)} can't be {_SIGNS[op]} {words(right)}"


def _with_money(look: Inference, node: ast.Binary, left: Type, right: Type) -> Type | None:
    op, a, b = node.op, left.kind, right.kind
    if a == b == "money":
        if left.unit and right.unit and left.unit != right.unit:
            return look.error("CW304", f"{left.unit} and {right.unit} can't be mixed", node.span)
        if op == "/":
            return DECIMAL
        return money(left.unit or right.unit) if op in ("+", "-") else None
    other = b if a == "money" else a
    if FAMILY.get(other) == "number" and (op == "*" or (op == "/" and a == "money")):
        return left if a == "money" else right
    return None


def _guess(op: str, left: Type, right: Type) -> Type:
    known = right if left.kind in OPEN else left
    return known if op in ("+", "-") and known.kind in ("int", "decimal", "percent", "money") else ANY


def _hint(left: Type, right: Type) -> tuple[str, ...]:
    kinds = {FAMILY.get(left.kind), FAMILY.get(right.kind)}
    if kinds == {"money", "number"}:
        unit = left.unit or right.unit or "EUR"
        return (f"an amount is written with its currency: 5_000 {unit}",)
    if kinds == {"text", "date"}:
        return ("a date is written without quotes: 2026-04-15",)
    if kinds == {"text", "number"}:
        return ("a number is written without quotes",)
    if kinds == {"date", "datetime"}:
        return ("the day of an instant is `x.date`",)
    return ()


def _equality(look: Inference, node: ast.Binary, scope: Scope, expected: Type | None) -> Type:
    left = look.infer(node.left, scope)
    right = look.infer(node.right, scope, left if bare(left).kind in ("one_of", "list", "map", "record") else None)
    other = bare(right)
    if other.kind == "one_of" and isinstance(node.left, ast.Literal_):
        look.infer(node.left, scope, other)
    _compare(look, node, left, right)
    return BOOL


def _compare(look: Inference, node: ast.Binary, left: Type, right: Type) -> bool:
    if comparable(left, right):
        return True
    left, right = bare(left), bare(right)
    if left.kind == right.kind == "money":
        look.error("CW304", f"{left.unit} and {right.unit} can't be compared", node.span)
    else:
        look.error("CW302", f"{words(left)} is never equal to {words(right)}", node.span, notes=_hint(left, right))
    return False


def _order(look: Inference, node: ast.Binary, scope: Scope, expected: Type | None) -> Type:
    left, right = look.infer(node.left, scope), look.infer(node.right, scope)
    for side, kind in ((node.left, bare(left)), (node.right, bare(right))):
        if kind.kind not in OPEN and FAMILY.get(kind.kind) not in ORDERED:
            look.error("CW303", f"{words(kind)} has no order", side.span)
            return BOOL
    a, b = bare(left), bare(right)
    if not comparable(a, b):
        if a.kind == b.kind == "money":
            look.error("CW304", f"{a.unit} and {b.unit} can't be compared", node.span)
        else:
            look.error("CW302", f"{words(a)} and {words(b)} have no common order", node.span, notes=_hint(a, b))
    return BOOL


def _membership(look: Inference, node: ast.Binary, scope: Scope, expected: Type | None) -> Type:
    left = look.infer(node.left, scope)
    inner = Type("list", (left,)) if bare(left).kind == "one_of" else None
    right = bare(look.infer(node.right, scope, inner))
    kind = right.kind
    if kind in OPEN:
        return BOOL
    if kind in ("list", "set", "bag"):
        if right.args and not comparable(left, right.args[0]):
            look.error(
                "CW302",
                f"{words(left)} is never in {words(right)}",
                node.span,
                notes=_hint(bare(left), bare(right.args[0])),
            )
    elif FAMILY.get(kind) == "text":
        if FAMILY.get(bare(left).kind) not in ("text", None):
            look.error(
                "CW302", f"{words(left)} is never a part of {words(right)}", node.span, notes=_hint(bare(left), right)
            )
    elif kind not in ("map", "record", "row"):
        note = (
            "a list of the column's values is `t.list(.column)`"
            if kind == "table"
            else "`in` looks in a list, a map or a text"
        )
        look.error("CW324", f"nothing is `in` {words(right)}", node.right.span, notes=(note,))
    return BOOL


def _logic(look: Inference, node: ast.Binary, scope: Scope, expected: Type | None) -> Type:
    condition(look, node.left, scope)
    condition(look, node.right, scope)
    return BOOL


_BINARY = {
    "or": _logic,
    "and": _logic,
    "==": _equality,
    "!=": _equality,
    "<": _order,
    "<=": _order,
    ">": _order,
    ">=": _order,
    "in": _membership,
    "not in": _membership,
    "+": _arithmetic,
    "-": _arithmetic,
    "*": _arithmetic,
    "/": _arithmetic,
}


def _binary(look: Inference, node: ast.Binary, scope: Scope, expected: Type | None) -> Type:
    return _BINARY[node.op](look, node, scope, expected)


def _unary(look: Inference, node: ast.Unary, scope: Scope, expected: Type | None) -> Type:
    if node.op == "not":
        condition(look, node.operand, scope)
        return BOOL
    found = bare(look.infer(node.operand, scope))
    if found.kind in OPEN or FAMILY.get(found.kind) in ("number", "money", "duration"):
        return found
    code = "CW306" if FAMILY.get(found.kind) == "text" else "CW305"
    return look.error(code, f"{words(found)} has no sign", node.operand.span)


RULES[ast.Binary] = _binary  # type: ignore[assignment]
RULES[ast.Unary] = _unary  # type: ignore[assignment]
