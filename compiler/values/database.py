"""A database: tables by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cowork_dsl.compiler.values.failures import Fail, Missing, is_none, missing
from cowork_dsl.compiler.values.show import brief
from cowork_dsl.compiler.values.tables import Table


@dataclass(frozen=True, slots=True, eq=False)
class Database:
    """Tables of one file.

    Attributes:
        tables: By name, in the order of their names.
        name: What it is called in messages.
    """

    tables: Mapping[str, Table]
    name: str


def database_table(value: object, name: str) -> object:
    """A table of a database, by its name in any case; none where there is no such table."""
    if not isinstance(value, Database):
        raise missing(value, "look in") if is_none(value) else Fail(f"{brief(value)} is no database")
    found = next((table for known, table in value.tables.items() if known.casefold() == str(name).casefold()), None)
    return Missing(f"the table {name} of {value.name}") if found is None else found
