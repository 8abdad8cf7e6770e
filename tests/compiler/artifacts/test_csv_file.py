from datetime import date
from decimal import Decimal

import pytest

from cowork_dsl.compiler.analysis.environment import ColumnDecl
from cowork_dsl.compiler.analysis.types import DATE, INT, TEXT, Type, money, optional
from cowork_dsl.compiler.artifacts.registry import TableContent, writer_for
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.values.scalars import Money


def column(name: str, type_: Type, header: str = "") -> ColumnDecl:
    return ColumnDecl(name, header or name, type_, False, Span(0, 0))


COLUMNS = (
    column("id", INT),
    column("customer", TEXT, "Customer name"),
    column("day", optional(DATE)),
    column("revenue", money("EUR")),
)
ROWS = (
    {"id": 1, "customer": 'Acorn, "Ltd"', "day": date(2026, 4, 15), "revenue": Money(Decimal("1000"), "EUR")},
    {"id": 2, "customer": "two\nlines", "day": None, "revenue": Money(Decimal("0.125"), "EUR")},
)


def test_money_is_a_number_and_what_needs_it_is_quoted() -> None:
    data = writer_for("table", "inbox/a.csv")(TableContent(COLUMNS, ROWS))

    assert data.decode() == (
        'id,Customer name,day,revenue\n1,"Acorn, ""Ltd""",2026-04-15,1000.00\n2,"two\nlines",,0.125\n'
    )


def test_tsv_has_tabs() -> None:
    data = writer_for("table", "A.TSV")(TableContent(COLUMNS[:2], ROWS[:1]))

    assert data.decode() == 'id\tCustomer name\n1\t"Acorn, ""Ltd"""\n'


def test_a_table_without_rows_has_its_header() -> None:
    assert writer_for("table", "a.csv")(TableContent(COLUMNS[:2], ())) == b"id,Customer name\n"


def test_an_extension_without_a_writer_is_told() -> None:
    with pytest.raises(LookupError, match=r"its extension must be \.csv or "):
        writer_for("table", "a.xyz")
