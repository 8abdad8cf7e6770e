"""Canonical JSON: one text for one value, so that a digest of the text is a digest of the value.

Keys are sorted, there is no white space, text is UTF-8 as it stands. Floats are refused, because their spelling
is nobody's promise: decimals are written as strings. Reading is bounded in size and depth.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from hashlib import sha256

MAX_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 60
_TOO_DEEP = f"it nests deeper than {MAX_DEPTH} levels"


class NotCanonical(ValueError):
    """A value that canonical JSON can't hold, or a text that is no bounded JSON."""


def canonical(value: object) -> bytes:
    """The canonical JSON of a value made of maps, lists, text, integers, decimals, booleans and None."""
    plain = _plain(value, 0)
    text = json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise NotCanonical("a text holds half of a surrogate pair, which UTF-8 can't write") from error


def digest_of(data: bytes) -> str:
    """The sha256 of some bytes, in hexadecimal."""
    return sha256(data).hexdigest()


def parse(data: bytes, *, max_bytes: int = MAX_BYTES) -> object:
    """Reads JSON from an untrusted place.

    Args:
        data: The bytes.
        max_bytes: More are refused before anything is parsed.

    Raises:
        NotCanonical: Not UTF-8, not JSON, too large, too deep, a float, or a key that stands twice.
    """
    if len(data) > max_bytes:
        raise NotCanonical(f"it is larger than {max_bytes:,} bytes")
    try:
        value: object = json.loads(
            data.decode("utf-8"),
            parse_float=_refuse_float,
            parse_constant=_refuse_float,
            object_pairs_hook=_unique_keys,
        )
    except UnicodeDecodeError as error:
        raise NotCanonical("it is not UTF-8 text") from error
    except json.JSONDecodeError as error:
        raise NotCanonical(f"it is not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from error
    except RecursionError as error:
        raise NotCanonical(_TOO_DEEP) from error
    except NotCanonical:
        raise
    except ValueError as error:
        raise NotCanonical("it holds a number of too many digits") from error
    _check_depth(value, MAX_DEPTH)
    return value


def _plain(value: object, depth: int) -> object:
    if depth > MAX_DEPTH:
        raise NotCanonical(_TOO_DEEP)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise NotCanonical(f"{value} is no number")
        return format(value, "f")
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise NotCanonical(f"a key must be text, not {key!r}")
        return {key: _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item, depth + 1) for item in value]
    raise NotCanonical(f"canonical JSON holds no {type(value).__name__}")


def _check_depth(value: object, left: int) -> None:
    if isinstance(value, dict | list):
        if left == 0:
            raise NotCanonical(_TOO_DEEP)
        for item in value.values() if isinstance(value, dict) else value:
            _check_depth(item, left - 1)


def _refuse_float(spelling: str) -> object:
    raise NotCanonical(f"it holds the float {spelling}; decimals are written as text")


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise NotCanonical(f"the key {twice!r} stands twice in one object")
    return found
