"""Databases that other programs wrote, and those that bring more than rows."""

import sqlite3
from decimal import Decimal
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.bundle.models import ColumnForm, Form
from cowork_dsl.compiler.values.failures import Unreadable
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.sqlite import parse_sqlite


def database(*statements: str) -> bytes:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    return connection.serialize()


ORDERS = database(
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, 'Total Amount' REAL, note)",
    "INSERT INTO orders VALUES (1, 0.1, 'a  b'), (2, 7, NULL)",
)


def test_without_a_form_values_are_what_sqlite_has() -> None:
    found = parse_sqlite(ORDERS, "a.db", None)

    assert found.tables["orders"].rows == (
        {"id": 1, "Total Amount": Decimal("0.1"), "note": "a b"},
        {"id": 2, "Total Amount": Decimal("7.0"), "note": None},
    )


def test_declared_columns_are_read_by_their_type_and_found_by_their_header() -> None:
    columns = (
        ColumnForm(name="total", header="total_amount", type="money(EUR)"),
        ColumnForm(name="note", header="note", type="int"),
    )
    form = Form(pattern="a.db", kind="sqlite", tables={"Orders": columns})
    rows = parse_sqlite(ORDERS, "a.db", form).tables["orders"].rows

    assert rows[0]["total"] == Money(Decimal("0.1"), "EUR")
    assert isinstance(rows[0]["note"], Unreadable)


def test_nothing_that_the_file_brings_is_run() -> None:
    data = database(
        "CREATE TABLE a (x, y AS (abs(x)) VIRTUAL, z)",
        "INSERT INTO a (x, z) VALUES (1, 2)",
        "CREATE VIEW v AS SELECT load_extension('x') FROM a",
        "CREATE VIRTUAL TABLE f USING fts5(body)",
        "CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM a; END",
    )
    found = parse_sqlite(data, "a.db", None)

    assert found.tables["a"].rows == ({"x": 1, "z": 2},)
    assert "v" not in found.tables and "f" not in found.tables


def test_a_file_in_wal_mode_is_read() -> None:
    data = ORDERS[:18] + b"\x02\x02" + ORDERS[20:]

    assert len(parse_sqlite(data, "a.db", None).tables["orders"].rows) == 2


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no sqlite"),
        (b"SQLite format 3\0" + b"\xff" * 5000, "can be read"),
        (ORDERS[:4096] + b"\xff" * 4096, "can be read"),
        (database(*(f"CREATE TABLE t{number} (a)" for number in range(600))), "more than 500 tables"),
        (
            database(
                "CREATE TABLE a (x)",
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 420000) INSERT INTO a SELECT 1 FROM n",
            ),
            "more than 400000 cells",
        ),
    ],
)
def test_what_is_malformed_says_why_at_once(data: bytes, reason: str) -> None:
    began = monotonic()
    with pytest.raises(Malformed, match=reason):
        parse_sqlite(data, "a.db", None)

    assert monotonic() - began < 8


@settings(max_examples=150, deadline=None)
@given(st.integers(16, len(ORDERS) - 8), st.binary(min_size=1, max_size=8))
def test_any_bytes_end(at: int, junk: bytes) -> None:
    try:
        parse_sqlite(ORDERS[:at] + junk + ORDERS[at + len(junk) :], "a.db", None)
    except Malformed as error:
        assert str(error)
