"""Tables and what is made of them: rows are mappings from column to value and never change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Rows with named columns.

    Attributes:
        columns: Their names, in order.
        rows: The rows.
        key: The column that tells rows apart, where one is declared.
        in_order: Whether comparing looks at the order (``.ordered()``).
        filtered: Whether a ``where`` made it of a table that had rows.
        hollow: Whether it was made of a table without rows, so that a claim about its rows is not proven.
        name: What it is called in messages.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    key: str | None = None
    in_order: bool = False
    filtered: bool = False
    hollow: bool = False
    name: str = "the table"


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Rows by key, in the order of first appearance; a member is a table or a list, as what was grouped."""

    members: tuple[tuple[Any, Any], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Unordered:
    """A set or a bag of elements."""

    items: tuple[Any, ...]
    repeats: bool = field(default=False)


def table_of(
    rows: list[Row] | tuple[Row, ...],
    columns: tuple[str, ...] | None = None,
    key: str | None = None,
    name: str = "the table",
) -> Table:
    """A table of rows; the columns are those of the first row where none are given."""
    found = tuple(rows)
    if columns is None:
        columns = tuple(dict.fromkeys(column for row in found for column in row))
    return Table(columns, found, key, name=name)
