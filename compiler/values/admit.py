"""The wall: text that calls itself emitted code is only run if it is of the emitted subset.

The subset: calls of known functions, names, texts, whole numbers, booleans, None, lists, dicts, ``and``, ``or``,
``a if c else b``, and lambdas as arguments of functions that take them. There are no attributes, no subscripts, no statements.
Functions and lambdas never become values, so nothing recurs and every evaluation ends; sizes, depth and work are bounded.
A verifier is a module of constants, lets and checks, whose expressions are all of the subset; it is read, never executed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import CodeType
from typing import Any

from cowork_dsl.compiler.values.failures import Fail, NotProven, bounded
from cowork_dsl.compiler.values.subset import Guard, Inadmissible, refuse

__all__ = ["Broken", "CheckCode", "Inadmissible", "Verifier", "admit", "admit_module", "evaluate", "run"]

MOST_TEXT = 1_000_000
LIBRARY = "cowork_dsl.runtime.verdict.library"


class Broken(Exception):
    """Admitted code went wrong in a way that says nothing about what it examined: an error of the verifier itself."""


def _parse(text: str, source: str, mode: str) -> Any:
    if len(text) > MOST_TEXT:
        raise Inadmissible(f"{source} is too long")
    try:
        return ast.parse(text, source, mode)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Inadmissible(f"{source} is no Python of the emitted subset") from None


def _compiled(body: ast.expr, source: str) -> CodeType:
    try:
        return compile(ast.Expression(body), source, "eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Inadmissible(f"{source} can't be compiled") from None


def admit(text: str, names: Mapping[str, object], *, source: str = "<code>") -> CodeType:
    """The compiled form of an expression of the subset that uses these names only.

    Raises:
        Inadmissible: for anything else.
    """
    tree = _parse(text.strip(), source, "eval")
    Guard(source, names, frozenset()).expression(tree)
    return _compiled(tree.body, source)


def run(code: CodeType, names: Mapping[str, object]) -> Any:
    """The value of admitted code.

    Raises:
        Fail, NotProven: as the evaluation ends.
        Broken: where a function is used as it can't be, which no compiled environment does.
    """
    try:
        with bounded():
            # what is run here has been admitted
            return eval(code, {"__builtins__": {}, **names})
    except (Fail, NotProven):
        raise
    except (RecursionError, MemoryError):
        raise Fail("this takes more room than an expression may have") from None
    except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError, RuntimeError) as error:
        raise Broken(f"{error.__class__.__name__}: {error}") from error


def evaluate(text: str, names: Mapping[str, object], *, source: str = "<code>") -> Any:
    """Admits and runs an expression."""
    return run(admit(text, names, source=source), names)


# ------------------------------------------------------------------- modules


@dataclass(frozen=True, slots=True)
class CheckCode:
    """One check of a verifier: its name, what it says, its premises and its expectations."""

    name: str
    message: str
    given: tuple[CodeType, ...]
    expect: tuple[CodeType, ...]


@dataclass(frozen=True, slots=True)
class Verifier:
    """An admitted verifier: constants and lets by name, and the checks in order."""

    constants: tuple[tuple[str, CodeType], ...]
    lets: tuple[tuple[str, CodeType], ...]
    checks: tuple[CheckCode, ...]

    def names(self, names: Mapping[str, object]) -> dict[str, object]:
        """The names of the checks: those given, the constants, and the lets, each of which is evaluated once."""
        found: dict[str, object] = dict(names)
        for name, code in self.constants:
            found[name] = run(code, names)
        for name, code in self.lets:
            found[name] = _Let(name, code, found)
        return found


class _Let:
    """A let: evaluated when it is first asked for; how that ended is kept, too."""

    __slots__ = ("_code", "_ended", "_name", "_names", "_open", "_value")

    def __init__(self, name: str, code: CodeType, names: Mapping[str, object]) -> None:
        self._name = name
        self._code = code
        self._names = names
        self._open = False
        self._ended: Fail | NotProven | Broken | None = None
        self._value: Callable[[], Any] | None = None

    def __call__(self) -> Any:
        if self._ended is not None:
            raise self._ended
        if self._value is None:
            if self._open:
                raise Broken(f"`{self._name}` depends on itself")
            self._open = True
            try:
                value = run(self._code, self._names)
            except (Fail, NotProven, Broken) as error:
                self._ended = error
                raise
            finally:
                self._open = False
            self._value = lambda: value
        return self._value()


def admit_module(text: str, names: Mapping[str, object], *, source: str = "verifier.py") -> Verifier:
    """A verifier, read from its text (see emit.verifier); the import in it is not executed.

    Args:
        text: The module.
        names: All names that its expressions may use: the library, the readers, the states.
        source: What it is called in messages.

    Raises:
        Inadmissible: for anything that is not a verifier.
    """
    body = _parse(text, source, "exec").body
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    lets = frozenset(node.name for node in functions if _decorator(node, source) == "let")
    known: dict[str, object] = dict(names)
    constants: list[tuple[str, CodeType]] = []
    made: list[tuple[str, CodeType]] = []
    checks: list[CheckCode] = []
    taken: set[str] = set()

    def code(node: ast.expr) -> CodeType:
        Guard(source, known, lets).expression(ast.Expression(node))
        return _compiled(node, source)

    def name_of(node: ast.stmt, name: str) -> str:
        if name in names or name in taken or name.startswith("__"):
            raise refuse(source, node, f"`{name}` is taken")
        taken.add(name)
        return name

    for node in body:
        if isinstance(node, ast.ImportFrom):
            if node.module != LIBRARY or node.level or [one.name for one in node.names] != ["*"]:
                raise refuse(source, node, "nothing but the verdict's library can be imported")
        elif isinstance(node, ast.Assign):
            target = node.targets[0]
            if len(node.targets) != 1 or not isinstance(target, ast.Name):
                raise refuse(source, node, "a constant has one name")
            constants.append((name_of(node, target.id), code(node.value)))
            known[target.id] = None
        elif isinstance(node, ast.FunctionDef) and node.name in lets:
            made.append((name_of(node, node.name), code(_returned(node, source))))
        elif isinstance(node, ast.FunctionDef):
            checks.append(_check(node, source, code))
        else:
            raise refuse(source, node, f"{node.__class__.__name__} is not allowed")
    return Verifier(tuple(constants), tuple(made), tuple(checks))


def _decorator(node: ast.FunctionDef, source: str) -> str:
    """``let``, or ``check``; the function itself takes nothing."""
    arguments = node.args
    any_ = (arguments.args, arguments.posonlyargs, arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
    if any(any_) or node.returns is not None or len(node.decorator_list) != 1:
        raise refuse(source, node, "a function is a let or a check and takes nothing")
    decorator = node.decorator_list[0]
    if isinstance(decorator, ast.Name) and decorator.id == "let":
        return "let"
    if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "check":
        return "check"
    raise refuse(source, node, "a function is a let or a check and takes nothing")


def _returned(node: ast.FunctionDef, source: str) -> ast.expr:
    if len(node.body) != 1 or not isinstance(node.body[0], ast.Return) or node.body[0].value is None:
        raise refuse(source, node, "a let returns one value")
    return node.body[0].value


def _text(node: ast.expr | None, source: str, at: ast.AST) -> str:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        raise refuse(source, at, "a text stands here")
    return node.value


def _check(node: ast.FunctionDef, source: str, code: Callable[[ast.expr], CodeType]) -> CheckCode:
    decorator = node.decorator_list[0]
    assert isinstance(decorator, ast.Call)
    if len(decorator.args) != 1 or decorator.keywords:
        raise refuse(source, node, "a check has one name")
    name = _text(decorator.args[0], source, node)
    statements: Iterable[ast.stmt] = node.body
    message = ""
    found: dict[str, list[CodeType]] = {"given": [], "expect": []}
    for index, statement in enumerate(statements):
        value = statement.value if isinstance(statement, ast.Expr) else None
        if index == 0 and isinstance(value, ast.Constant):
            message = _text(value, source, statement)
            continue
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name) or value.func.id not in found:
            raise refuse(source, statement, "a check is made of given(…) and expect(…)")
        if len(value.args) != 1 or value.keywords:
            raise refuse(source, statement, f"{value.func.id}(…) takes one expression")
        found[value.func.id].append(code(value.args[0]))
    if not found["expect"]:
        raise refuse(source, node, "a check expects something")
    return CheckCode(name, message, tuple(found["given"]), tuple(found["expect"]))
