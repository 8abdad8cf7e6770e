"""Columns, fields and elements, and the methods of tables, lists and maps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import reduce
from typing import Any

from cowork_dsl.compiler.values.arithmetic import add, div, exact
from cowork_dsl.compiler.values.compare import key_of, ranked
from cowork_dsl.compiler.values.events import Events
from cowork_dsl.compiler.values.failures import Fail, NotProven, is_none, missing, note, quiet, spend
from cowork_dsl.compiler.values.scalars import EXACT
from cowork_dsl.compiler.values.show import brief
from cowork_dsl.compiler.values.tables import Groups, Row, Table, Unordered

Each = Callable[[Any], Any]


def rows_of(value: Any, doing: str = "look through") -> Any:
    """The rows or elements of a value, as a sequence."""
    kind = value.__class__
    if kind is Table:
        found: Any = value.rows
    elif kind is list or kind is tuple:
        found = value
    elif kind is Events or kind is Unordered:
        found = value.items
    elif isinstance(value, Mapping):
        found = [{"key": key, "value": item} for key, item in value.items()]
    elif kind is Groups:
        found = [{"key": key, "value": item} for key, item in value.members]
    elif is_none(value):
        raise missing(value, doing)
    else:
        raise Fail(f"{brief(value)} has no rows")
    spend(len(found) + 1)
    return found


def truth(value: Any) -> bool:
    """The value of a condition."""
    if value.__class__ is not bool:
        raise Fail(f"{brief(value)} is not true or false")
    return bool(value)


def again(whole: Any, rows: list[Any]) -> Any:
    """Some rows as the same sort of whole."""
    if whole.__class__ is Table:
        return Table(whole.columns, tuple(rows), whole.key, whole.in_order, whole.filtered, whole.hollow, whole.name)
    if whole.__class__ is Events:
        return Events(tuple(rows), whole.moments)
    if isinstance(whole, Mapping):
        return {row["key"]: row["value"] for row in rows}
    return rows


def where(whole: Any, condition: Each) -> Any:
    """The rows for which the condition holds."""
    rows = rows_of(whole)
    with quiet():
        kept = [row for row in rows if truth(condition(row))]
    if whole.__class__ is Table:
        hollow = whole.hollow or (not rows and not whole.filtered)
        return Table(whole.columns, tuple(kept), whole.key, whole.in_order, True, hollow, whole.name)
    return again(whole, kept)


def select(whole: Any, columns: Mapping[str, Each]) -> Table:
    """A table of computed columns."""
    rows = [{name: value(row) for name, value in columns.items()} for row in rows_of(whole)]
    source = whole if whole.__class__ is Table else Table((), ())
    return Table(tuple(columns), tuple(rows), None, source.in_order, source.filtered, source.hollow, source.name)


def with_(whole: Any, columns: Mapping[str, Each]) -> Any:
    """The rows with further columns."""
    rows = [{**mapping_of(row), **{name: value(row) for name, value in columns.items()}} for row in rows_of(whole)]
    if whole.__class__ is not Table:
        return rows
    names = tuple(dict.fromkeys((*whole.columns, *columns)))
    return Table(names, tuple(rows), whole.key, whole.in_order, whole.filtered, whole.hollow, whole.name)


def mapping_of(row: Any) -> Row:
    """A row that has columns."""
    if not isinstance(row, Mapping):
        raise Fail(f"{brief(row)} has no columns")
    return row


def values_of(whole: Any, value: Each) -> list[Any]:
    """The value for every row."""
    return [value(row) for row in rows_of(whole)]


def group(whole: Any, *keys: Each) -> Groups:
    """Rows by key."""
    found: dict[Any, tuple[Any, list[Any]]] = {}
    for row in rows_of(whole):
        key = keys[0](row) if len(keys) == 1 else [one(row) for one in keys]
        found.setdefault(key_of(key), (key, []))[1].append(row)
    source = {} if isinstance(whole, Mapping) else whole
    return Groups(tuple((key, rows if source == {} else again(whole, rows)) for key, rows in found.values()))


def hashable(key: Any) -> Any:
    """A key of a map: a list becomes a tuple."""
    return tuple(hashable(item) for item in key) if key.__class__ is list else key


def count(whole: Any, condition: Each | None = None) -> int:
    """How many rows there are or meet the condition."""
    if condition is not None:
        return count(where(whole, condition))
    if whole.__class__ is Groups:
        return len(whole.members)
    return len(rows_of(whole, "count"))


def count_proven(whole: Any, condition: Each | None = None) -> int:
    """As ``count``; a zero that says something about the rows of an empty table is not proven."""
    found = whole if condition is None else where(whole, condition)
    if found.__class__ is Table and found.hollow:
        raise NotProven(f"{found.name} has no rows, so nothing is known about them")
    return count(found)


def sum_(whole: Any, value: Each | None = None) -> Any:
    """The sum; 0 where there is nothing."""
    rows = rows_of(whole, "add up")
    return total(values_in(whole, rows, value))


def total(values: list[Any]) -> Any:
    """The sum of values."""
    if not values:
        return 0
    found = values[0]
    if is_none(found):
        raise missing(found, "calculate with")
    if set(map(type, values)) == {Decimal}:
        return exact(lambda first, others: reduce(EXACT.add, others, first), found, values[1:])
    for value in values[1:]:
        found = add(found, value)
    return found


def values_in(whole: Any, rows: Any, value: Each | None) -> list[Any]:
    """``value_of`` for all rows."""
    if value is not None:
        return list(map(value, rows))
    return [value_of(whole, row, None) for row in rows]


def value_of(whole: Any, row: Any, value: Each | None) -> Any:
    """What a method looks at in a row: the given value, the value of a map, or the element itself."""
    if value is not None:
        return value(row)
    return row["value"] if isinstance(whole, Mapping) else row


def mean(whole: Any, value: Each | None = None) -> Any:
    """The mean."""
    values = values_in(whole, rows_of(whole), value)
    if not values:
        raise Fail("there is no mean of nothing")
    return div(total(values), len(values))


def sort(whole: Any, *by: Each, descending: bool = False) -> Any:
    """Rows in order; stable."""
    rows = list(rows_of(whole))
    values = [[value_of(whole, row, one) for row in rows] for one in (by or (None,))]
    places = list(zip(*(ranked(column) for column in values), strict=True))
    order = sorted(range(len(rows)), key=places.__getitem__, reverse=descending)
    if descending:
        # reverse=True alone keeps equal rows in their order, which is what stable means here, too
        order = sorted(range(len(rows)), key=places.__getitem__, reverse=True)
    return again(whole, [rows[index] for index in order])


def map_(whole: Any, key: Each, value: Each | None = None) -> Any:
    """A map by key, or a list."""
    rows = rows_of(whole)
    if value is None:
        return [key(row) for row in rows]
    found: dict[Any, Any] = {}
    seen: set[Any] = set()
    for row in rows:
        name = hashable(key(row))
        mark = key_of(name)
        if mark in seen:
            raise Fail(f"two rows have the key {brief(name)}")
        if is_none(name):
            raise missing(name, "use as a key")
        seen.add(mark)
        found[name] = value(row)
    return found


def any_(whole: Any, condition: Each | None = None) -> bool:
    """Whether a row meets the condition."""
    rows = rows_of(whole)
    if condition is None:
        return any(truth(row) for row in rows) if _bools(whole, rows) else bool(rows)
    with quiet():
        found = any(truth(condition(row)) for row in rows)
    if not found:
        note("any", whole, len(rows))
    return found


def _bools(whole: Any, rows: Any) -> bool:
    return whole.__class__ in (list, tuple) and len(rows) > 0 and rows[0].__class__ is bool


def never(whole: Any, condition: Each) -> bool:
    """``not whole.any(condition)``, which is a claim about the rows: not proven where there are none."""
    rows = rows_of(whole)
    _hollow(whole, rows)
    for row in rows:
        with quiet():
            found = truth(condition(row))
        if found:
            note("row", row, True)
            return False
    return True


def unmet(whole: Any, condition: Each) -> bool:
    """``not whole.any(condition)``; true of nothing."""
    return not any_(whole, condition)


def _hollow(whole: Any, rows: Any) -> None:
    if not rows:
        name = whole.name if whole.__class__ is Table else "the list"
        raise NotProven(f"{name} has no rows, so nothing is known about them")


def every(whole: Any, condition: Each | None = None) -> bool:
    """Whether every row meets the condition; true of nothing."""
    for row in rows_of(whole):
        if not truth(row if condition is None else condition(row)):
            note("row", row, False)
            return False
    return True


def all_(whole: Any, condition: Each | None = None) -> bool:
    """Whether every row meets the condition; not proven of nothing."""
    _hollow(whole, rows_of(whole))
    return every(whole, condition)


def ordered(whole: Any) -> Any:
    """A table whose order counts."""
    if whole.__class__ is not Table:
        return rows_of(whole)
    return Table(whole.columns, whole.rows, whole.key, True, whole.filtered, whole.hollow, whole.name)


def rows(whole: Any) -> list[Any]:
    """The rows as a list."""
    return list(rows_of(whole))


def columns(whole: Any) -> list[str]:
    """The names of the columns."""
    if whole.__class__ is Table:
        return list(whole.columns)
    return list(dict.fromkeys(name for row in rows_of(whole) for name in mapping_of(row)))


def share(whole: Any, condition: Each) -> Decimal:
    """The part of the rows that meet the condition."""
    rows = rows_of(whole)
    if not rows:
        raise NotProven("a share of nothing")
    with quiet():
        hits = [truth(condition(row)) for row in rows]
    if False in hits:
        note("row", rows[hits.index(False)], False)
    part: Decimal = div(sum(hits), len(hits))
    return part
