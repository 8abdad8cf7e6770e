"""Workbooks are the same bytes everywhere, with formulas, formats and hidden parts."""

import io
from datetime import date
from decimal import Decimal

import openpyxl
import pytest

from cowork_dsl.compiler.analysis.types import DATE, INT, PERCENT, TEXT, money
from cowork_dsl.compiler.artifacts.registry import Piece, TableContent, writer_for
from cowork_dsl.compiler.sheets.cells import Formula
from cowork_dsl.compiler.sheets.content import SheetContent
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.scalars import Money, Percent
from tests.runtime.readers.office_files import book, column

COLUMNS = (
    column("id", INT),
    column("total", money("EUR")),
    column("share", PERCENT),
    column("day", DATE),
    column("note", TEXT),
)
ROWS = (
    {
        "id": 1,
        "total": Money(Decimal("99.5"), "EUR"),
        "share": Percent(Decimal("0.07")),
        "day": date(2026, 4, 2),
        "note": "=1",
    },
)


def opened(data: bytes, **how: bool) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(data), **how)


def test_a_table_is_a_sheet_of_typed_cells() -> None:
    data = writer_for("table", "a.xlsx")(TableContent(COLUMNS, ROWS))
    assert isinstance(data, bytes)
    cells = [[(cell.value, cell.number_format) for cell in row] for row in opened(data)["Sheet1"].iter_rows(min_row=2)]

    assert [value for value, _ in cells[0]][:3] == [1, 99.5, 0.07]
    assert [code for _, code in cells[0]] == ["General", "#,##0.00\\ [$EUR]", "0.00%", "yyyy-mm-dd", "General"]
    assert cells[0][4][0] == "=1"


def test_a_formula_stands_beside_its_value() -> None:
    made = book(SheetContent("S", COLUMNS[:2], [{"id": 2}, {"id": 5}], formulas={"total": "=A{row}*2"}))

    assert [cell.value for cell in opened(made)["S"]["B"]] == ["Total", "=A2*2", "=A3*2"]
    assert [cell.value for cell in opened(made, data_only=True)["S"]["B"]] == ["Total", 4, 10]


def test_what_the_braces_of_a_workbook_say() -> None:
    def cell(label: str, value: object) -> Piece:
        return Piece("cell", label, {"value": (value,)})

    parts = [
        Piece("sheet", "A", parts=[cell("B2", "=1+1"), cell("B3", "'=1"), Piece("format", "B2", {"value": ("0.0",)})]),
        Piece("sheet", "B", {"hidden": (True,), "merged": ("A1:B1",)}, parts=[cell("A1", "x")]),
    ]
    data = writer_for("workbook", "a.xlsx")(Piece("workbook", "a.xlsx", parts=parts))
    assert isinstance(data, bytes)
    made = opened(data)

    assert (made["A"]["B2"].value, made["A"]["B2"].number_format, made["A"]["B3"].value) == ("=1+1", "0.0", "=1")
    assert (made["B"].sheet_state, [str(area) for area in made["B"].merged_cells.ranges]) == ("hidden", ["A1:B1"])


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        (SheetContent("S", hidden=True), "shows one sheet at least"),
        (SheetContent("a/b"), "is no name of a sheet"),
        (SheetContent("S", cells=[("7B", 1)]), "`7B` is no cell"),
        (SheetContent("S", cells=[("A1", Formula("NOW()"))]), "the formula in S!A1 uses NOW"),
        (SheetContent("S", merged=["x"]), "takes rectangles"),
    ],
)
def test_what_can_not_be_is_told(sheet: SheetContent, reason: str) -> None:
    with pytest.raises(Fail) as caught:
        book(sheet)

    assert reason in caught.value.reason


def test_a_number_keeps_its_digits() -> None:
    made = opened(book(SheetContent("S", cells=[("A1", Decimal("1.2345678901234567")), ("A2", Decimal("0.1"))])))

    assert [cell.value for cell in made["S"]["A"]] == ["1.2345678901234567", 0.1]
