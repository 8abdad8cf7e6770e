"""The emitted subset of Python: which nodes an expression may be made of."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from cowork_dsl.grammar.functions import catalogue

MOST_NODES = 100_000
MOST_DEPTH = 120
MOST_BITS = 256


class Inadmissible(ValueError):
    """The text is not of the emitted subset; the message says where and why."""


TAKES_EACH = frozenset(function.emitted for function in catalogue() if function.per_row) | {"never"}
"""Functions whose arguments may be lambdas."""


def refuse(source: str, node: ast.AST, reason: str) -> Inadmissible:
    """The refusal of a node."""
    return Inadmissible(f"{source}, line {getattr(node, 'lineno', 1)}: {reason}")


class Guard:
    """Looks at every node of an expression, without recursion."""

    def __init__(self, source: str, names: Mapping[str, object]) -> None:
        self.source = source
        self.names = names
        self.count = 0

    def expression(self, root: ast.AST) -> None:
        """Refuses whatever is not of the subset."""
        left: list[tuple[ast.AST, frozenset[str], int, bool]] = [(root, frozenset(), 0, False)]
        while left:
            node, bound, depth, each = left.pop()
            self.count += 1
            if self.count > MOST_NODES or depth > MOST_DEPTH:
                raise refuse(self.source, node, "this is too large or too deeply nested")
            rule = _RULES.get(node.__class__)
            if rule is None:
                raise refuse(self.source, node, f"{node.__class__.__name__} is not allowed")
            for child, names, lambdas in rule(self, node, bound, each):
                left.append((child, names, depth + 1, lambdas))

    def call(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        function = node.func
        if function.__class__ is not ast.Name:
            raise refuse(self.source, node, "only a function may be called")
        name = function.id
        if name in bound or not callable(self.names.get(name)):
            raise refuse(self.source, node, f"`{name}` is no known function")
        lambdas = name in TAKES_EACH
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg.startswith("_"):
                raise refuse(self.source, node, "arguments can't be unpacked")
        return [(child, bound, lambdas) for child in (*node.args, *(keyword.value for keyword in node.keywords))]

    def name(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        name = node.id
        if node.ctx.__class__ is not ast.Load:
            raise refuse(self.source, node, "nothing can be assigned")
        if name in bound:
            return ()
        if name.startswith("__") or name not in self.names or callable(self.names[name]):
            raise refuse(self.source, node, f"`{name}` is no known name")
        return ()

    def constant(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        value = node.value
        if value.__class__ not in (str, int, bool, type(None)) or node.kind is not None:
            raise refuse(self.source, node, f"{value.__class__.__name__} literals are not allowed")
        if value.__class__ is int and value.bit_length() > MOST_BITS:
            raise refuse(self.source, node, "this number is too large")
        return ()

    def items(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        if node.ctx.__class__ is not ast.Load:
            raise refuse(self.source, node, "nothing can be assigned")
        return [(child, bound, False) for child in node.elts]

    def mapping(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        if None in node.keys:
            raise refuse(self.source, node, "arguments can't be unpacked")
        # a dict of computed columns is an argument of a function that takes lambdas
        return [(key, bound, False) for key in node.keys] + [(value, bound, each) for value in node.values]

    def function(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        given = node.args
        plain = not (
            given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or given.defaults or given.kw_defaults
        )
        if not each or not plain or len(given.args) != 1:
            raise refuse(
                self.source, node, "a lambda of one argument may stand as the argument of a function that takes one"
            )
        name = given.args[0].arg
        if name.startswith("__") or given.args[0].annotation is not None:
            raise refuse(self.source, node, f"`{name}` is not allowed")
        return [(node.body, bound | {name}, False)]

    def either(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        return [(child, bound, False) for child in node.values]

    def choice(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        return [(child, bound, False) for child in (node.test, node.body, node.orelse)]


_RULES: dict[type, Callable[[Guard, Any, frozenset[str], bool], Any]] = {
    ast.Call: Guard.call,
    ast.Name: Guard.name,
    ast.Constant: Guard.constant,
    ast.List: Guard.items,
    ast.Dict: Guard.mapping,
    ast.Lambda: Guard.function,
    ast.BoolOp: Guard.either,
    ast.IfExp: Guard.choice,
}
