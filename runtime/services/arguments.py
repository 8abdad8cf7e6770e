"""Arguments of a service's tool: from JSON, as an agent gives them, to values of their declared types."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.values.cells import CellError, from_json, type_to_text


class BadArgument(Exception):
    """The arguments are not what the tool takes; the message is for the agent."""


def typed(tool: str, declared: Mapping[str, Type], given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments as values; those that are left out and optional are none.

    Raises:
        BadArgument: One is missing, unknown or of another type.
    """
    unknown = sorted(given.keys() - declared.keys())
    if unknown:
        takes = ", ".join(declared) or "no arguments"
        raise BadArgument(f"{tool} has no argument `{unknown[0]}`; it takes {takes}")
    return {name: _value(name, type_, given.get(name)) for name, type_ in declared.items()}


def _value(name: str, type_: Type, given: Any) -> Any:
    if given is None and type_.kind != "optional":
        raise BadArgument(f"the argument `{name}` is missing; it must be {type_to_text(type_)}")
    try:
        return from_json(exact(given), type_, False)
    except CellError:
        raise BadArgument(f"the argument `{name}` must be {type_to_text(type_)}, not `{str(given)[:80]}`") from None


def exact(given: Any) -> Any:
    """Floats as the decimals that they spell."""
    if isinstance(given, float):
        return Decimal(repr(given))
    if isinstance(given, Mapping):
        return {str(key): exact(item) for key, item in given.items()}
    return [exact(item) for item in given] if isinstance(given, list | tuple) else given
