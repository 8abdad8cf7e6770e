"""Equality, order and nearness of values.

Texts are equal where their NFC forms are, typographic quotes, dashes and blanks aside; stripping and other forgiveness is
the readers' business. A document is
compared by its text, white space aside. Numbers of all sorts compare by value, ``7%`` with 0.07, too. Values of different
sorts are unequal; ordering them fails, and so does comparing amounts of different currencies.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from unicodedata import is_normalized, normalize

from cowork_dsl.compiler.values.doc import Doc
from cowork_dsl.compiler.values.failures import Fail, Missing, Unreadable, missing, note, spend
from cowork_dsl.compiler.values.scalars import FilePath, Money, Percent, Points
from cowork_dsl.compiler.values.show import brief
from cowork_dsl.compiler.values.tables import Groups, Table, Unordered


def nfc(text: str) -> str:
    """The composed form."""
    return text if text.isascii() or is_normalized("NFC", text) else normalize("NFC", text)


_TYPOGRAPHIC = str.maketrans("‘’‚‛“”„‟‐‑‒–—―−\u00a0\u2007\u2009\u202f", "'" * 4 + '"' * 4 + "-" * 7 + " " * 4)


def folded(text: str) -> str:
    """The composed form with plain quotes, dashes and blanks: what equality of texts looks at."""
    return text if text.isascii() else nfc(text).translate(_TYPOGRAPHIC)


def _number(value: Any) -> Hashable:
    # int, Decimal and their hashes agree, so 1 and 1.0 are one key
    return ("n", value)


# a value inside values costs more than an element: it is built, hashed and thrown away
_COST = 30


def _mapping(value: Mapping[str, Any]) -> Hashable:
    spend(_COST + len(value))
    return ("map", frozenset((key_of(name), key_of(item)) for name, item in value.items()))


def _sequence(value: Any) -> Hashable:
    spend(_COST + len(value))
    return ("list", tuple(key_of(item) for item in value))


def counted(items: Any) -> frozenset[tuple[Hashable, int]]:
    """How often each element is there, order aside."""
    spend(len(items))
    found: dict[Hashable, int] = {}
    for item in items:
        key = key_of(item)
        found[key] = found.get(key, 0) + 1
    return frozenset(found.items())


def _unordered(value: Unordered) -> Hashable:
    return ("bag", counted(value.items)) if value.repeats else ("set", frozenset(key_of(item) for item in value.items))


def _table(value: Table) -> Hashable:
    rows = tuple(_mapping(row) for row in value.rows)
    return ("table", frozenset(value.columns), rows if value.in_order else counted_keys(rows))


def counted_keys(keys: tuple[Hashable, ...]) -> frozenset[tuple[Hashable, int]]:
    """The same of keys."""
    found: dict[Hashable, int] = {}
    for key in keys:
        found[key] = found.get(key, 0) + 1
    return frozenset(found.items())


_KEYS: dict[type, Callable[[Any], Hashable]] = {
    str: lambda value: ("s", folded(value)),
    FilePath: lambda value: ("s", folded(value)),
    bool: lambda value: ("b", value),
    int: _number,
    Decimal: _number,
    Percent: lambda value: ("n", value.value),
    Points: lambda value: ("p", value.value),
    Money: lambda value: ("m", value.currency, value.amount),
    date: lambda value: ("d", value),
    datetime: lambda value: ("i", value),
    time: lambda value: ("t", value),
    timedelta: lambda value: ("u", value),
    type(None): lambda value: None,
    Missing: lambda value: None,
    Unreadable: lambda value: ("?", id(value)),
    list: _sequence,
    tuple: _sequence,
    dict: _mapping,
    Table: _table,
    Groups: lambda value: ("groups", id(value)),
    Unordered: _unordered,
    Doc: lambda value: ("s", " ".join(folded(value.text).split())),
}


def key_of(value: Any) -> Hashable:
    """A hashable that two values share exactly where they are equal."""
    rule = _KEYS.get(value.__class__)
    if rule is None:
        return _mapping(value) if isinstance(value, Mapping) else ("o", id(value))
    return rule(value)


_LISTS = (list, tuple)


def same(left: Any, right: Any) -> bool:
    """Whether two values are equal; see the module."""
    a, b = left.__class__, right.__class__
    if a is int and b is int:
        return bool(left == right)
    if a is Doc or b is Doc:
        return _loose(left) == _loose(right)
    if a is Money and b is Money and left.currency != right.currency:
        raise Fail(f"{brief(left)} and {brief(right)} are of different currencies")
    if a is Unordered and b in _LISTS:
        return key_of(left) == _unordered(Unordered(tuple(right), left.repeats))
    if b is Unordered and a in _LISTS:
        return same(right, left)
    if a is Table and (b is Table or b in _LISTS):
        return _same_rows(left, right)
    if b is Table and a in _LISTS:
        return _same_rows(right, left)
    return key_of(left) == key_of(right)


def _loose(value: Any) -> Hashable:
    if isinstance(value, str):
        return ("s", " ".join(folded(value).split()))
    return key_of(value)


def _same_rows(left: Table, right: Any) -> bool:
    rows = right.rows if right.__class__ is Table else right
    if right.__class__ is Table and frozenset(left.columns) != frozenset(right.columns):
        return False
    in_order = left.in_order or (right.__class__ is Table and right.in_order)
    ours, theirs = _sequence(left.rows), _sequence(rows)
    if in_order:
        return ours == theirs
    return counted(left.rows) == counted(rows)


def eq(left: Any, right: Any) -> bool:
    """``left == right``."""
    if same(left, right):
        return True
    note("==", left, right)
    return False


def ne(left: Any, right: Any) -> bool:
    """``left != right``."""
    if not same(left, right):
        return True
    note("!=", left, right)
    return False


# ------------------------------------------------------------------- ordering

_RANKS: dict[type, tuple[str, Callable[[Any], Any]]] = {
    int: ("number", lambda value: value),
    Decimal: ("number", lambda value: value),
    Percent: ("number", lambda value: value.value),
    date: ("date", lambda value: value),
    datetime: ("instant", lambda value: value),
    time: ("time", lambda value: value),
    timedelta: ("duration", lambda value: value),
    str: ("text", nfc),
    FilePath: ("text", nfc),
}


def rank(value: Any) -> tuple[str, Any]:
    """What orders a value: its sort and its place in it. Values without an order fail."""
    rule = _RANKS.get(value.__class__)
    if rule is not None:
        return rule[0], rule[1](value)
    if value.__class__ is Money:
        return value.currency, value.amount
    if value is None or value.__class__ is Missing:
        raise missing(value, "order")
    raise Fail(f"{brief(value)} has no order")


def ranked(values: list[Any]) -> list[Any]:
    """The places of several values that must be of one sort."""
    pairs = [rank(value) for value in values]
    for index, (sort, _) in enumerate(pairs):
        if sort != pairs[0][0]:
            raise Fail(f"{brief(values[0])} and {brief(values[index])} have no common order")
    return [place for _, place in pairs]


def _ordered(left: Any, right: Any) -> tuple[Any, Any]:
    a, b = ranked([left, right])
    return a, b


def lt(left: Any, right: Any) -> bool:
    """``left < right``."""
    a, b = _ordered(left, right)
    if a < b:
        return True
    note("<", left, right)
    return False


def le(left: Any, right: Any) -> bool:
    """``left <= right``."""
    a, b = _ordered(left, right)
    if a <= b:
        return True
    note("<=", left, right)
    return False


def gt(left: Any, right: Any) -> bool:
    """``left > right``."""
    a, b = _ordered(left, right)
    if a > b:
        return True
    note(">", left, right)
    return False


def ge(left: Any, right: Any) -> bool:
    """``left >= right``."""
    a, b = _ordered(left, right)
    if a >= b:
        return True
    note(">=", left, right)
    return False


def is_in(item: Any, where: Any) -> bool:
    """Whether an element, a key or a part of a text is there."""
    kind = where.__class__
    if isinstance(where, str) and isinstance(item, str):
        return nfc(item) in nfc(where)
    if kind is Doc and isinstance(item, str):
        return " ".join(nfc(item).split()) in " ".join(nfc(where.text).split())
    if kind in _LISTS or kind is Unordered:
        items = where.items if kind is Unordered else where
        spend(len(items))
        return any(same(item, other) for other in items)
    if isinstance(where, Mapping):
        key = key_of(item)
        spend(len(where))
        return any(key_of(name) == key for name in where)
    if where is None or kind is Missing:
        raise missing(where, "look in")
    raise Fail(f"nothing can be `in` {brief(where)}")


def contains(item: Any, where: Any) -> bool:
    """``item in where``."""
    if is_in(item, where):
        return True
    note("in", item, where)
    return False


def excludes(item: Any, where: Any) -> bool:
    """``item not in where``."""
    if not is_in(item, where):
        return True
    note("not in", item, where)
    return False
