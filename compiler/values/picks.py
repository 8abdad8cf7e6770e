"""One or some of the rows: the least and the greatest, the first and the last, the only one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cowork_dsl.compiler.values.compare import rank, ranked
from cowork_dsl.compiler.values.failures import Fail, quiet
from cowork_dsl.compiler.values.rows import again, rows_of, truth, value_of
from cowork_dsl.compiler.values.show import brief

Each = Callable[[Any], Any]


def least(whole: Any, value: Each | None = None) -> Any:
    """The least value."""
    return extreme([value_of(whole, row, value) for row in rows_of(whole)], -1)


def greatest(whole: Any, value: Each | None = None) -> Any:
    """The greatest value."""
    return extreme([value_of(whole, row, value) for row in rows_of(whole)], 1)


def extreme(values: list[Any], sign: int) -> Any:
    """The greatest (1) or least (-1)."""
    if not values:
        raise Fail("there is no least or greatest of nothing")
    places = ranked(values)
    chosen = max(places) if sign > 0 else min(places)
    return values[places.index(chosen)]


def _arg(whole: Any, value: Each | None, sign: int) -> Any:
    rows = rows_of(whole)
    values = [value_of(whole, row, value) for row in rows]
    best = extreme(values, sign)
    place = rank(best)[1]
    chosen = [row for row, one in zip(rows, values, strict=True) if rank(one)[1] == place]
    if len(chosen) > 1:
        named = [row["key"] if isinstance(whole, Mapping) else row for row in chosen]
        raise Fail(f"{brief(named)} tie with {brief(best)}")
    return chosen[0]["key"] if isinstance(whole, Mapping) else chosen[0]


def argmax(whole: Any, value: Each | None = None) -> Any:
    """The row or key with the greatest value."""
    return _arg(whole, value, 1)


def argmin(whole: Any, value: Each | None = None) -> Any:
    """The row or key with the least value."""
    return _arg(whole, value, -1)


def first(whole: Any, count: int | None = None) -> Any:
    """The first row, or the first so many."""
    rows = rows_of(whole)
    if count is None:
        if not rows:
            raise Fail("there is no first of nothing")
        return rows[0]
    return again(whole, list(rows[: max(count, 0)]))


def last(whole: Any, count: int | None = None) -> Any:
    """The last row, or the last so many."""
    rows = rows_of(whole)
    if count is None:
        if not rows:
            raise Fail("there is no last of nothing")
        return rows[-1]
    return again(whole, list(rows[len(rows) - min(max(count, 0), len(rows)) :]))


def skip(whole: Any, count: int) -> Any:
    """All but the first so many."""
    return again(whole, list(rows_of(whole)[max(count, 0) :]))


def reverse(whole: Any) -> Any:
    """Back to front."""
    return again(whole, list(rows_of(whole))[::-1])


def only(whole: Any, condition: Each) -> Any:
    """The one row that meets the condition."""
    rows = rows_of(whole)
    with quiet():
        found = [row for row in rows if truth(condition(row))]
    if len(found) != 1:
        raise Fail(f"{len(found) or 'no'} rows meet the condition, where there must be one")
    return found[0]
