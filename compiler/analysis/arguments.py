"""Which argument of a call is which parameter."""

from __future__ import annotations

from typing import Literal

from cowork_dsl.compiler.syntax import ast
from cowork_dsl.grammar.functions import Function, Parameter
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Given:
    """One argument with its parameter.

    Attributes:
        parameter: Which.
        argument: What was given.
        element: The name that the argument gives to the row or element, where it gives one.
        column: The name of a computed column or of a tool's argument.
    """

    parameter: Parameter
    argument: ast.Argument
    element: str | None = None
    column: str | None = None


Problem = Literal["unknown", "duplicate", "many", "missing"]


@dataclass(frozen=True, slots=True)
class Bound:
    """The arguments in the order given, and what is wrong with them: (problem, name, argument)."""

    given: tuple[Given, ...]
    problems: tuple[tuple[Problem, str, ast.Argument | None], ...] = ()


def bind(function: Function, args: tuple[ast.Argument, ...]) -> Bound:
    """Sorts the arguments of a call.

    A named argument is the parameter of that name; else a computed column where the function takes columns; else it
    names the row or element of the next parameter that is evaluated for every row.
    """
    parameters = function.parameters
    given: list[Given] = []
    problems: list[tuple[Problem, str, ast.Argument | None]] = []
    taken: set[str] = set()
    columns = next((one for one in parameters if one.many == "**"), None)
    at = 0
    for argument in args:
        name = argument.name
        if name is not None:
            named = next((one for one in parameters if one.name == name and not one.many), None)
            if named is not None:
                if name in taken:
                    problems.append(("duplicate", name, argument))
                    continue
                taken.add(name)
                given.append(Given(named, argument))
                continue
            if columns is not None:
                if any(one.column == name for one in given):
                    problems.append(("duplicate", name, argument))
                    continue
                given.append(Given(columns, argument, column=name))
                continue
        while at < len(parameters) and (parameters[at].many == "**" or parameters[at].name in taken):
            at += 1
        parameter = parameters[at] if at < len(parameters) else None
        if name is not None and (parameter is None or not parameter.scope):
            problems.append(("unknown", name, argument))
            continue
        if parameter is None:
            problems.append(("many", "", argument))
            continue
        given.append(Given(parameter, argument, element=name))
        if not parameter.many:
            taken.add(parameter.name)
            at += 1
    for parameter in parameters:
        if not parameter.optional and not parameter.many and parameter.name not in taken:
            problems.append(("missing", parameter.name.lstrip("_"), None))
    # one argument at least is what `group()` and `pick()` need; `distinct()` is the one that takes none
    for parameter in parameters:
        if parameter.many == "*" and columns is None and not _has(given, parameter) and function.name not in OPEN:
            problems.append(("missing", parameter.name.lstrip("_"), None))
    return Bound(tuple(given), tuple(problems))


OPEN = frozenset(("distinct", "sort"))
"""Functions whose ``*`` parameter may be given nothing."""


def _has(given: list[Given], parameter: Parameter) -> bool:
    return any(one.parameter is parameter for one in given)
