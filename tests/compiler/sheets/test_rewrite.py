"""Formulas follow their cells."""

import pytest

from cowork_dsl.compiler.sheets.rewrite import copied, with_row_added, with_rows_moved


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("B2*C2", "B4*C4"),
        ("$B$2+B$2+$B2", "$B$2+B$2+$B4"),
        ("SUM(B$2:B2)", "SUM(B$2:B4)"),
        ('"B2"&B2', '"B2"&B4'),
        ("'Q 1'!B2+Q1!B2", "'Q 1'!B4+Q1!B4"),
        ("LOG10(B2)", "LOG10(B4)"),
        ("B:B+2:2", "B:B+4:4"),
    ],
)
def test_a_copy_counts_from_its_own_row(formula: str, expected: str) -> None:
    assert copied(formula, 2, 0) == expected


def test_a_copy_beyond_the_sheet_refers_to_nothing() -> None:
    assert copied("B2", -2, 0) == "#REF!"


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("B4", "B3"),
        ("B3", "#REF!"),
        ("SUM(B2:B5)", "SUM(B2:B4)"),
        ("SUM(B3:B3)", "SUM(#REF!)"),
        ("H4", "H4"),
        ("Other!B4", "Other!B4"),
        ("Data!B4", "Data!B3"),
        ("B99", "B99"),
    ],
)
def test_references_follow_the_rows_of_a_table(formula: str, expected: str) -> None:
    assert with_rows_moved(formula, "Data", "Data", {2: 2, 4: 3, 5: 4}, [3], (1, 3)) == expected


def test_rectangles_that_ended_with_the_table_take_a_new_row_in() -> None:
    assert with_row_added("SUM(B2:B5)+B5+SUM(B2:B9)", "Data", "Data", 5) == "SUM(B2:B6)+B5+SUM(B2:B9)"
