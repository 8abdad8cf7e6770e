"""Columns, fields and elements by name or place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from cowork_dsl.compiler.values.compare import key_of, same
from cowork_dsl.compiler.values.database import Database
from cowork_dsl.compiler.values.doc import Doc
from cowork_dsl.compiler.values.failures import Fail, Unreadable, is_none, missing, spend
from cowork_dsl.compiler.values.repository import Repository
from cowork_dsl.compiler.values.rows import rows_of
from cowork_dsl.compiler.values.scalars import FilePath, Money, Percent
from cowork_dsl.compiler.values.show import brief
from cowork_dsl.compiler.values.tables import Table, Unordered

Parts = dict[str, Callable[[Any], Any]]

_FILE: Parts = {
    "path": str,
    "name": lambda path: path.rpartition("/")[2],
    "stem": lambda path: path.rpartition("/")[2].rpartition(".")[0] or path.rpartition("/")[2],
    "suffix": lambda path: ("." + path.rpartition("/")[2].rpartition(".")[2]) if "." in path.rpartition("/")[2] else "",
    "folder": lambda path: path.rpartition("/")[0],
}
_DATE: Parts = {"year": lambda x: x.year, "month": lambda x: x.month, "day": lambda x: x.day}
_TIME: Parts = {"hour": lambda x: x.hour, "minute": lambda x: x.minute, "second": lambda x: x.second}
PARTS: dict[type, Parts] = {
    FilePath: _FILE,
    date: _DATE,
    time: _TIME,
    datetime: {**_DATE, **_TIME, "date": lambda x: x.date(), "time": lambda x: x.time()},
    timedelta: {
        "days": lambda x: Decimal(x.days) if not x.seconds else Decimal(x.days * 86400 + x.seconds) / 86400,
        "hours": lambda x: Decimal(x.days * 86400 + x.seconds) / 3600,
        "minutes": lambda x: Decimal(x.days * 86400 + x.seconds) / 60,
        "seconds": lambda x: x.days * 86400 + x.seconds,
    },
    Money: {"amount": lambda x: x.amount, "currency": lambda x: x.currency},
    Percent: {"points": lambda x: x.value.scaleb(2)},
    Database: {"tables": lambda x: list(x.tables)},
    Repository: {
        "head": lambda x: x.head,
        "branch": lambda x: x.branch,
        "branches": lambda x: dict(x.branches),
        "tags": lambda x: dict(x.tags),
        "log": lambda x: x.log,
    },
}
"""What may be read with a dot of values that aren't mappings; the inference has the same list by kind."""


def _readable(value: Any, what: str) -> Any:
    if value.__class__ is Unreadable:
        raise Fail(f"{what} holds `{value.text[:80]}`, which is not {value.wanted}")
    return value


def col(row: Any, name: str) -> Any:
    """A column of a row."""
    try:
        value = row[name]
    except (KeyError, TypeError, IndexError):
        if is_none(row):
            raise missing(row, f"read `{name}` of") from None
        if row.__class__ in PARTS and name in PARTS[row.__class__]:
            return PARTS[row.__class__][name](row)
        raise Fail(f"there is no column `{name}`") from None
    return _readable(value, f"the column `{name}`") if value.__class__ is Unreadable else value


def field(value: Any, name: str) -> Any:
    """A field of an object, or a part of a value."""
    if isinstance(value, Mapping):
        if name not in value:
            raise Fail(f"there is no field `{name}`")
        return _readable(value[name], f"the field `{name}`")
    parts = PARTS.get(value.__class__)
    if parts is not None and name in parts:
        return parts[name](value)
    if is_none(value):
        raise missing(value, f"read `{name}` of")
    raise Fail(f"{brief(value)} has no field `{name}`")


def item(value: Any, key: Any) -> Any:
    """An element by place (from 0; negative from the end), or a value by key."""
    if isinstance(value, Mapping):
        wanted = key_of(key)
        spend(len(value))
        for name, found in value.items():
            if key_of(name) == wanted:
                return _readable(found, f"the field `{brief(name)}`")
        raise Fail(f"there is no key {brief(key)}")
    rows = rows_of(value, "index")
    if key.__class__ is not int:
        raise Fail(f"{brief(key)} is no place in a list")
    if not -len(rows) <= key < len(rows):
        raise Fail(f"there is no element {key}; there are {len(rows)}")
    return rows[key]


def get(value: Any, key: Any, otherwise: Any = None) -> Any:
    """The value of a key, or another."""
    if is_none(value):
        raise missing(value, "look in")
    wanted = key_of(key)
    spend(len(value))
    for name, found in value.items():
        if key_of(name) == wanted:
            return found
    return otherwise


def has_item(value: Any, key: Any) -> bool:
    """Whether a table has a row with this key, or a list, map or set this element."""
    if value.__class__ is Table:
        if value.key is None:
            raise Fail(f"{value.name} has no key column")
        return any(same(row.get(value.key), key) for row in rows_of(value))
    if value.__class__ is Unordered or value.__class__ in (list, tuple):
        return any(same(one, key) for one in rows_of(value))
    if isinstance(value, Mapping):
        wanted = key_of(key)
        return any(key_of(name) == wanted for name in value)
    raise missing(value, "look in") if is_none(value) else Fail(f"{brief(value)} has no elements")


def has_text(value: Any) -> bool:
    """Whether ``.has`` looks for words."""
    return isinstance(value, str) or value.__class__ is Doc
