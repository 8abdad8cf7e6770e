"""What an operator works on: the rows of a table, the lines of a text, the items of a json value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class Unfit(Exception):
    """The operator can't be carried out on this target; the message says why, for people."""


class Editable(Protocol):
    """A target as a sequence of units, which may be arranged anew; tables have columns, too.

    An operator leaves its mark in place; what made the target asks for the outcome afterwards.
    """

    @property
    def size(self) -> int:
        """How many units there are: rows, lines, items."""
        ...

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a table or of a list of objects; none elsewhere."""
        ...

    def arrange(self, order: Sequence[int]) -> None:
        """Put the units into another order; one may be left out or stand several times."""
        ...

    def value(self, unit: int, column: str) -> Any:
        """A value of a table, typed."""
        ...

    def put(self, cells: Mapping[int, Mapping[str, Any]]) -> None:
        """Set values of a table: unit to column to value."""
        ...

    def rename(self, column: str, to: str) -> None:
        """Rename a column."""
        ...

    def clear(self) -> None:
        """Leave nothing at all."""
        ...


def unit_number(target: Editable, number: int) -> int:
    """A unit's index from a number that may count from the end.

    Raises:
        Unfit: There is no such unit.
    """
    found = number if number >= 0 else target.size + number
    if not 0 <= found < target.size:
        raise Unfit(f"has {target.size} rows, so there is no row {number}")
    return found


def column_named(target: Editable, name: object) -> str:
    """A column's name, checked.

    Raises:
        Unfit: There is no such column.
    """
    if not isinstance(name, str) or name not in target.columns:
        known = ", ".join(target.columns) or "none"
        raise Unfit(f"has no column {name!r} (it has: {known})")
    return name
