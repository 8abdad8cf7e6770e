"""Office files in a verdict: what is unchanged, what the agent made, and sheets that are missing."""

from decimal import Decimal

import pytest

from cowork_dsl.compiler.artifacts.registry import writer_for
from cowork_dsl.compiler.sheets.cells import Formula
from cowork_dsl.compiler.sheets.content import SheetContent
from cowork_dsl.compiler.values.failures import Fail, is_none
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.runtime.verdict import books, reading
from cowork_dsl.runtime.verdict.evidence import Evidence, World
from cowork_dsl.runtime.verdict.made import kept, texts_made
from cowork_dsl.runtime.verdict.state import unchanged
from cowork_dsl.runtime.verdict.view import Schema, View
from tests.runtime.readers.office_files import COLUMNS, FORM, book

ROWS = [{"id": n, "amount": Money(Decimal(n), "EUR")} for n in (1, 2)]


def view(data: bytes | None, path: str = "a.xlsx", schema: Schema | None = None) -> View:
    return View("after", World({} if data is None else {path: data}), schema or Schema())


def made(*cells: tuple[str, object], hidden: bool = False, **more: object) -> bytes:
    sheets = [SheetContent("Q1", COLUMNS[:2], ROWS, cells=cells), SheetContent("N", cells=[("A1", "n")], hidden=hidden)]
    return book(*sheets)


def test_unchanged_goes_by_what_a_workbook_says() -> None:
    start = made(("F1", 5))

    assert unchanged(view(start), view(book(*reversed_sheets())), "a.xlsx")
    assert not unchanged(view(made(("F1", 6))), view(start), "a.xlsx")
    assert not unchanged(view(made(("F1", 5), hidden=True)), view(start), "a.xlsx")
    assert not unchanged(view(made(("F1", Formula("2+3")))), view(start), "a.xlsx")


def reversed_sheets() -> list[SheetContent]:
    return [SheetContent("N", cells=[("A1", "n")]), SheetContent("Q1", COLUMNS[:2], ROWS, cells=[("F1", 5)])]


def test_a_sheet_by_its_form_and_one_that_is_missing() -> None:
    found = reading.xlsx(view(made(), schema=Schema((FORM,))), "a.xlsx")

    assert [row["amount"] for row in books.book_sheet(found, "q1").rows] == [
        Money(Decimal(1), "EUR"),
        Money(Decimal(2), "EUR"),
    ]
    assert is_none(books.book_sheet(found, "Q2"))
    assert is_none(reading.xlsx(view(None), "a.xlsx"))
    with pytest.raises(Fail, match=r"a\.xlsx is missing"):
        books.book_sheets(reading.xlsx(view(None), "a.xlsx"))
    with pytest.raises(Fail, match="its first bytes are those of another format"):
        reading.xlsx(view(b"id,amount\n"), "a.xlsx")


@pytest.mark.parametrize("path", ["a.xlsx", "a.docx", "a.pptx", "a.pdf"])
def test_secrets_are_found_inside_of_office_files(path: str) -> None:
    data = (
        made(("F9", "the codename is Heron"))
        if path.endswith("xlsx")
        else writer_for("document", path)("# A\n\nThe codename is Heron.")
    )
    assert isinstance(data, bytes)
    empty = World({})
    texts = texts_made(Evidence(before=empty, after=empty, truth=empty), view(data, path), view(None, path))

    assert not kept(texts, "heron")
    assert kept(texts, "falcon")
