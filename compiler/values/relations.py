"""Rows in relation to other rows: joins, sums so far, what is reachable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cowork_dsl.compiler.values.arithmetic import add
from cowork_dsl.compiler.values.compare import key_of, rank
from cowork_dsl.compiler.values.failures import spend
from cowork_dsl.compiler.values.rows import again, hashable, mapping_of, rows_of
from cowork_dsl.compiler.values.tables import Row, Table

Each = Callable[[Any], Any]


def join(left: Any, right: Any, key: Each, other: Each | None = None) -> Any:
    """Rows of both sides with equal keys."""
    theirs: dict[Any, list[Row]] = {}
    for row in rows_of(right):
        theirs.setdefault(key_of((other or key)(row)), []).append(mapping_of(row))
    rows = []
    for row in rows_of(left):
        for match in theirs.get(key_of(key(row)), ()):
            spend(1)
            rows.append({**match, **mapping_of(row)})
    if left.__class__ is not Table:
        return rows
    columns = tuple(dict.fromkeys((*left.columns, *(right.columns if right.__class__ is Table else ()))))
    return Table(columns, tuple(rows), None, left.in_order, left.filtered, left.hollow, left.name)


def distinct(whole: Any, *by: Each) -> Any:
    """The first row for each value."""
    found: dict[Any, Any] = {}
    for row in rows_of(whole):
        found.setdefault(key_of([one(row) for one in by] if by else row), row)
    return again(whole, list(found.values()))


def running(whole: Any, value: Each) -> list[Any]:
    """Sums so far."""
    found: list[Any] = []
    for row in rows_of(whole):
        found.append(add(found[-1], value(row)) if found else value(row))
    return found


def closure(whole: Any, start: Each, end: Each) -> dict[Any, list[Any]]:
    """What is reachable from each start."""
    steps: dict[Any, list[Any]] = {}
    names: dict[Any, Any] = {}
    for row in rows_of(whole):
        a, b = start(row), end(row)
        names.setdefault(key_of(a), a)
        names.setdefault(key_of(b), b)
        steps.setdefault(key_of(a), []).append(key_of(b))
    found = {}
    for origin in steps:
        seen: dict[Any, None] = {}
        left = list(steps[origin])
        while left:
            spend(1)
            one = left.pop()
            if one not in seen:
                seen[one] = None
                left.extend(steps.get(one, ()))
        found[hashable(names[origin])] = sorted((names[one] for one in seen), key=lambda item: rank(item)[1])
    return found
