"""The written form of values in csv, json and text cells.

| type | written | read as well, where tolerant |
| --- | --- | --- |
| text | as it is | stripped, NFC |
| int, decimal | 1200, 80.5 | separators, signs, brackets, zeros at the end |
| money(EUR) | 4999.99, two places at least | a sign or code of the same currency |
| percent | 7% | 7, 7 %: a bare number is percent points |
| date, time | 2026-04-15, 09:30 | 15 April 2026, 15.04.2026, 9:30 am; never one that may be read in two ways |
| datetime | 2026-04-15T09:30Z | a blank for the T; without a zone it is in UTC |
| duration | 3d2h | 3 days 2 hours |
| bool | true | yes, no, 1, 0 |
| one_of | the word | case, blanks and hyphens aside |
| optional | empty for none | none, null, n/a, - |
| list, map | JSON | a list of texts also with ; or , between |
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from cowork_dsl.compiler.analysis.notation import type_from_text, type_to_text
from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.values import spellings
from cowork_dsl.compiler.values.compare import nfc
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.scalars import Duration, Money, Percent, as_date, as_datetime, as_duration, as_time
from cowork_dsl.compiler.values.show import datetime_text, duration_text, plain, show, time_text, trimmed

__all__ = ["CellError", "format_cell", "from_json", "parse_cell", "to_json", "type_from_text", "type_to_text"]


class CellError(ValueError):
    """A cell's text is not of its column's type."""


_COUNTED = frozenset(("int", "decimal", "percent", "money"))
_GROUPS = re.compile(r"(?<=\d)_(?=\d)")
_INT = re.compile(r"[+-]?\d{1,200}")
_DECIMAL = re.compile(r"[+-]?\d{1,200}(?:\.\d{1,200})?")
_SPAN = re.compile(r"(\d{1,7}) ?(d|h|m|s|days?|hours?|hrs?|minutes?|mins?|seconds?|secs?)\b[, ]*", re.IGNORECASE)
_EMPTY = frozenset(("", "none", "null", "n/a", "na", "-", "–", "—"))
_BOOLS = {"true": True, "false": False, "yes": True, "no": False, "1": True, "0": False, "y": True, "n": False}
Parser = Callable[[str, Type, bool], Any]


def _text(text: str, kind: Type, tolerant: bool) -> Any:
    return nfc(text.strip()) if tolerant else text


def _int(text: str, kind: Type, tolerant: bool) -> Any:
    body = text.strip()
    if _INT.fullmatch(body):
        return int(body)
    found = spellings.number(body) if tolerant else None
    if found is None or found != found.to_integral_value():
        raise CellError("a whole number")
    return int(found)


def _decimal(text: str, kind: Type, tolerant: bool) -> Any:
    body = text.strip()
    if _DECIMAL.fullmatch(body):
        return Decimal(body)
    found = spellings.number(body) if tolerant else None
    if found is None:
        raise CellError("a number")
    return found


def _money(text: str, kind: Type, tolerant: bool) -> Any:
    body = text.strip()
    if kind.unit and _DECIMAL.fullmatch(body):
        return Money(Decimal(body), kind.unit)
    found = spellings.amount(body)
    if found is None or (found[1] is None and kind.unit is None):
        raise CellError("an amount")
    if kind.unit and found[1] and found[1] != kind.unit:
        raise CellError(f"an amount in {kind.unit}")
    return Money(found[0], found[1] or kind.unit or "")


def _percent(text: str, kind: Type, tolerant: bool) -> Any:
    body = text.strip().removesuffix("%").strip()
    return Percent(_decimal(body, kind, tolerant).scaleb(-2))


def _date(text: str, kind: Type, tolerant: bool) -> Any:
    body = text.strip()
    if len(body) == 10 and body[4] == "-" == body[7]:
        return as_date(body)
    if tolerant:
        # a spreadsheet exports a date as midnight
        found = spellings.day(re.sub(r"[T ]00:00(:00)?(\.0+)?Z?$", "", body))
        if found is not None:
            return found
    raise CellError("a date")


def _time(text: str, kind: Type, tolerant: bool) -> Any:
    found = spellings.clock(text) if tolerant else as_time(text.strip())
    if found is None:
        raise CellError("a time of day")
    return found


def _datetime(text: str, kind: Type, tolerant: bool) -> Any:
    body = text.strip()
    if not tolerant:
        return as_datetime(body)
    try:
        found = datetime.fromisoformat(body.replace(" UTC", "Z"))
    except ValueError:
        raise CellError("an instant") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _duration(text: str, kind: Type, tolerant: bool) -> Any:
    body = text.strip()
    if tolerant and _SPAN.sub("", body) == "" and body:
        units = {"d": 86400, "h": 3600, "m": 60, "s": 1}
        return Duration(seconds=sum(int(count) * units[unit[0].lower()] for count, unit in _SPAN.findall(body)))
    return as_duration(body)


def _bool(text: str, kind: Type, tolerant: bool) -> Any:
    body = text.strip()
    found = _BOOLS.get(body.lower()) if tolerant else {"true": True, "false": False}.get(body)
    if found is None:
        raise CellError("true or false")
    return found


def _bare(word: str) -> str:
    return re.sub(r"[\s_-]+", "", nfc(word)).casefold()


def _one_of(text: str, kind: Type, tolerant: bool) -> Any:
    body = text.strip()
    if body in kind.names:
        return body
    if tolerant:
        for name in kind.names:
            if _bare(name) == _bare(body):
                return name
    raise CellError("one of " + ", ".join(kind.names))


def _optional(text: str, kind: Type, tolerant: bool) -> Any:
    body = text.strip()
    inner = kind.args[0]
    if not body or (tolerant and inner.kind != "text" and body.casefold() in _EMPTY):
        return None
    return parse_cell(text, inner, tolerant)


def _list(text: str, kind: Type, tolerant: bool) -> Any:
    body = text.strip()
    inner = kind.args[0] if kind.args else Type("any")
    if body.startswith("["):
        return from_json(_loads(body), kind, tolerant)
    mark = ";" if ";" in body else ","
    return [parse_cell(part.strip(), inner, tolerant) for part in body.split(mark)] if body else []


def _loads(text: str) -> Any:
    try:
        return json.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError):
        raise CellError("JSON") from None


def _ref(text: str, kind: Type, tolerant: bool) -> Any:
    if kind.args:
        return parse_cell(text, kind.args[0], tolerant)
    body = text.strip()
    return int(body) if body.isdecimal() and body.isascii() and (body == "0" or body[0] != "0") else body


_PARSERS: dict[str, Parser] = {
    "text": _text,
    "any": _text,
    "int": _int,
    "decimal": _decimal,
    "money": _money,
    "percent": _percent,
    "date": _date,
    "time": _time,
    "datetime": _datetime,
    "duration": _duration,
    "bool": _bool,
    "one_of": _one_of,
    "optional": _optional,
    "list": _list,
    "map": lambda text, kind, tolerant: from_json(_loads(text.strip()), kind, tolerant),
    "record": lambda text, kind, tolerant: from_json(_loads(text.strip()), kind, tolerant),
    "ref": _ref,
}


def parse_cell(text: str, type: Type, tolerant: bool) -> Any:
    """The value that a cell's text spells.

    Raises:
        CellError: where it spells none; the message is what the column wants.
    """
    parser = _PARSERS.get(type.kind)
    if parser is None:
        raise CellError(f"a {type_to_text(type)}, which no cell can hold")
    if not tolerant and type.kind in _COUNTED and "_" in text:
        text = _GROUPS.sub("", text)  # a cell of a source is written as the language writes numbers
    try:
        return parser(text, type, tolerant)
    except Fail:
        raise CellError(f"a {type_to_text(type)}") from None


def _padded(amount: Decimal) -> str:
    exponent = amount.as_tuple().exponent
    return plain(amount.quantize(Decimal("0.01")) if isinstance(exponent, int) and exponent > -2 else amount)


def format_cell(value: Any, type: Type) -> str:
    """The text of a value in a cell."""
    if value is None:
        return ""
    if value.__class__ is Money:
        # the column's type names the currency; a cell whose column doesn't must name it itself
        digits = _padded(value.amount)
        return digits if type.kind == "money" and type.unit else f"{digits} {value.currency}"
    if value.__class__ in (list, tuple, dict):
        return json.dumps(to_json(value), ensure_ascii=False)
    return show(value)


# ----------------------------------------------------------------------- json


def to_json(value: Any) -> Any:
    """A value as JSON has it: exact numbers as texts where JSON's own would lose digits."""
    kind = value.__class__
    if value is None or kind in (str, bool, int):
        return value
    if kind is Money:
        return _padded(value.amount)
    if kind is Percent:
        return trimmed(value.value.scaleb(2)) + "%"
    if kind is Decimal:
        return int(value) if value == value.to_integral_value() and abs(value) < 2**53 else plain(value)
    if kind is datetime:
        return datetime_text(value)
    if kind is timedelta:
        return duration_text(value)
    if isinstance(value, Mapping):
        return {show(name): to_json(item) for name, item in value.items()}
    if kind in (list, tuple):
        return [to_json(item) for item in value]
    if kind is date:
        return value.isoformat()
    return time_text(value) if hasattr(value, "minute") else show(value)


def from_json(value: Any, type: Type, tolerant: bool) -> Any:
    """A JSON value (numbers with a point as ``Decimal``) as a value of a type.

    Raises:
        CellError: where it is of another type.
    """
    kind = type.kind
    if kind == "any":
        return value
    if value is None:
        if kind in ("optional", "none"):
            return None
        raise CellError(f"a {type_to_text(type)}")
    if kind == "optional":
        return from_json(value, type.args[0], tolerant)
    if isinstance(value, str):
        return parse_cell(value, type, tolerant)
    if kind == "list" and isinstance(value, list):
        return [from_json(item, type.args[0], tolerant) if type.args else item for item in value]
    if kind == "map" and isinstance(value, dict):
        return {name: from_json(item, type.args[0], tolerant) if type.args else item for name, item in value.items()}
    if kind == "record" and isinstance(value, dict):
        fields = dict(zip(type.names, type.args, strict=True))
        return {
            name: from_json(item, fields[name], tolerant) if name in fields else item for name, item in value.items()
        }
    if isinstance(value, bool):
        if kind == "bool":
            return value
    elif isinstance(value, (int, Decimal)) and (kind in ("int", "decimal", "money", "percent", "ref") or tolerant):
        return parse_cell(plain(value), type, tolerant)
    raise CellError(f"a {type_to_text(type)}")
