import sqlite3
from datetime import date
from decimal import Decimal

import pytest

from cowork_dsl.compiler.artifacts.registry import TableContent
from cowork_dsl.compiler.bundle.models import ColumnForm, Form
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.runtime.readers.sqlite import parse_sqlite
from tests.helpers.pieces import piece, rows, written

KINDS = {"id": "int", "region": "text", "amount": "money(EUR)", "day": "optional(date)", "open": "bool"}
ROWS = rows(
    KINDS,
    [1, "EMEA", Money(Decimal("5.25"), "EUR"), date(2026, 4, 1), True],
    [2, "ä", Money(Decimal(7), "EUR"), None, False],
)


def database(table: TableContent) -> bytes:
    return written(piece("database", "a.db", parts=[piece("table", "orders", rows=table)]))


def test_it_is_a_database() -> None:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(database(ROWS))

    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("SELECT * FROM orders").fetchall() == [
        (1, "EMEA", 5.25, "2026-04-01", 1),
        (2, "ä", 7, None, 0),
    ]
    assert connection.execute("SELECT sum(amount) FROM orders").fetchone() == (12.25,)


def test_what_is_written_is_read_again() -> None:
    columns = tuple(ColumnForm(name=name, header=name, type=kind, key=name == "id") for name, kind in KINDS.items())
    found = parse_sqlite(database(ROWS), "a.db", Form(pattern="a.db", kind="sqlite", tables={"orders": columns}))

    assert [dict(row) for row in found.tables["orders"].rows] == [dict(row) for row in ROWS.rows]
    assert found.tables["orders"].key == "id"


def test_the_same_tables_have_the_same_bytes() -> None:
    assert database(ROWS) == database(ROWS)
    assert database(ROWS)[96:100] == (3_040_001).to_bytes(4, "big")


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (rows({"id": "int"}, [1], [1]), "UNIQUE"),
        (rows({"id": "int"}, [2**70]), "large"),
        (rows({"id": "int", "a": "decimal"}, [1, Decimal("0.12345678901234567890")]), "more digits"),
    ],
)
def test_rows_that_no_database_holds(table: TableContent, reason: str) -> None:
    with pytest.raises(Fail, match=reason):
        database(table)
