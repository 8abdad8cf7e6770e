"""`toml("a.toml")`: an object with exact numbers, dates and times; declared keys are read by their type."""

from __future__ import annotations

import re
import tomllib
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.runtime.readers.bounds import MAX_DEPTH, MAX_EXPONENT, MAX_TOML
from cowork_dsl.runtime.readers.decode import readable
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.parse_json import depth_of
from cowork_dsl.runtime.readers.registry import reader
from cowork_dsl.runtime.readers.typed import with_keys

# the library needs time that grows with the square of the parts of a dotted key
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+"""
_LONG_KEY = re.compile(rf"(?m)(?:^|[{{,])[ \t\[]*+(?:{_PART}\.[ \t]*+){{{MAX_DEPTH}}}")


@reader("toml", ".toml")
def parse_toml_file(data: bytes, path: str, form: Form | None) -> object:
    """The value of a toml file."""
    return with_keys(parse_toml(readable(data, "toml")), form)


def parse_toml(text: str) -> object:
    """The value of a TOML text; a time without a zone is in UTC.

    Raises:
        Malformed: It is no TOML, or nests too deep.
    """
    if len(text) > MAX_TOML:
        raise Malformed(f"is larger than {MAX_TOML >> 10} KiB")
    if _LONG_KEY.search(text):
        raise Malformed(f"nests deeper than {MAX_DEPTH} levels")
    try:
        value = tomllib.loads(text, parse_float=_number)
    except RecursionError:
        raise Malformed(f"nests deeper than {MAX_DEPTH} levels") from None
    except ValueError as error:
        # also a number with too many digits
        raise Malformed(f"is not TOML: {str(error)[:200]}") from None
    if depth_of(value) > MAX_DEPTH:
        raise Malformed(f"nests deeper than {MAX_DEPTH} levels")
    return _zoned(value)


def _number(text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise Malformed(f"has a number that is out of all bounds: {text[:40]}") from None
    if not number.is_finite():
        raise Malformed(f"has {text}, which is no number of a ledger")
    if abs(number.adjusted()) > MAX_EXPONENT:
        raise Malformed(f"has a number that is out of all bounds: {text[:40]}")
    return number


def _zoned(value: object) -> object:
    if isinstance(value, dict):
        return {name: _zoned(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_zoned(item) for item in value]
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) and value.tzinfo is None else value
