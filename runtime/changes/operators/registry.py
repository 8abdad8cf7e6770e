"""The operators by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from cowork_dsl.runtime.changes.editable import Editable, Unfit

Operator = Callable[[Editable, Sequence[Any]], None]
OPERATORS: dict[str, Operator] = {}


def operator(name: str) -> Callable[[Operator], Operator]:
    """Register a function as an operator."""

    def register(function: Operator) -> Operator:
        OPERATORS[name] = function
        return function

    return register


@cache
def _load() -> None:
    package = __name__.rpartition(".")[0]
    for module in iter_modules(import_module(package).__path__):
        import_module(f"{package}.{module.name}")


def find(name: str) -> Operator:
    """The operator of a name.

    Raises:
        Unfit: There is none.
    """
    _load()
    found = OPERATORS.get(name)
    if found is None:
        raise Unfit(f"there is no operator {name!r} (there are: {', '.join(sorted(OPERATORS))})")
    return found
