"""`sqlite("a.db")`: the tables of an sqlite file.

The bytes are read in memory, never the file itself, and nothing that it brings is run: views, virtual tables and triggers are
left out, functions in its schema are not trusted, and the work of each statement is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from cowork_dsl.compiler.bundle.models import ColumnForm, Form
from cowork_dsl.compiler.values.cells import CellError, parse_cell, type_from_text
from cowork_dsl.compiler.values.compare import nfc
from cowork_dsl.compiler.values.database import Database
from cowork_dsl.compiler.values.failures import Unreadable
from cowork_dsl.compiler.values.show import plain
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.readers.bounds import MAX_BYTES, MAX_DATABASE_CELLS
from cowork_dsl.runtime.readers.layout import Column, columns_from
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import reader

if TYPE_CHECKING:
    from sqlite3 import Connection

_STEPS = 10_000
_ROUNDS = 20_000
_MOST_TABLES = 500
_MOST_TEXT = 4_000_000


@reader("sqlite", ".sqlite", ".sqlite3", ".db")
def parse_sqlite(data: bytes, path: str, form: Form | None) -> Database:
    """The tables of a database; what was committed but stands only in a log beside the file is not in it.

    Raises:
        Malformed: It is no database, is damaged, or takes more work than the readers do.
    """
    import sqlite3

    if len(data) > MAX_BYTES:
        raise Malformed(f"is larger than {MAX_BYTES >> 20} MiB")
    if not data.startswith(b"SQLite format 3\0") or len(data) < 512:
        raise Malformed("is no sqlite database")
    declared = form.tables if form is not None else {}
    try:
        with opened(data) as connection:
            names = [name for name in _names(connection)]
            if len(names) > _MOST_TABLES:
                raise Malformed(f"has more than {_MOST_TABLES} tables")
            known = {name.casefold(): columns for name, columns in declared.items()}
            budget = [MAX_DATABASE_CELLS]
            tables = {name: _table(connection, name, known.get(name.casefold(), ()), path, budget) for name in names}
    except (sqlite3.Error, UnicodeError, OverflowError, MemoryError) as error:
        raise Malformed(f"is no database that can be read: {str(error)[:120]}") from None
    return Database(tables, path)


@contextmanager
def opened(data: bytes, writing: bool = False) -> Iterator[Connection]:
    """A connection to a copy of the bytes in memory, which can read tables, or read and write rows, and nothing else."""
    import sqlite3

    connection = sqlite3.connect(":memory:")
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_BYTES)
        # a file that was in WAL mode says so in its header, and a copy in memory has no log
        connection.deserialize(data[:18] + b"\x01\x01" + data[20:])
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute(f"PRAGMA query_only = {'OFF' if writing else 'ON'}")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.set_progress_handler(_counted(), _STEPS)
        connection.set_authorizer(_may_write if writing else _allowed)
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        yield connection
    finally:
        connection.close()


def _counted() -> Any:
    left = [_ROUNDS]

    def count() -> int:
        left[0] -= 1
        return left[0] < 0

    return count


def _allowed(action: int, first: str | None, second: str | None, database: str | None, source: str | None) -> int:
    import sqlite3

    if action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ) and source is None:
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_PRAGMA and first == "table_xinfo":
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


def _may_write(action: int, first: str | None, second: str | None, database: str | None, source: str | None) -> int:
    """Rows may be written by the statement itself; what a trigger of the file would do is refused."""
    import sqlite3

    writes = (sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE, sqlite3.SQLITE_TRANSACTION)
    if action in writes and source is None and not (first or "").startswith("sqlite_"):
        return sqlite3.SQLITE_OK
    return _allowed(action, first, second, database, source)


def _names(connection: Connection) -> list[str]:
    """The ordinary tables, by name."""
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
    found = [
        str(name)
        for name, sql in rows
        if isinstance(sql, str) and not str(name).startswith("sqlite_") and not _is_virtual(sql)
    ]
    return sorted(found)


def _is_virtual(sql: str) -> bool:
    return sql.split(None, 2)[1:2] != [] and sql.split(None, 2)[1].upper() == "VIRTUAL"


def _table(connection: Connection, name: str, declared: tuple[ColumnForm, ...], path: str, budget: list[int]) -> Table:
    columns = columns_from(heads_of(connection, name), declared)
    key = next((column.name for column in declared if column.key), None)
    label = f"{name} of {path}"
    if not columns:
        return Table((), (), key, name=label)
    wanted = ", ".join(quoted(column.header) for column in columns)
    rows: list[dict[str, Any]] = []
    for values in connection.execute(f"SELECT {wanted} FROM {quoted(name)}"):
        budget[0] -= len(values)
        if budget[0] < 0:
            raise Malformed(f"has more than {MAX_DATABASE_CELLS} cells")
        rows.append({column.name: _cell(value, column) for column, value in zip(columns, values, strict=True)})
    return Table(tuple(column.name for column in columns), tuple(rows), key, name=label)


def heads_of(connection: Connection, name: str) -> list[str]:
    """The columns of a table, but those that the file's own expressions compute."""
    return [str(row[1]) for row in connection.execute(f"PRAGMA table_xinfo({quoted(name)})") if row[6] == 0]


def _cell(value: Any, column: Column) -> Any:
    if isinstance(value, float):
        # the shortest spelling of a float is what was put in
        value = Decimal(repr(value)) if value == value and abs(value) != float("inf") else None
    elif isinstance(value, bytes):
        value = value[:_MOST_TEXT].hex()
    if column.form is None:
        return nfc(" ".join(value.split())) if isinstance(value, str) else value
    kind = type_from_text(column.form.type)
    text = "" if value is None else plain(value) if isinstance(value, int | Decimal) else str(value)
    try:
        return parse_cell(text, kind, tolerant=True)
    except CellError as error:
        return Unreadable(text[:200], str(error))


def quoted(name: str) -> str:
    """A name as SQL has it."""
    return '"' + name.replace('"', '""') + '"'
