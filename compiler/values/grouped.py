"""What is made of groups: maps by key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cowork_dsl.compiler.values import picks, rows
from cowork_dsl.compiler.values.failures import Fail, is_none, missing
from cowork_dsl.compiler.values.show import brief
from cowork_dsl.compiler.values.tables import Groups

Each = Callable[[Any], Any]


def _by_key(groups: Any, value: Callable[[Any], Any]) -> dict[Any, Any]:
    if groups.__class__ is not Groups:
        raise missing(groups, "group") if is_none(groups) else Fail(f"{brief(groups)} has no groups")
    return {rows.hashable(key): value(member) for key, member in groups.members}


def group_count(groups: Any, condition: Each | None = None) -> Any:
    """How many rows each group has."""
    return _by_key(groups, lambda member: rows.count(member, condition))


def group_sum(groups: Any, value: Each) -> Any:
    """The sum of each group."""
    return _by_key(groups, lambda member: rows.sum_(member, value))


def group_min(groups: Any, value: Each) -> Any:
    """The least of each group."""
    return _by_key(groups, lambda member: picks.least(member, value))


def group_max(groups: Any, value: Each) -> Any:
    """The greatest of each group."""
    return _by_key(groups, lambda member: picks.greatest(member, value))


def group_mean(groups: Any, value: Each) -> Any:
    """The mean of each group."""
    return _by_key(groups, lambda member: rows.mean(member, value))


def group_list(groups: Any, value: Each) -> Any:
    """The values of each group."""
    return _by_key(groups, lambda member: rows.values_of(member, value))


def group_first(groups: Any) -> Any:
    """The first row of each group."""
    return _by_key(groups, picks.first)


def group_last(groups: Any) -> Any:
    """The last row of each group."""
    return _by_key(groups, picks.last)


def group_map(groups: Any, value: Each) -> Any:
    """A value for each group."""
    return _by_key(groups, value)
