"""How values are printed: in texts as the source spells them, and as emitted Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from cowork_dsl.compiler.values.doc import Doc
from cowork_dsl.compiler.values.failures import Fail, Missing, Unreadable, spend
from cowork_dsl.compiler.values.scalars import FilePath, Money, Percent, Points
from cowork_dsl.compiler.values.tables import Groups, Table, Unordered

_MOST = 2_000_000


def plain(number: int | Decimal) -> str:
    """Digits without an exponent."""
    return str(number) if number.__class__ is int else format(number, "f")


def trimmed(number: Decimal) -> str:
    """Digits without zeros at the end."""
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _percent(value: Percent) -> str:
    return trimmed(value.value.scaleb(2)) + "%"


def duration_text(value: timedelta) -> str:
    """``3d2h``; ``0s`` where nothing passes."""
    seconds = abs(value).days * 86400 + abs(value).seconds
    parts = []
    for unit, size in (("d", 86400), ("h", 3600), ("m", 60), ("s", 1)):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count}{unit}")
    return ("-" if value < timedelta(0) else "") + ("".join(parts) or "0s")


def time_text(value: time) -> str:
    """``09:30``, with seconds where there are some."""
    return value.isoformat("seconds" if value.second else "minutes")


def datetime_text(value: datetime) -> str:
    """``2026-04-15T09:30Z``."""
    text = value.isoformat(timespec="seconds" if value.second else "minutes")
    return text[:-6] + "Z" if text.endswith("+00:00") else text


def _list(value: Any) -> str:
    return "[" + ", ".join(_inner(item) for item in value) + "]"


def _map(value: Mapping[object, object]) -> str:
    return "{" + ", ".join(f"{show(key)}: {_inner(item)}" for key, item in value.items()) + "}"


def _table(value: Table) -> str:
    return f"{value.name} ({len(value.rows)} rows)"


def _inner(value: object) -> str:
    """Inside a list, texts have quotes."""
    spend(20)
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return show(value)


_SHOW: dict[type, Callable[[Any], str]] = {
    str: str,
    FilePath: str,
    bool: lambda value: "true" if value else "false",
    int: str,
    Decimal: plain,
    Percent: _percent,
    Points: lambda value: f"{trimmed(value.value.scaleb(2))} points",
    Money: lambda value: f"{plain(value.amount)} {value.currency}",
    date: date.isoformat,
    datetime: datetime_text,
    time: time_text,
    timedelta: duration_text,
    type(None): lambda value: "none",
    Missing: lambda value: f"none ({value.what} is missing)",
    Unreadable: lambda value: f"`{value.text}` (not {value.wanted})",
    list: _list,
    tuple: _list,
    dict: _map,
    Table: _table,
    Groups: lambda value: f"{len(value.members)} groups",
    Unordered: lambda value: ("bag" if value.repeats else "set") + _list(value.items),
    Doc: lambda value: value.text,
}


def show(value: object) -> str:
    """A value as the language prints it in texts and messages."""
    rule = _SHOW.get(value.__class__)
    if rule is not None:
        text = rule(value)
    else:
        text = _map(value) if isinstance(value, Mapping) else f"a {value.__class__.__name__.lower()}"
    spend(len(text) >> 4)
    if len(text) > _MOST:
        raise Fail("this text is too long")
    return text


def brief(value: object, most: int = 200) -> str:
    """For messages: one line, cut where it is long."""
    text = _inner(value) if isinstance(value, str) else show(value)
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


def _quoted(value: str) -> str:
    text = (
        value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    )
    return '"' + "".join(char if char.isprintable() or char == " " else f"\\U{ord(char):08x}" for char in text) + '"'


def _spell_list(value: Any) -> str:
    return "[" + ", ".join(spell(item) for item in value) + "]"


_SPELL: dict[type, Callable[[Any], str]] = {
    str: _quoted,
    FilePath: lambda value: f"path({_quoted(value)})",
    bool: str,
    int: lambda value: str(value) if value >= 0 else f"neg({-value})",
    Decimal: lambda value: f'decimal("{plain(value)}")',
    Percent: lambda value: f'percent("{trimmed(value.value.scaleb(2))}")',
    Points: lambda value: f'points(decimal("{trimmed(value.value.scaleb(2))}"))',
    Money: lambda value: f'money("{plain(value.amount)}", {_quoted(value.currency)})',
    date: lambda value: f'date("{value.isoformat()}")',
    datetime: lambda value: f'datetime("{value.isoformat()}")',
    time: lambda value: f'time("{value.isoformat()}")',
    timedelta: lambda value: f'duration("{duration_text(value)}")',
    type(None): lambda value: "None",
    list: _spell_list,
    tuple: _spell_list,
}


def spell(value: object) -> str:
    """A value as text of the emitted Python: evaluating it gives the value back."""
    rule = _SPELL.get(value.__class__)
    if rule is not None:
        return rule(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{spell(key)}: {spell(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Table):
        return f"table_of({spell(list(value.rows))}, {spell(list(value.columns))}, {spell(value.key)})"
    raise Fail(f"a {value.__class__.__name__} can't be written down")
