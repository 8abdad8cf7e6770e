"""Values of json (and its like) under declared types: numbers may be texts, and texts numbers."""

from __future__ import annotations

from datetime import date, time
from typing import Any

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.compiler.values.cells import CellError, from_json, type_from_text
from cowork_dsl.compiler.values.failures import Unreadable


def with_keys(value: object, form: Form | None) -> object:
    """An object whose declared keys are read by their type."""
    if form is not None and form.keys and isinstance(value, dict):
        return {key: typed(item, form.keys[key]) if key in form.keys else item for key, item in value.items()}
    return value


def typed(value: Any, wanted: str) -> Any:
    """A value as its declared type has it, or what says that it is none of that type."""
    try:
        return from_json(_spelled(value), type_from_text(wanted), tolerant=True)
    except CellError as error:
        return Unreadable("null" if value is None else str(value)[:200], str(error))


def _spelled(value: Any) -> Any:
    """Dates and times, which yaml and toml have as such, as the texts that they are in json."""
    if isinstance(value, dict):
        return {name: _spelled(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_spelled(item) for item in value]
    return value.isoformat() if isinstance(value, date | time) else value
