"""The state of all services of one rollout: SQLite, outside the sandbox."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.bundle.models import ColumnForm, Service
from cowork_dsl.compiler.values.cells import format_cell, parse_cell, type_from_text
from cowork_dsl.runtime.verdict.evidence import Rows


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


class ServiceStore:
    """Tables by ``service.table``; values are the language's."""

    def __init__(self, services: Sequence[Service]) -> None:
        # a program in the box calls while the rollout's own thread waits for it, so two threads never meet here
        self._database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._types: dict[str, dict[str, Type]] = {}
        self._read: dict[str, Rows] = {}
        for service in services:
            for name, columns in service.tables.items():
                self._create(f"{service.name}.{name}", columns, service.rows.get(name, ()))

    def _create(self, table: str, columns: tuple[ColumnForm, ...], rows: Sequence[Mapping[str, str | None]]) -> None:
        self._types[table] = {column.name: type_from_text(column.type) for column in columns}
        names = ", ".join(_quoted(column.name) for column in columns)
        self._database.execute(f"CREATE TABLE {_quoted(table)} ({names})")
        marks = ", ".join("?" for _ in columns)
        self._database.executemany(
            f"INSERT INTO {_quoted(table)} VALUES ({marks})",
            [[row.get(column.name) for column in columns] for row in rows],
        )

    def __contains__(self, table: object) -> bool:
        return table in self._types

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of all tables."""
        return tuple(self._types)

    def columns(self, table: str) -> Mapping[str, Type]:
        """The columns of a table with their types, in order."""
        return self._types[table]

    def rows(self, table: str) -> Rows:
        """The rows of a table, in the order in which they came."""
        found = self._read.get(table)
        if found is None:
            types = self._types[table]
            cursor = self._database.execute(f"SELECT * FROM {_quoted(table)} ORDER BY rowid")
            found = tuple(
                {
                    name: None if cell is None else parse_cell(cell, type_, False)
                    for (name, type_), cell in zip(types.items(), row, strict=True)
                }
                for row in cursor
            )
            self._read[table] = found
        return found

    def set_rows(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replace the rows of a table, in one transaction."""
        types = self._types[table]
        written = [
            [None if row.get(name) is None else format_cell(row[name], type_) for name, type_ in types.items()]
            for row in rows
        ]
        marks = ", ".join("?" for _ in types)
        self._database.execute("BEGIN")
        try:
            self._database.execute(f"DELETE FROM {_quoted(table)}")
            self._database.executemany(f"INSERT INTO {_quoted(table)} VALUES ({marks})", written)
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")
        self._read.pop(table, None)

    def state(self) -> dict[str, Rows]:
        """All tables as they stand."""
        return {table: self.rows(table) for table in self._types}

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()
