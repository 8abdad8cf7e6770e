"""Values of json (and its like) under declared types: numbers may be texts, and texts numbers."""

from __future__ import annotations

from typing import Any

from cowork_dsl.compiler.values.cells import CellError, from_json, type_from_text
from cowork_dsl.compiler.values.failures import Unreadable


def typed(value: Any, wanted: str) -> Any:
    """A value as its declared type has it, or what says that it is none of that type."""
    try:
        return from_json(value, type_from_text(wanted), tolerant=True)
    except CellError as error:
        return Unreadable("null" if value is None else str(value)[:200], str(error))
