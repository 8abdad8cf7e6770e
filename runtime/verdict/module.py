"""The text of verifier.py as checks: admitted expression by expression, never executed as a module.

What may stand there: a docstring, the import of the library (which binds nothing here), constants, ``@let`` functions of one
``return``, ``@check`` functions of ``given(...)`` and ``expect(...)``. Anything else, and any name that is neither of
the library nor declared in the text, is refused before a single expression is evaluated.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType
from typing import Any

from cowork_dsl.compiler.values.admit import Broken, Inadmissible, admit_node, run
from cowork_dsl.compiler.values.failures import Fail, NotProven
from cowork_dsl.runtime.verdict.library import LIBRARY, PLAIN_LIBRARY

LIBRARY_MODULE = "cowork_dsl.runtime.verdict.library"
ROOTS = ("after", "before", "truth", "made", "record", "reply", "replies")
BOUND = ("at", "truth_at", "fact", "run_probe")
"""Functions that are bound anew for each rollout."""


@dataclass(frozen=True, slots=True)
class CheckCode:
    """The admitted code of one check."""

    name: str
    given: tuple[CodeType, ...]
    expect: tuple[CodeType, ...]


@dataclass(frozen=True, slots=True)
class Module:
    """An admitted verifier.

    Attributes:
        constants: Name to value.
        lets: Name to code.
        checks: By name, in the order of the text.
        used: All names in its expressions.
    """

    constants: Mapping[str, Any]
    lets: Mapping[str, CodeType]
    checks: Mapping[str, CheckCode]
    used: frozenset[str]


def _refused(node: ast.AST, reason: str) -> Inadmissible:
    return Inadmissible(f"verifier.py, line {getattr(node, 'lineno', 1)}: {reason}")


@lru_cache(maxsize=256)
def admit_verifier(text: str) -> Module:
    """Admits a verifier.

    Raises:
        Inadmissible: The text is not of the form above.
    """
    try:
        tree = ast.parse(text, "verifier.py")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Inadmissible("verifier.py is no Python") from None
    reader = _Reader()
    for node in tree.body:
        reader.statement(node)
    return reader.module()


@dataclass(slots=True)
class _Reader:
    constants: dict[str, Any] = field(default_factory=dict)
    lets: dict[str, ast.expr] = field(default_factory=dict)
    checks: dict[str, tuple[list[ast.expr], list[ast.expr]]] = field(default_factory=dict)

    def statement(self, node: ast.stmt) -> None:
        """Take one statement of the module."""
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                return
            case ast.ImportFrom(module=module, names=[ast.alias(name="*", asname=None)], level=0):
                if module != LIBRARY_MODULE:
                    raise _refused(node, "only the library may be imported")
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._declare(node, name)
                self.constants[name] = run(admit_node(value, PLAIN_LIBRARY, source="verifier.py"), PLAIN_LIBRARY)
            case ast.FunctionDef(name=name, decorator_list=[decorator]) if _takes_nothing(node):
                self._function(node, name, decorator)
            case _:
                raise _refused(node, "this may not stand in a verifier")

    def _declare(self, node: ast.stmt, name: str) -> None:
        taken = (*LIBRARY, *ROOTS, *BOUND, *self.constants, *self.lets)
        if name in taken or name.startswith("__"):
            raise _refused(node, f"`{name}` is taken")

    def _function(self, node: ast.FunctionDef, name: str, decorator: ast.expr) -> None:
        match decorator, node.body:
            case ast.Name(id="let"), [ast.Return(value=ast.expr() as value)]:
                self._declare(node, name)
                self.lets[name] = value
            case ast.Call(func=ast.Name(id="check"), args=[ast.Constant(value=str() as check)], keywords=[]), body:
                if check in self.checks:
                    raise _refused(node, f"there are two checks `{check}`")
                self.checks[check] = _parts(body)
            case _:
                raise _refused(node, "a function is a let with one return, or a check")

    def module(self) -> Module:
        """Admit all expressions, now that all names are known."""
        names: dict[str, Any] = {**LIBRARY, **dict.fromkeys(ROOTS), **dict.fromkeys((*BOUND, *self.lets), _callable)}
        names.update(self.constants)

        def code(expr: ast.expr) -> CodeType:
            for node in ast.walk(expr):
                match node:
                    case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in self.lets:
                        if args or keywords:
                            raise _refused(node, f"`{name}` takes no arguments")
            return admit_node(expr, names, source="verifier.py")

        texts = [*self.lets.values(), *(expr for parts in self.checks.values() for part in parts for expr in part)]
        used = {node.id for expr in texts for node in ast.walk(expr) if isinstance(node, ast.Name)}
        return Module(
            self.constants,
            {name: code(expr) for name, expr in self.lets.items()},
            {
                name: CheckCode(name, tuple(map(code, given)), tuple(map(code, expect)))
                for name, (given, expect) in self.checks.items()
            },
            frozenset(used),
        )


def _callable() -> None:
    """Stands for a function while names are looked at."""


def _takes_nothing(node: ast.FunctionDef) -> bool:
    args = node.args
    return not (args.args or args.posonlyargs or args.kwonlyargs or args.vararg or args.kwarg or node.returns)


def _parts(body: list[ast.stmt]) -> tuple[list[ast.expr], list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {"given": [], "expect": []}
    for place, node in enumerate(body):
        match node:
            case ast.Expr(value=ast.Constant(value=str())) if place == 0:
                continue
            case ast.Expr(value=ast.Call(func=ast.Name(id="given" | "expect" as part), args=[value], keywords=[])):
                found[part].append(value)
            case _:
                raise _refused(node, "a check has `given(...)` and `expect(...)` only")
    return found["given"], found["expect"]


class Running:
    """An admitted verifier with the names of one rollout: its lets are evaluated once, when they are first asked for."""

    def __init__(self, module: Module, names: Mapping[str, Any]) -> None:
        self._names: dict[str, Any] = {**names, **module.constants}
        self._names.update({name: self._let(name, code) for name, code in module.lets.items()})

    def value(self, code: CodeType) -> Any:
        """The value of an expression.

        Raises:
            Fail, NotProven: As the evaluation ends.
        """
        return run(code, self._names)

    def _let(self, name: str, code: CodeType) -> Callable[[], Any]:
        known: list[Any] = []
        open_ = [False]

        def value() -> Any:
            if not known:
                if open_[0]:
                    raise Broken(f"the let {name} needs itself")
                open_[0] = True
                try:
                    known.append(run(code, self._names))
                except (Fail, NotProven) as ending:
                    known.append(ending)
                finally:
                    open_[0] = False
            if isinstance(known[0], Fail | NotProven):
                raise known[0]
            return known[0]

        return value
