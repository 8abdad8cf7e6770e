"""Documents as other programs write them, and as nobody should."""

import contextlib
import io
import time
from pathlib import Path

import docx
import pptx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.values.admit import Broken
from cowork_dsl.compiler.values.doc import Doc
from cowork_dsl.compiler.values.documents import doc_tables, headings, pages, paragraphs, under
from cowork_dsl.runtime.readers import pdf
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import readers
from tests.compiler.artifacts.test_documents import written
from tests.runtime.readers.office_files import OFFICE, PACKAGE, zipped

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
VALID = {
    kind: written(kind, "# A\n\nWords. {#w}\n\n| a | b |\n| - | - |\n| 1 | 2 |\n") for kind in ("docx", "pptx", "pdf")
}


def read(kind: str, data: bytes) -> Doc:
    found = readers()[kind].parse(data, f"a.{kind}", None)
    assert isinstance(found, Doc)
    return found


def saved(made: object) -> bytes:
    out = io.BytesIO()
    made.save(out)  # type: ignore[attr-defined]
    return out.getvalue()


def word(body: str) -> bytes:
    relation = f'<Relationship Id="a" Type="{OFFICE}/officeDocument" Target="word/document.xml"/>'
    return zipped(
        {
            "_rels/.rels": f'<Relationships xmlns="{PACKAGE}">{relation}</Relationships>',
            "word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>",
        }
    )


def run(text: str) -> str:
    return f"<w:r><w:t>{text}</w:t></w:r>"


def test_headers_and_footers_come_before_any_heading() -> None:
    made = docx.Document()
    made.sections[0].header.paragraphs[0].text = "Confidential"
    made.sections[0].footer.paragraphs[0].text = "page"
    made.add_heading("Total", 1)
    made.add_paragraph("99.50 EUR")
    found = read("docx", saved(made))

    assert set(paragraphs(found)[:2]) == {"Confidential", "page"}
    assert paragraphs(under(found, "Total")) == ["99.50 EUR"]


def test_what_is_deleted_or_hidden_is_not_read_and_text_boxes_are_once() -> None:
    box = f"<w:txbxContent><w:p>{run('boxed')}</w:p></w:txbxContent>"
    body = (
        f"<w:p>{run('kept')}<w:del>{run('gone')}</w:del><w:ins>{run(' new')}</w:ins>"
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r></w:p>"
        f'<w:p><w:r><mc:AlternateContent xmlns:mc="m"><mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback></mc:AlternateContent></w:r></w:p>'
        f"<w:sdt><w:sdtContent><w:p>{run('framed')}</w:p></w:sdtContent></w:sdt>"
    )

    assert paragraphs(read("docx", word(body))) == ["kept new", "boxed", "framed"]


def test_a_table_with_joined_cells_keeps_its_columns() -> None:
    made = docx.Document()
    table = made.add_table(rows=2, cols=3)
    for at, text in enumerate("abc"):
        table.cell(0, at).text = text
    table.cell(1, 0).merge(table.cell(1, 1)).text = "wide"
    table.cell(1, 2).text = "last"

    assert doc_tables(read("docx", saved(made)))[0].rows == ({"a": "wide", "b": "", "c": "last"},)


def test_slides_that_are_not_shown_do_not_count() -> None:
    made = pptx.Presentation()
    for title in ("One", "Two"):
        made.slides.add_slide(made.slide_layouts[5]).shapes.title.text = title
    made.slides[1]._element.set("show", "0")
    found = read("pptx", saved(made))

    assert headings(found) == ["One"]
    assert len(pages(found)) == 1


HOSTILE = {
    ("docx", "a text"): (b"Words.", "its first bytes are those of another format"),
    ("docx", "slides"): (VALID["pptx"], "is no docx document"),
    ("pptx", "a workbook's bytes cut off"): (VALID["pptx"][:900], "the archive has no end"),
    ("docx", "many elements"): (word("<w:p/>" * 500_000), "has more than 400000 elements"),
    ("docx", "deep"): (word("<w:sdt>" * 300 + "</w:sdt>" * 300), "nests deeper than 200 levels"),
    ("pdf", "a text"): (b"Words.", "is no pdf"),
    ("pdf", "nothing behind its head"): (b"%PDF-1.7\n", "is a damaged pdf"),
}


@pytest.mark.parametrize(("kind", "name"), HOSTILE)
def test_hostile_files_end_with_a_reason(kind: str, name: str) -> None:
    data, reason = HOSTILE[kind, name]
    start = time.monotonic()

    with pytest.raises(Malformed, match=reason):
        read(kind, data)
    assert time.monotonic() - start < 20


def test_without_its_library_nothing_is_known_of_a_pdf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    child = tmp_path / "child.py"
    child.write_text("import sys\nsys.exit(3)\n")
    monkeypatch.setattr(pdf, "_CHILD", child)

    with pytest.raises(Broken, match=r"pip install 'cowork-gym\[office\]'"):
        read("pdf", VALID["pdf"])


def test_an_encrypted_pdf_is_told() -> None:
    import pypdf

    writer = pypdf.PdfWriter(clone_from=io.BytesIO(VALID["pdf"]))
    writer.encrypt("secret", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)

    with pytest.raises(Malformed, match="is encrypted"):
        read("pdf", out.getvalue())


def test_a_pdf_can_not_fill_the_memory() -> None:
    import zlib

    body = zlib.compress(b"BT (a) Tj ET " * 9_000_000, 9)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>"
    objects = (b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page)
    made = b"%PDF-1.4\n" + b"".join(b"%d 0 obj%s\nendobj\n" % (at, each) for at, each in enumerate(objects, 1))
    made += b"4 0 obj<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream endobj\ntrailer<</Root 1 0 R/Size 5>>\n" % (
        len(body),
        body,
    )
    start = time.monotonic()

    with pytest.raises(Malformed):
        read("pdf", made)
    assert time.monotonic() - start < 40


@pytest.mark.parametrize("kind", ["docx", "pptx"])
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1, max_size=5))
def test_any_bytes_end(kind: str, changes: list[tuple[float, int]]) -> None:
    data = bytearray(VALID[kind])
    for part, byte in changes:
        data[int(part * len(data))] = byte
    with contextlib.suppress(Malformed):
        read(kind, bytes(data))


@settings(max_examples=4, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1, max_size=5))
def test_any_bytes_of_a_pdf_end(changes: list[tuple[float, int]]) -> None:
    data = bytearray(VALID["pdf"])
    for part, byte in changes:
        data[int(part * len(data))] = byte
    with contextlib.suppress(Malformed):
        read("pdf", bytes(data))
