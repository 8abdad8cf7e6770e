"""A table of an sqlite file that can be edited: on a copy of the bytes in memory, by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cowork_dsl.compiler.analysis.types import ANY, Type
from cowork_dsl.compiler.artifacts.sqlite_file import database_bytes, stored_value
from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.compiler.values.cells import type_from_text
from cowork_dsl.compiler.values.database import Database
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.changes.editable import Unfit
from cowork_dsl.runtime.readers.cache import PARSED
from cowork_dsl.runtime.readers.layout import columns_from
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import readers
from cowork_dsl.runtime.readers.sqlite import heads_of, opened, quoted

Row = Mapping[str, Any]


class DatabaseTable:
    """One table of a database; ``data`` is the file as edited so far."""

    def __init__(self, data: bytes, form: Form | None, path: str, name: str) -> None:
        self.data = data
        self._form = form
        self._path = path
        self._name = name
        self._load()

    def _load(self) -> None:
        parsed = PARSED.parse(readers()["sqlite"], self.data, self._path, self._form)
        if isinstance(parsed, Malformed):
            raise Unfit(str(parsed))
        assert isinstance(parsed, Database)
        name = next((one for one in parsed.tables if one.casefold() == self._name.casefold()), None)
        if name is None:
            raise Unfit(f"has no table {self._name!r} (it has: {', '.join(parsed.tables) or 'none'})")
        self._table: Table = parsed.tables[name]
        self._name = name
        self.rows: Sequence[Row] = self._table.rows
        self.key = self._table.key
        declared = (self._form.tables if self._form is not None else {}).get(name, ())
        self._types = {column.name: type_from_text(column.type) for column in declared}
        with opened(self.data) as connection:
            heads = columns_from(heads_of(connection, name), declared)
        self._headers = {column.name: column.header for column in heads}

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def columns(self) -> tuple[str, ...]:
        """Their columns."""
        return self._table.columns

    def value(self, unit: int, column: str) -> Any:
        """A cell's value."""
        return self.rows[unit].get(column)

    def put(self, cells: Mapping[int, Mapping[str, Any]]) -> None:
        """Set some values."""
        ids = self._ids()
        statements = []
        for unit, values in cells.items():
            names = ", ".join(f"{quoted(self._header(name))} = ?" for name in values)
            stored = [self._stored(name, value) for name, value in values.items()]
            statements.append((f"UPDATE {quoted(self._name)} SET {names} WHERE rowid = ?", [*stored, ids[unit]]))
        self._run(statements)

    def insert(self, values: Mapping[str, Any]) -> None:
        """Add a row."""
        names = ", ".join(quoted(self._header(name)) for name in values)
        places = ", ".join("?" for _ in values)
        stored = [self._stored(name, value) for name, value in values.items()]
        self._run([(f"INSERT INTO {quoted(self._name)} ({names}) VALUES ({places})", stored)])

    def arrange(self, order: Sequence[int]) -> None:
        """Leave out rows, or put them into another order: their numbers are given anew."""
        ids = self._ids()
        if list(order) == sorted(set(order)):
            left = set(order)
            gone = [unit for unit in range(self.size) if unit not in left]
            self._run([(f"DELETE FROM {quoted(self._name)} WHERE rowid = ?", [ids[unit]]) for unit in gone])
            return
        names = ", ".join(quoted(header) for header in self._headers.values())
        places = ", ".join("?" for _ in self._headers)
        with opened(self.data) as connection:
            rows = connection.execute(f"SELECT {names} FROM {quoted(self._name)}").fetchall()
        insert = f"INSERT INTO {quoted(self._name)} ({names}) VALUES ({places})"
        self._run([(f"DELETE FROM {quoted(self._name)}", []), *((insert, list(rows[unit])) for unit in order)])

    def rename(self, column: str, to: str) -> None:
        """The columns of a database have fixed names."""
        raise Unfit("is a database, whose columns have fixed names")

    def clear(self) -> None:
        """Leave no row."""
        self._run([(f"DELETE FROM {quoted(self._name)}", [])])

    def _header(self, name: str) -> str:
        if name not in self._headers:
            raise Unfit(f"has no column {name!r} in {self._name} (it has: {', '.join(self._headers)})")
        return self._headers[name]

    def _stored(self, name: str, value: Any) -> object:
        kind: Type = self._types.get(name, ANY)
        try:
            return stored_value(value, kind)
        except Fail as error:
            raise Unfit(error.reason) from None

    def _ids(self) -> list[int]:
        """The numbers of the rows, in the order in which the reader has them."""
        import sqlite3

        try:
            with opened(self.data) as connection:
                return [row[0] for row in connection.execute(f"SELECT rowid FROM {quoted(self._name)}")]
        except sqlite3.Error as error:
            raise Unfit(f"has a table whose rows can't be told apart: {error}") from None

    def _run(self, statements: Sequence[tuple[str, Sequence[object]]]) -> None:
        import sqlite3

        try:
            with opened(self.data, writing=True) as connection:
                for text, values in statements:
                    connection.execute(text, values)
                connection.commit()
                self.data = database_bytes(connection)
        except (sqlite3.Error, OverflowError) as error:
            raise Unfit(f"refuses the change: {error}") from None
        self._load()
