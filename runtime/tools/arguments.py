"""Checking a call's arguments against the tool's schema, with a message that a model can act on.

The subset of JSON Schema that tool declarations use: type, properties, required, additionalProperties, items, enum,
minimum, maximum, minLength, maxLength.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list, tuple),
    "object": (dict,),
    "null": (type(None),),
}


def problem(schema: Mapping[str, object], value: object, place: str = "") -> str | None:
    """Say what is wrong with a value, or give ``None``."""
    kinds = schema.get("type")
    if kinds is not None:
        wanted = [kinds] if isinstance(kinds, str) else [str(kind) for kind in _sequence(kinds)]
        if not any(_is(kind, value) for kind in wanted):
            return f"{place or 'the arguments'} must be {' or '.join(wanted)}, not {_kind_of(value)}"
    allowed = schema.get("enum")
    if allowed is not None and value not in _sequence(allowed):
        return f"{place} must be one of {', '.join(map(str, _sequence(allowed)))}"
    if isinstance(value, Mapping):
        return _object_problem(schema, value, place)
    if isinstance(value, (list, tuple)):
        items = schema.get("items")
        if isinstance(items, Mapping):
            found = (problem(items, item, f"{place}[{index}]") for index, item in enumerate(value))
            return next((each for each in found if each), None)
        return None
    return _bound_problem(schema, value, place)


def _object_problem(schema: Mapping[str, object], value: Mapping[object, object], place: str) -> str | None:
    properties = schema.get("properties")
    known = dict(properties) if isinstance(properties, Mapping) else {}
    prefix = place + "." if place else ""
    for name in _sequence(schema.get("required", ())):
        if name not in value:
            return f"{prefix}{name} is missing"
    for name, item in value.items():
        if name in known:
            found = problem(known[name], item, f"{prefix}{name}")
            if found:
                return found
        elif schema.get("additionalProperties", True) is False:
            near = get_close_matches(str(name), [str(each) for each in known], 1)
            hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(map(str, known)) or 'none'}"
            return f"{prefix}{name} is no argument{hint}"
    return None


def _bound_problem(schema: Mapping[str, object], value: object, place: str) -> str | None:
    if isinstance(value, str):
        if not _encodes(value):
            return f"{place} holds half of a surrogate pair, which is no text"
        least, most, size, unit = schema.get("minLength"), schema.get("maxLength"), float(len(value)), " characters"
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        least, most, size, unit = schema.get("minimum"), schema.get("maximum"), float(value), ""
    else:
        return None
    if isinstance(least, (int, float)) and size < least:
        return f"{place} must be at least {least}{unit}"
    if isinstance(most, (int, float)) and size > most:
        return f"{place} must be at most {most}{unit}"
    return None


def _encodes(text: str) -> bool:
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def _is(kind: str, value: object) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _TYPES.get(kind, ()))


def _kind_of(value: object) -> str:
    return next((kind for kind in ("integer", *_TYPES) if _is(kind, value)), type(value).__name__)


def _sequence(value: object) -> Sequence[object]:
    return value if isinstance(value, (list, tuple)) else ()
