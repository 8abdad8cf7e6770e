"""JSON text to values: exact numbers, bounded depth, no duplicate keys, no NaN."""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation

from cowork_dsl.runtime.readers.bounds import MAX_DEPTH, MAX_EXPONENT
from cowork_dsl.runtime.readers.malformed import Malformed


def parse_json(text: str) -> object:
    """The value of a JSON text: dict, list, str, int, Decimal, bool or None.

    Raises:
        Malformed: Where it is no JSON, where a key stands twice in an object (two readers would disagree about its
            value), where a number is none or out of all bounds, where it nests too deep.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_float=_decimal, parse_int=_integer, parse_constant=_constant
        )
    except RecursionError:
        raise Malformed(f"nests deeper than {MAX_DEPTH} levels") from None
    except json.JSONDecodeError as error:
        raise Malformed(f"is not JSON: {error.msg} in line {error.lineno}, column {error.colno}") from None
    if depth_of(value) > MAX_DEPTH:
        raise Malformed(f"nests deeper than {MAX_DEPTH} levels")
    return value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise Malformed(f"has the key {key[:80]!r} twice in one object")
        found[key] = value
    return found


def _decimal(text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise Malformed(f"has a number that is out of all bounds: {text[:40]}") from None
    if abs(number.adjusted()) > MAX_EXPONENT:
        raise Malformed(f"has a number that is out of all bounds: {text[:40]}")
    return number


def _integer(text: str) -> int:
    if len(text) > MAX_EXPONENT:
        raise Malformed(f"has a number that is out of all bounds: {text[:40]}…")
    return int(text)


def _constant(text: str) -> object:
    raise Malformed(f"has {text}, which is no JSON value")


def depth_of(value: object) -> int:
    """How deep a value nests, without recursion."""
    deepest, open_ = 0, [(value, 1)]
    while open_:
        item, depth = open_.pop()
        if depth > MAX_DEPTH:
            return depth
        if isinstance(item, dict):
            open_.extend((child, depth + 1) for child in item.values())
        elif isinstance(item, list):
            open_.extend((child, depth + 1) for child in item)
        deepest = max(deepest, depth)
    return deepest
