"""Office files for tests: made by the writers, and by hand."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from cowork_dsl.compiler.analysis.environment import ColumnDecl
from cowork_dsl.compiler.analysis.types import DATE, INT, PERCENT, TEXT, Type, money
from cowork_dsl.compiler.artifacts.xlsx_file import write_book
from cowork_dsl.compiler.bundle.models import ColumnForm, Form
from cowork_dsl.compiler.sheets.content import SheetContent, book_of
from cowork_dsl.compiler.source import Span

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
FORM = Form(
    pattern="a.xlsx",
    kind="xlsx",
    tables={
        "Q1": (
            ColumnForm(name="id", header="Id", type="int", key=True),
            ColumnForm(name="amount", header="Amount", type="money(EUR)"),
            ColumnForm(name="share", header="Share", type="percent"),
            ColumnForm(name="day", header="Day", type="date"),
        )
    },
)


def column(name: str, kind: Type, key: bool = False) -> ColumnDecl:
    return ColumnDecl(name, name.title(), kind, key, Span(0, 0))


COLUMNS = (column("id", INT, True), column("amount", money("EUR")), column("share", PERCENT), column("day", DATE))
NOTES = (column("note", TEXT),)


def book(*sheets: SheetContent) -> bytes:
    return write_book(book_of(sheets, "a.xlsx"))


def sheet(rows: str, *, more: str = "", styles: str = "", shared: str = "", name: str = "Q1") -> bytes:
    """A workbook of one sheet from the XML of its rows."""
    parts = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="a" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets><sheet name="{name}" sheetId="1" r:id="s1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="s1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="s2" Type="{OFFICE}/styles" Target="styles.xml"/><Relationship Id="s3" Type="{OFFICE}/sharedStrings" Target="strings.xml"/></Relationships>',
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>',
        "xl/strings.xml": f'<sst xmlns="{MAIN}">{shared}</sst>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData>{more}</worksheet>',
    }
    return zipped(parts)


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def texts(row: int, *cells: str) -> str:
    """A row of texts."""
    made = "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in cells)
    return f'<row r="{row}">{made}</row>'
