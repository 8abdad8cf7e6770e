"""Workbooks are read whatever their presentation; hostile ones end quickly with a reason."""

import contextlib
import resource
import time
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.sheets.cells import Formula
from cowork_dsl.compiler.sheets.content import SheetContent
from cowork_dsl.compiler.values.failures import Fail, Unreadable
from cowork_dsl.compiler.values.scalars import Money, Percent
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.office.sheets import read_book
from cowork_dsl.runtime.readers.table import parse_table
from cowork_dsl.runtime.readers.xlsx import Workbook, book_key, parse_xlsx
from cowork_dsl.runtime.verdict import books
from tests.runtime.readers.office_files import COLUMNS, FORM, book, sheet, texts, zipped

ROWS = (
    {"id": 1, "amount": Money(Decimal("1234.5"), "EUR"), "share": Percent(Decimal("0.07")), "day": date(2026, 4, 2)},
    {"id": 2, "amount": Money(Decimal("80"), "EUR"), "share": Percent(Decimal("0.5")), "day": date(2026, 4, 3)},
)
HEAD = texts(1, "Id", "Amount", "Share", "Day")
STYLES = '<numFmts><numFmt numFmtId="200" formatCode="dd.mm.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="200"/></cellXfs>'
VALID = book(SheetContent("Q1", COLUMNS, ROWS, cells=[("H2", Formula("SUM(B2:B3)"))]))


def rows(data: bytes) -> tuple[object, ...]:
    return tuple(dict(row) for row in parse_xlsx(data, "a.xlsx", FORM).table(0).rows)


def test_what_is_written_is_read() -> None:
    assert rows(VALID) == ROWS


def cells(number: int, identifier: str, amount: str, share: str, day: str) -> str:
    return f'<row r="{number}">{identifier}{amount}{share}{day}</row>'


def number(text: str, style: int = 0) -> str:
    return f'<c s="{style}"><v>{text}</v></c>'


def word(text: str) -> str:
    return f'<c t="inlineStr"><is><t>{text}</t></is></c>'


PLAIN = cells(2, number("1"), number("1234.5"), number("0.07", 1), number("46114", 2))
LAST = cells(3, number("2"), number("80"), number("0.5", 1), number("46115", 2))
RESPELLED = {
    "plain": HEAD + PLAIN + LAST,
    "header case": texts(1, "ID", " amount ", "SHARE", "day") + PLAIN + LAST,
    "numbers as texts": HEAD + cells(2, word("1"), word("1,234.50"), word("7%"), word("2 April 2026")) + LAST,
    "a sign in a text": HEAD + cells(2, number("1"), word("€1234.50"), number("7"), number("46114", 2)) + LAST,
    "a serial without a format": HEAD
    + cells(2, number("1.0"), number("1234.5"), number("0.07", 1), number("46114"))
    + LAST,
    "a long fraction": HEAD
    + cells(2, number("1"), number("1234.5000000000001"), number("7.0000000000000007E-2", 1), number("46114", 2))
    + LAST,
    "blank rows": HEAD + PLAIN + LAST.replace('r="3"', 'r="9"') + texts(20, " "),
    "a title above": texts(1, "Report")
    + HEAD.replace('r="1"', 'r="3"')
    + PLAIN.replace('r="2"', 'r="4"')
    + LAST.replace('r="3"', 'r="5"'),
    "row order": HEAD + LAST.replace('r="3"', 'r="2"') + PLAIN.replace('r="2"', 'r="3"'),
}


@pytest.mark.parametrize("name", RESPELLED)
def test_presentation_changes_no_value(name: str) -> None:
    found = rows(sheet(RESPELLED[name], styles=STYLES))

    assert sorted(found, key=lambda row: row["id"]) == list(ROWS)  # type: ignore[index]


def test_merged_headers_count_for_the_rows_that_they_cover() -> None:
    two = texts(1, "Id", "Figures", "", "Day") + texts(2, "", "Amount", "Share")
    body = PLAIN.replace('r="2"', 'r="3"') + LAST.replace('r="3"', 'r="4"')
    merged = '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="D1:D2"/></mergeCells>'

    assert rows(sheet(two + body, styles=STYLES, more=merged)) == ROWS


def test_a_currency_in_the_format_must_be_the_declared_one() -> None:
    styles = '<numFmts><numFmt numFmtId="200" formatCode="[$$-409]#,##0.00"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>'
    found = rows(sheet(HEAD + '<row r="2"><c s="0"><v>1</v></c><c s="0"><v>5</v></c></row>', styles=styles))

    assert found[0]["amount"] == Unreadable("5 USD", "an amount in EUR")  # type: ignore[index]


def test_formulas_are_recalculated_and_not_believed() -> None:
    data = sheet(HEAD + '<row r="2"><c><v>1</v></c><c><f>2*3</f><v>999</v></c></row>')

    assert rows(data)[0]["amount"] == Money(Decimal(6), "EUR")  # type: ignore[index]


def test_a_formula_that_is_not_understood_fails_when_it_is_read() -> None:
    data = sheet(HEAD + '<row r="2"><c><v>1</v></c><c><f>NOW()</f><v>999</v></c></row>')
    found = rows(data)[0]["amount"]  # type: ignore[index]

    assert found == Unreadable("a formula", "recalculated: it uses NOW, which is not recalculated here")
    with pytest.raises(Fail, match="uses NOW"):
        books.book_cell(parse_xlsx(data, "a.xlsx", None), "Q1!B2")


def test_a_shared_formula_reads_as_its_own_in_every_cell() -> None:
    shared = (
        '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f t="shared" ref="B1:B3" si="0">A1*2</f></c></row>'
        '<row r="2"><c r="A2"><v>5</v></c><c r="B2"><f t="shared" si="0"/></c></row>'
    )

    assert books.book_formula(parse_xlsx(sheet(shared), "a.xlsx", None), "B2") == "=A2*2"


def test_cells_hidden_parts_and_formats() -> None:
    made = parse_xlsx(
        book(
            SheetContent("Q1", COLUMNS, ROWS, hidden_columns=["share"], hidden_rows=[3], merged=["F1:G1"]),
            SheetContent("Notes", cells=[("B7", "words"), ("B8", Percent(Decimal("0.5")))], hidden=True),
        ),
        "a.xlsx",
        None,
    )

    assert books.book_sheets(made) == ["Q1", "Notes"]
    assert books.book_hidden(made) == ["Notes"]
    assert books.book_cell(made, "notes!b7") == "words"
    assert books.book_cell(made, "Notes!B8") == Percent(Decimal("0.5"))
    assert books.book_format(made, "Notes!B8") == "0.00%"
    assert books.book_hidden_columns(made, "Q1") == ["C"]
    assert books.book_hidden_rows(made, "Q1") == [3]
    assert books.book_merged(made, "Q1") == ["F1:G1"]
    with pytest.raises(Fail, match=r"the sheet `None` of a\.xlsx is missing"):
        books.book_cell(made, "None!A1")


def test_a_table_is_the_first_sheet_that_is_shown() -> None:
    data = book(SheetContent("H", cells=[("A1", "x")], hidden=True), SheetContent("Q1", COLUMNS, ROWS))

    assert [row["Id"] for row in parse_table(data, "a.xlsx", None).rows] == [1, 2]


def test_what_shows_a_cell_is_no_part_of_the_content() -> None:
    other = book(
        SheetContent("Q1", COLUMNS, ROWS, cells=[("H2", Formula("sum( B2:B3 )"))], formats={"amount": "0.000"})
    )
    moved = book(SheetContent("Q1", COLUMNS, ROWS, cells=[("H2", Money(Decimal("1314.5"), "EUR"))]))

    assert key(VALID) == key(other)
    assert key(VALID) != key(moved)


def key(data: bytes) -> object:
    return book_key(Workbook(read_book(data, "a.xlsx"), None))


MILLION = "<row><c><v>1</v></c></row>" * 1_000_000
LAUGHS = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><workbook>&b;</workbook>'
HOSTILE = {
    "empty": (b"", "its first bytes are those of another format"),
    "a text": (b"id,amount\n1,2\n", "its first bytes are those of another format"),
    "before 2007": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "is encrypted, or in the format of before 2007"),
    "cut off": (VALID[: len(VALID) // 2], "the archive has no end"),
    "another archive": (zipped({"a.txt": "hello"}), "is no office file"),
    "a million rows": (sheet(MILLION), "has more than 400000 cells"),
    "a bomb": (zipped({"_rels/.rels": bytes(70 << 20)}), "unpacks to more than 64 MiB"),
    "many parts": (zipped({f"p{n}": b"" for n in range(12_000)}), "parts"),
    "entities": (zipped({"_rels/.rels": LAUGHS}), "declares a document type"),
    "deep": (sheet("<a>" * 500 + "</a>" * 500), "nests deeper than 200 levels"),
    "broken XML": (sheet("<row><c>"), "holds broken XML"),
    "a text that is not there": (sheet('<row><c t="s"><v>5</v></c></row>'), "a text that is not there"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_end_with_a_reason(name: str) -> None:
    data, reason = HOSTILE[name]
    start, before = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    with pytest.raises(Malformed, match=reason):
        parse_xlsx(data, "a.xlsx", None)
    assert time.monotonic() - start < 20
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 512 * 1024


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(VALID) - 1), st.integers(0, 255)), min_size=1, max_size=6))
def test_any_bytes_end(changes: list[tuple[int, int]]) -> None:
    data = bytearray(VALID)
    for at, byte in changes:
        data[at] = byte
    with contextlib.suppress(Malformed):
        parse_xlsx(bytes(data), "a.xlsx", FORM).table(0)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="<>/crowvfis=\"' 0123456789AZtea&;-", max_size=80))
def test_any_xml_ends(inner: str) -> None:
    with contextlib.suppress(Malformed):
        parse_xlsx(sheet(inner), "a.xlsx", FORM).table(0)
