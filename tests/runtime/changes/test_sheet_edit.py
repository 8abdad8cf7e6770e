"""Changing a sheet leaves other sheets, styles and formulas as they are; formulas follow their rows."""

import io
import zipfile
from datetime import date
from decimal import Decimal

import openpyxl
import pytest

from cowork_dsl.compiler.sheets.cells import Formula
from cowork_dsl.compiler.sheets.content import SheetContent
from cowork_dsl.compiler.values.scalars import Money, Percent
from cowork_dsl.runtime.changes.editable import Unfit
from cowork_dsl.runtime.changes.sheet_edit import SheetTable
from cowork_dsl.runtime.readers.xlsx import parse_xlsx
from cowork_dsl.runtime.verdict import books
from tests.runtime.readers.office_files import COLUMNS, FORM, book, sheet

EUR = "EUR"
ROWS = [
    {"id": n, "amount": Money(Decimal(n * 10), EUR), "share": Percent(Decimal("0.1")), "day": date(2026, 4, n)}
    for n in range(1, 6)
]
START = book(
    SheetContent("Q1", COLUMNS, ROWS, cells=[("H1", "All"), ("H2", Formula("SUM(B2:B6)")), ("H3", Formula("B4*2"))]),
    SheetContent("Other", cells=[("A1", Formula("SUM('Q1'!B2:B6)")), ("A2", "stays")], hidden=True),
)


def saved_by_another_program(data: bytes) -> bytes:
    out = io.BytesIO()
    openpyxl.load_workbook(io.BytesIO(data)).save(out)
    return out.getvalue()


@pytest.fixture(params=["ours", "another program's"])
def table(request: pytest.FixtureRequest) -> SheetTable:
    data = START if request.param == "ours" else saved_by_another_program(START)
    return SheetTable(data, FORM, "a.xlsx", "Q1")


def read(table: SheetTable, cell: str) -> object:
    return books.book_cell(parse_xlsx(table.data, "a.xlsx", None), cell)


def formula(table: SheetTable, cell: str) -> object:
    return books.book_formula(parse_xlsx(table.data, "a.xlsx", None), cell)


def test_cells_take_typed_values(table: SheetTable) -> None:
    table.put({1: {"amount": Money(Decimal("99.5"), EUR), "day": date(2027, 1, 1), "share": Percent(Decimal("0.25"))}})

    assert table.rows[1]["amount"] == Money(Decimal("99.5"), EUR)
    assert (table.rows[1]["day"], table.rows[1]["share"]) == (date(2027, 1, 1), Percent(Decimal("0.25")))
    assert [read(table, "H2"), read(table, "Other!A1")] == [Decimal("229.5"), Decimal("229.5")]


def test_what_formulas_give_is_written_beside_them(table: SheetTable) -> None:
    table.put({0: {"amount": Money(Decimal(11), EUR)}})
    made = openpyxl.load_workbook(io.BytesIO(table.data), data_only=True)

    assert [made["Q1"]["H2"].value, made["Other"]["A1"].value] == [151, 151]


def test_a_new_row_looks_like_the_others_and_is_summed_up(table: SheetTable) -> None:
    table.insert({"id": 6, "amount": Money(Decimal(1), EUR), "share": Percent(Decimal("0.5")), "day": date(2026, 5, 1)})

    assert table.rows[-1]["day"] == date(2026, 5, 1)
    assert [formula(table, "H2"), formula(table, "Other!A1")] == ["=SUM(B2:B7)", "=SUM('Q1'!B2:B7)"]
    assert read(table, "Other!A1") == 151


def test_formulas_follow_deleted_rows_and_what_stands_beside_the_table_stays(table: SheetTable) -> None:
    table.arrange([0, 2, 3, 4])

    assert [row["id"] for row in table.rows] == [1, 3, 4, 5]
    assert [formula(table, "H2"), formula(table, "H3")] == ["=SUM(B2:B5)", "=B3*2"]
    assert [read(table, "H1"), read(table, "H3"), read(table, "Other!A1")] == ["All", 60, 130]
    table.arrange([1, 2, 3])
    table.arrange([])

    assert (table.size, formula(table, "H3")) == (0, "=#REF!*2")


def test_a_row_may_stand_twice(table: SheetTable) -> None:
    table.arrange([4, 3, 2, 1, 0, 0])

    assert [row["id"] for row in table.rows] == [5, 4, 3, 2, 1, 1]


def test_a_column_of_formulas_goes_on() -> None:
    data = book(SheetContent("Q1", COLUMNS, [{"id": 1}, {"id": 2}], formulas={"amount": "=A{row}*10"}))
    table = SheetTable(data, FORM, "a.xlsx", None)
    table.insert({"id": 7})

    assert (formula(table, "B4"), table.rows[-1]["amount"]) == ("=A4*10", Money(Decimal(70), EUR))


def test_a_header_and_an_empty_file(table: SheetTable) -> None:
    table.rename("day", "Due")

    assert table.columns[-1] == "Due"
    table.clear()

    assert table.data == b""


def test_other_parts_keep_their_bytes() -> None:
    table = SheetTable(START, FORM, "a.xlsx", "Q1")
    table.put({0: {"day": date(2026, 6, 1)}})
    before, after = (zipfile.ZipFile(io.BytesIO(data)) for data in (START, table.data))
    changed = [name for name in before.namelist() if before.read(name) != after.read(name)]

    assert changed == ["xl/worksheets/sheet1.xml"]


def test_a_shared_formula_outlives_the_cell_that_it_came_from() -> None:
    rows = '<row r="1"><c r="A1" t="inlineStr"><is><t>Id</t></is></c><c r="B1" t="inlineStr"><is><t>Amount</t></is></c></row>'
    rows += '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><f t="shared" ref="B2:B3" si="0">A2*2</f></c></row>'
    rows += '<row r="3"><c r="A3"><v>5</v></c><c r="B3"><f t="shared" si="0"/></c></row>'
    table = SheetTable(sheet(rows), FORM, "a.xlsx", "Q1")
    table.put({0: {"amount": Money(Decimal(3), EUR)}})

    assert [row["amount"] for row in table.rows] == [Money(Decimal(3), EUR), Money(Decimal(10), EUR)]


def test_what_is_not_there_is_told() -> None:
    with pytest.raises(Unfit, match="has no sheet 'Q9'"):
        SheetTable(START, FORM, "a.xlsx", "Q9")
    with pytest.raises(Unfit, match="has no column 'nothing'"):
        SheetTable(START, FORM, "a.xlsx", "Q1").put({0: {"nothing": 1}})
    with pytest.raises(Unfit, match="is no xlsx workbook"):
        SheetTable(b"id,amount\n", FORM, "a.xlsx", "Q1")
