"""The wall: text that calls itself emitted code is only run if it is of the emitted subset.

The subset: calls of known functions, names, texts, whole numbers, booleans, None, lists, dicts, ``and``, ``or``,
``a if c else b``, and lambdas as arguments of functions that take them. There are no attributes, no subscripts, no statements.
Functions and lambdas never become values, so nothing recurs and every evaluation ends; sizes, depth and work are bounded.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import CodeType
from typing import Any

from cowork_dsl.compiler.values.failures import Fail, bounded
from cowork_dsl.grammar.functions import catalogue

MOST_TEXT = 1_000_000
MOST_NODES = 100_000
MOST_DEPTH = 120
MOST_BITS = 256
MOST_LETS = 500


class Inadmissible(ValueError):
    """The text is not of the emitted subset; the message says where and why."""


TAKES_EACH = frozenset(function.emitted for function in catalogue() if function.per_row) | {"never"}
"""Functions whose arguments may be lambdas."""


def _refuse(source: str, node: ast.AST, reason: str) -> Inadmissible:
    return Inadmissible(f"{source}, line {getattr(node, 'lineno', 1)}: {reason}")


def _parse(text: str, source: str, mode: str) -> ast.AST:
    if len(text) > MOST_TEXT:
        raise Inadmissible(f"{source} is too long")
    try:
        return ast.parse(text, source, mode)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Inadmissible(f"{source} is no Python expression") from None


class _Guard:
    """Looks at every node of an expression, without recursion."""

    def __init__(self, source: str, names: Mapping[str, object], lets: frozenset[str]) -> None:
        self.source = source
        self.names = names
        self.lets = lets
        self.count = 0

    def expression(self, root: ast.AST) -> None:
        """Refuses whatever is not of the subset."""
        left: list[tuple[ast.AST, frozenset[str], int, bool]] = [(root, frozenset(), 0, False)]
        while left:
            node, bound, depth, each = left.pop()
            self.count += 1
            if self.count > MOST_NODES or depth > MOST_DEPTH:
                raise _refuse(self.source, node, "this is too large or too deeply nested")
            rule = _RULES.get(node.__class__)
            if rule is None:
                raise _refuse(self.source, node, f"{node.__class__.__name__} is not allowed")
            for child, names, lambdas in rule(self, node, bound, each):
                left.append((child, names, depth + 1, lambdas))

    def call(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        function = node.func
        if function.__class__ is not ast.Name:
            raise _refuse(self.source, node, "only a function may be called")
        name = function.id
        if name in bound or not (name in self.lets or callable(self.names.get(name))):
            raise _refuse(self.source, node, f"`{name}` is no known function")
        if name in self.lets and (node.args or node.keywords):
            raise _refuse(self.source, node, f"`{name}` takes no arguments")
        lambdas = name in TAKES_EACH
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg.startswith("_"):
                raise _refuse(self.source, node, "arguments can't be unpacked")
        return [(child, bound, lambdas) for child in (*node.args, *(keyword.value for keyword in node.keywords))]

    def name(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        name = node.id
        if node.ctx.__class__ is not ast.Load:
            raise _refuse(self.source, node, "nothing can be assigned")
        if name in bound:
            return ()
        if name.startswith("__") or name not in self.names or callable(self.names[name]):
            raise _refuse(self.source, node, f"`{name}` is no known name")
        return ()

    def constant(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        value = node.value
        if value.__class__ not in (str, int, bool, type(None)) or node.kind is not None:
            raise _refuse(self.source, node, f"{value.__class__.__name__} literals are not allowed")
        if value.__class__ is int and value.bit_length() > MOST_BITS:
            raise _refuse(self.source, node, "this number is too large")
        return ()

    def items(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        if node.ctx.__class__ is not ast.Load:
            raise _refuse(self.source, node, "nothing can be assigned")
        return [(child, bound, False) for child in node.elts]

    def mapping(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        if None in node.keys:
            raise _refuse(self.source, node, "arguments can't be unpacked")
        # a dict of computed columns is an argument of a function that takes lambdas
        return [(key, bound, False) for key in node.keys] + [(value, bound, each) for value in node.values]

    def function(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        given = node.args
        plain = not (
            given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or given.defaults or given.kw_defaults
        )
        if not each or not plain or len(given.args) != 1:
            raise _refuse(
                self.source, node, "a lambda of one argument may stand as the argument of a function that takes one"
            )
        name = given.args[0].arg
        if name.startswith("__") or given.args[0].annotation is not None:
            raise _refuse(self.source, node, f"`{name}` is not allowed")
        return [(node.body, bound | {name}, False)]

    def either(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        return [(child, bound, False) for child in node.values]

    def choice(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        return [(child, bound, False) for child in (node.test, node.body, node.orelse)]

    def root(self, node: Any, bound: frozenset[str], each: bool) -> Any:
        return [(node.body, bound, False)]


_RULES: dict[type, Callable[[_Guard, Any, frozenset[str], bool], Any]] = {
    ast.Expression: _Guard.root,
    ast.Call: _Guard.call,
    ast.Name: _Guard.name,
    ast.Constant: _Guard.constant,
    ast.List: _Guard.items,
    ast.Dict: _Guard.mapping,
    ast.Lambda: _Guard.function,
    ast.BoolOp: _Guard.either,
    ast.IfExp: _Guard.choice,
}


def _compiled(tree: ast.AST, source: str) -> CodeType:
    try:
        return compile(tree, source, "eval")  # type: ignore[arg-type]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Inadmissible(f"{source} can't be compiled") from None


def admit(text: str, names: Mapping[str, object], *, source: str = "<code>") -> CodeType:
    """The compiled form of an expression of the subset that uses these names only.

    Raises:
        Inadmissible: for anything else.
    """
    tree = _parse(text.strip(), source, "eval")
    _Guard(source, names, frozenset()).expression(tree)
    return _compiled(tree, source)


def run(code: CodeType, names: Mapping[str, object]) -> Any:
    """The value of admitted code.

    Raises:
        Fail, NotProven: as the evaluation ends.
    """
    try:
        with bounded():
            return eval(code, {"__builtins__": {}, **names})  # admitted: see the module
    except RecursionError:
        raise Fail("this is nested too deeply") from None
    except MemoryError:
        raise Fail("this takes too much memory") from None


def evaluate(text: str, names: Mapping[str, object], *, source: str = "<code>") -> Any:
    """Admits and runs an expression."""
    return run(admit(text, names, source=source), names)
