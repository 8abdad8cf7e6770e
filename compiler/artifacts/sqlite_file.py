"""SQLite databases: tables in the order of the source, rows in order; the same bytes whatever version writes them."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.artifacts.registry import Piece, TableContent, writes
from cowork_dsl.compiler.values.cells import format_cell
from cowork_dsl.compiler.values.failures import Fail

if TYPE_CHECKING:
    from sqlite3 import Connection

_PAGE = 4096
_STORED = {"int": "INTEGER", "bool": "INTEGER", "decimal": "NUMERIC", "money": "NUMERIC"}
_WRITER_VERSION = (3_040_001).to_bytes(4, "big")


@writes("database")
def write_database(content: Piece) -> bytes:
    """An sqlite file.

    Raises:
        Fail: Rows that sqlite refuses: a key twice, a number beyond 64 bits.
    """
    import sqlite3

    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.execute(f"PRAGMA page_size = {_PAGE}")
        connection.execute("BEGIN")
        for part in content.parts:
            assert part.table is not None
            _write(connection, part.label, part.table)
        connection.execute("COMMIT")
        data = database_bytes(connection)
    except (sqlite3.Error, OverflowError) as error:
        raise Fail(str(error)) from error
    finally:
        connection.close()
    if not data:
        raise Fail("it has no table")
    return data


def database_bytes(connection: Connection) -> bytes:
    """The file of a database in memory, without the version of the library that wrote it."""
    data = bytearray(connection.serialize())
    data[96:100] = _WRITER_VERSION[: len(data)]
    return bytes(data)


def _write(connection: Connection, name: str, table: TableContent) -> None:
    columns = [
        f"{_quoted(column.header)} {_STORED.get(_bare(column.type).kind, 'TEXT')}"
        + (" PRIMARY KEY" if column.key else "" if column.type.kind == "optional" else " NOT NULL")
        for column in table.columns
    ]
    connection.execute(f"CREATE TABLE {_quoted(name)} ({', '.join(columns)})")
    places = ", ".join("?" for _ in columns)
    types = [(column.name, column.type) for column in table.columns]
    for row in table.rows:
        values = [stored_value(row.get(column), kind) for column, kind in types]
        connection.execute(f"INSERT INTO {_quoted(name)} VALUES ({places})", values)


def _bare(kind: Type) -> Type:
    return kind.args[0] if kind.kind == "optional" else kind


def stored_value(value: object, kind: Type) -> object:
    """A value as sqlite keeps it.

    Raises:
        Fail: It is a number with more digits than sqlite keeps.
    """
    if value is None:
        return None
    stored = _STORED.get(_bare(kind).kind, "TEXT")
    if isinstance(value, bool | int) and stored in ("INTEGER", "NUMERIC"):
        return int(value)
    if isinstance(value, bool | int) and kind.kind == "any":
        return int(value)
    text = format_cell(value, kind)
    if stored == "NUMERIC" and Decimal(repr(float(text))) != Decimal(text):
        raise Fail(f"{text} has more digits than a number of sqlite keeps; declare the column as text")
    return text


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
