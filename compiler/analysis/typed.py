"""The type and the scope of every part of the expressions of a checked file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.infer_core import Inference
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.compiler.syntax.holes import HoleSyntax
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Typed:
    """One part of an expression."""

    node: ast.Expr | HoleSyntax
    scope: Scope
    type: Type


class Recorder(Inference):
    """An inference that notes what it meets."""

    __slots__ = ("seen",)

    def __init__(self, source: Source) -> None:
        super().__init__(source, _ignore, {})
        self.seen: dict[int, Typed] = {}

    def infer(self, expr: ast.Expr, scope: Scope, expected: Type | None = None) -> Type:
        """The type of an expression, which is noted."""
        found = super().infer(expr, scope, expected)
        self.seen[id(expr)] = Typed(expr, scope, found)
        return found


def _ignore(diagnostic: Diagnostic) -> None:
    """The check has reported it."""


def typed(ctx: Context) -> Recorder:
    """Looks at every expression that a check has looked at once more, and keeps the types of its parts."""
    recorder = Recorder(ctx.source)
    for scanned in tuple(ctx.scans.values()):
        recorder.infer(scanned.expr, scanned.scope)
    return recorder


def children(node: ast.Expr | HoleSyntax) -> Iterable[ast.Expr]:
    """The parts of an expression, in the order of the text."""
    if isinstance(node, ast.Call):
        head = () if node.object is None else (node.object,)
        return (*head, *(argument.value for argument in node.args))
    if isinstance(node, ast.Field):
        return (node.object,)
    if isinstance(node, ast.Binary):
        return (node.left, node.right)
    if isinstance(node, ast.Unary):
        return (node.operand,)
    if isinstance(node, ast.Index):
        return (node.object, node.key)
    if isinstance(node, ast.If):
        return (node.condition, node.then, node.other)
    if isinstance(node, ast.List_):
        return node.items
    if isinstance(node, ast.Map_):
        return tuple(entry.value for entry in node.entries)
    if isinstance(node, ast.Money_):
        return (node.number,)
    if isinstance(node, HoleSyntax):
        inner = (argument.value for one in node.filters if isinstance(one, ast.Call) for argument in one.args)
        return (node.expr, *inner)
    return ()


def parts(ctx: Context, recorder: Recorder) -> Iterator[tuple[ast.Expr, Scope]]:
    """Every part of every expression with its scope: also words that stand for themselves, such as a tool's name."""
    for scanned in tuple(ctx.scans.values()):
        yield from _inside(scanned.expr, scanned.scope, recorder)
    for one in tuple(recorder.seen.values()):
        if isinstance(one.node, HoleSyntax):
            for part in children(one.node):
                yield from _inside(part, one.scope, recorder)


def _inside(expr: ast.Expr, scope: Scope, recorder: Recorder) -> Iterator[tuple[ast.Expr, Scope]]:
    stack: list[tuple[ast.Expr, Scope]] = [(expr, scope)]
    while stack:
        node, around = stack.pop()
        known = recorder.seen.get(id(node))
        if known is not None:
            around = known.scope
        yield node, around
        stack.extend((part, around) for part in children(node))
