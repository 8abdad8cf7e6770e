"""The wall: text that calls itself emitted code is only run if it is of the emitted subset.

The subset: calls of known functions, names, texts, whole numbers, booleans, None, lists, dicts, ``and``, ``or``,
``a if c else b``, and lambdas as arguments of functions that take them. There are no attributes, no subscripts, no statements.
Functions and lambdas never become values, so nothing recurs and every evaluation ends; sizes, depth and work are bounded.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import CodeType
from typing import Any

from cowork_dsl.compiler.values.failures import Fail, bounded
from cowork_dsl.compiler.values.subset import Guard, Inadmissible

__all__ = ["Broken", "Inadmissible", "admit", "admit_node", "evaluate", "needs_names", "run", "run_each", "run_over"]

MOST_TEXT = 1_000_000
_MOST_REASON = 200


class Broken(Exception):
    """Admitted code went wrong in a way that says nothing about what it examined: an error of the verifier itself."""


def _parse(text: str, source: str) -> ast.expr:
    if len(text) > MOST_TEXT:
        raise Inadmissible(f"{source} is too long")
    try:
        return ast.parse(text, source, "eval").body
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
    body, code = _parsed(text.strip(), source)
    Guard(source, names).expression(body)
    return code


@lru_cache(maxsize=4096)
def _parsed(text: str, source: str) -> tuple[ast.expr, CodeType]:
    """Parsed and compiled once; whether it may be run is looked at each time, with the names of that time."""
    body = _parse(text, source)
    return body, _compiled(body, source)


def admit_node(body: ast.expr, names: Mapping[str, object], *, source: str = "<code>") -> CodeType:
    """The same of an expression that has been parsed, as a part of a verifier is."""
    Guard(source, names).expression(body)
    return _compiled(body, source)


def run(code: CodeType, names: Mapping[str, object]) -> Any:
    """The value of admitted code.

    Raises:
        Fail, NotProven: as the evaluation ends.
        Broken: where a function is called as it can't be, which no compiled environment does.
    """
    return _run(code, {"__builtins__": {}, **names})


def run_each(code: CodeType, names: Mapping[str, object], name: str) -> Callable[[object], Any]:
    """``run`` for many values of one name, with the other names gathered once."""
    scope: dict[str, object] = {"__builtins__": {}, **names}

    def value(given: object) -> Any:
        scope[name] = given
        return _run(code, scope)

    return value


def run_over(code: CodeType, names: Mapping[str, object], name: str, values: Iterable[object]) -> list[Any]:
    """The values of ``run_each``; the work is bounded for each of them, as there."""
    scope: dict[str, object] = {"__builtins__": {}, **names}
    found: list[Any] = []
    try:
        with bounded() as work:
            # where an outer bound counts, there is nothing of ours to fill up again
            left, most = work.left or [0], work.most
            for given in values:
                left[0] = most
                scope[name] = given
                found.append(eval(code, scope))
    except _WRONG as error:
        raise _ending(error) from error
    return found


def _run(code: CodeType, scope: dict[str, object]) -> Any:
    try:
        with bounded():
            # what is run here has been admitted
            return eval(code, scope)
    except _WRONG as error:
        raise _ending(error) from error


_WRONG = (MemoryError, TypeError, ValueError, AttributeError, LookupError, ArithmeticError, RuntimeError)


def _ending(error: Exception) -> Fail | Broken:
    """What an error stands for; neither ``Fail`` nor ``NotProven`` is one of these errors.

    Compiled code calls functions with what they take, save where the type of a value is known to nobody before the
    agent has written it. So what goes wrong inside of a function says that the value is not what it must be; only what
    goes wrong in the code itself, such as a call with too few arguments, says that the code is broken.
    """
    if isinstance(error, RecursionError | MemoryError):
        return Fail("this takes more room than an expression may have")
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None or not place.tb_frame.f_globals.get("__builtins__"):
        return Broken(f"{error.__class__.__name__}: {error}")
    return Fail(f"a value is not of the sort that is needed here: {str(error)[:_MOST_REASON]}")


def evaluate(text: str, names: Mapping[str, object], *, source: str = "<code>") -> Any:
    """Admits and runs an expression."""
    constant = _constant(text, source)
    if constant is not None:
        return constant.value
    return run(admit(text, names, source=source), names)


@lru_cache(maxsize=4096)
def _constant(text: str, source: str) -> ast.Constant | None:
    """The expression, admitted, where it is nothing but a constant."""
    body = _parsed(text.strip(), source)[0]
    if not isinstance(body, ast.Constant):
        return None
    Guard(source, {}).expression(body)
    return body


def needs_names(text: str, *, source: str = "<code>") -> bool:
    """Whether a code needs any name at all; constants don't, and gathering names has its price.

    Raises:
        Inadmissible: it is no expression.
    """
    return bool(_parsed(text.strip(), source)[1].co_names)
