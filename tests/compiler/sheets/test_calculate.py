"""Formulas are recalculated, exactly; what is not understood has no value, and says why."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.sheets.calculate import Calculator, Unknown
from cowork_dsl.compiler.sheets.cells import Book, Cell, Sheet, SheetError

GIVEN = {
    (1, 1): Cell("region"),
    (2, 1): Cell("EMEA"),
    (3, 1): Cell("APAC"),
    (4, 1): Cell("EMEA"),
    (1, 2): Cell("amount"),
    (2, 2): Cell(Decimal("10.5")),
    (3, 2): Cell(Decimal("20")),
    (4, 2): Cell(Decimal("-3")),
    (2, 3): Cell(True),
}


def value(formula: str, **names: str) -> object:
    sheets = (Sheet("Data", {**GIVEN, (9, 9): Cell(Decimal(999), formula)}), Sheet("Q 1", {(1, 1): Cell(Decimal(7))}))
    return Calculator(Book(sheets, names)).value(0, 9, 9)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("1+2*3", Decimal(7)),
        ("-2^2", Decimal(4)),
        ("0-2^2", Decimal(-4)),
        ("2^-1", Decimal("0.5")),
        ("0.1+0.2", Decimal("0.3")),
        ("1/3", Decimal("0.333333333333333")),
        ("50%*B3", Decimal(10)),
        ("SUM(B2:B4)", Decimal("27.5")),
        ("SUM(B:B)", Decimal("27.5")),
        ("SUM(B2:B3,5,B4)", Decimal("32.5")),
        ("SUM('Q 1'!A1,B2)", Decimal("17.5")),
        ("AVERAGE(B2:B3)", Decimal("15.25")),
        ("MIN(B2:B4)&MAX(B2:B4)", "-320"),
        ("COUNT(A1:B4)", Decimal(3)),
        ("COUNTA(A1:A9)", Decimal(4)),
        ('COUNTIF(A2:A4,"emea")', Decimal(2)),
        ('SUMIF(A2:A4,"EMEA",B2:B4)', Decimal("7.5")),
        ('SUMIFS(B2:B4,A2:A4,"EMEA",B2:B4,">0")', Decimal("10.5")),
        ("SUMPRODUCT(B2:B3,B2:B3)", Decimal("510.25")),
        ('VLOOKUP("APAC",A2:B4,2,FALSE)', Decimal(20)),
        ('INDEX(B2:B4,MATCH("APAC",A2:A4,0))', Decimal(20)),
        ('_xlfn.XLOOKUP("NONE",A2:A4,B2:B4,5)', Decimal(5)),
        ("ROUND(2.5,0)", Decimal(3)),
        ("ROUND(-1.005,2)", Decimal("-1.01")),
        ("ROUNDDOWN(-1.9,0)", Decimal(-1)),
        ("INT(-1.5)", Decimal(-2)),
        ("MOD(-3,2)", Decimal(1)),
        ('IF(AND(B2>10,C2),"yes","no")', "yes"),
        ("IF(B9,1/0,2)", Decimal(2)),
        ("IFERROR(1/0,B2)", Decimal("10.5")),
        ('A2="emea"', True),
        ('LEFT("abc",2)&UPPER("d")', "abD"),
        ("DATE(2026,4,15)", Decimal(46127)),
        ("B99", Decimal(0)),
        ("total*2", Decimal(55)),
        ("1/0", SheetError("#DIV/0!")),
        ('1+"x"', SheetError("#VALUE!")),
        ("Nowhere!A1", SheetError("#REF!")),
        ("missing", SheetError("#NAME?")),
        ('VLOOKUP("none",A2:B4,2,FALSE)', SheetError("#N/A")),
        ("10^300*10^300", SheetError("#NUM!")),
    ],
)
def test_values(formula: str, expected: object) -> None:
    assert value(formula, total="SUM(Data!$B$2:$B$4)") == expected


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("NOW()", "uses NOW, which is not recalculated here"),
        ("(1", "ends too early"),
        ("{1,2}", "has '{1,2}', which is not understood"),
        ("I9+1", "refers to itself in a circle"),
        ('COUNTIF(A2:A4,"E*")', "has a criterion with wildcards"),
        ("(" * 70 + "1" + ")" * 70, "nests deeper than 64 levels"),
        ("1+" * 5000 + "1", "is longer than 8192 characters"),
        ("loop", "uses the name loop, which is defined by too many others"),
    ],
)
def test_what_is_not_understood_is_told(formula: str, reason: str) -> None:
    assert value(formula, loop="loop+1") == Unknown(reason)


def test_a_chain_of_thousands_is_no_matter() -> None:
    cells = {(1, 1): Cell(Decimal(1))} | {(row, 1): Cell(None, f"A{row - 1}+1") for row in range(2, 5001)}

    assert Calculator(Book((Sheet("S", cells),))).value(0, 5000, 1) == Decimal(5000)


def test_a_circle_over_many_cells_is_told() -> None:
    cells = {(1, 1): Cell(None, "A3"), (2, 1): Cell(None, "A1+1"), (3, 1): Cell(None, "A2+1"), (4, 1): Cell(None, "A1")}
    found = Calculator(Book((Sheet("S", cells),))).value(0, 4, 1)

    assert isinstance(found, Unknown)
    assert "circle" in found.reason


def test_steps_are_bounded() -> None:
    cells = {(row, 1): Cell(None, f"SUM(B{row}:B5000)") for row in range(1, 301)} | {(5000, 2): Cell(Decimal(1))}
    found = Calculator(Book((Sheet("S", cells),)))
    values = [found.value(0, row, 1) for row in range(1, 301)]

    assert values[0] == Decimal(1)
    assert values[-1] == Unknown("takes more steps than are spent on a workbook")


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="A1B2$:!'\"(),+-*/^&=<>%SUMIF.; #{}", max_size=40))
def test_any_text_has_an_outcome(formula: str) -> None:
    value(formula or "1")
