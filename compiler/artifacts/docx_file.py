"""Word documents from Markdown: headings, paragraphs, lists, tables, links, page breaks; a label becomes a bookmark."""

from __future__ import annotations

import io
from typing import Any

from cowork_dsl.compiler.artifacts.office.archive import settled
from cowork_dsl.compiler.artifacts.office.blocks import cells_of, document, plain_words, words_of
from cowork_dsl.compiler.artifacts.office.libraries import library
from cowork_dsl.compiler.artifacts.registry import writes
from cowork_dsl.compiler.values.doc import Block

_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"


@writes("document", ".docx")
def write_docx(content: str) -> bytes:
    """A docx file."""
    made = library("docx", "a docx document").Document()
    made.core_properties.author = ""
    made.core_properties.comments = ""
    for number, block in enumerate(document(content)):
        _add(made, block, number)
    out = io.BytesIO()
    made.save(out)
    return settled(out.getvalue())


def _add(made: Any, block: Block, number: int) -> None:
    if block.kind == "page":
        made.add_page_break()
        return
    if block.kind == "table":
        _table(made, cells_of(block))
        return
    if block.kind == "code":
        paragraph = made.add_paragraph(style="No Spacing")
        paragraph.add_run(plain_words(block)).font.name = "Courier New"
        return
    if block.kind == "heading":
        paragraph = made.add_heading(level=block.level)
    else:
        paragraph = made.add_paragraph(style="List Bullet" if block.kind == "item" else None)
    for words, target in words_of(block):
        _words(paragraph, words, target)
    if block.label:
        _bookmark(paragraph, block.label, number)


def _words(paragraph: Any, words: str, target: str) -> None:
    run = paragraph.add_run(words)
    if not target:
        return
    qn = library("docx.oxml.ns", "a link").qn
    link = library("docx.oxml", "a link").OxmlElement("w:hyperlink")
    link.set(qn("r:id"), paragraph.part.relate_to(target, _LINK, is_external=True))
    paragraph._p.append(link)
    link.append(run._r)
    run.font.underline = True


def _bookmark(paragraph: Any, label: str, number: int) -> None:
    qn = library("docx.oxml.ns", "a label").qn
    element = library("docx.oxml", "a label").OxmlElement
    start, end = element("w:bookmarkStart"), element("w:bookmarkEnd")
    for node in (start, end):
        node.set(qn("w:id"), str(number))
    start.set(qn("w:name"), label)
    properties = paragraph._p.pPr
    paragraph._p.insert(0 if properties is None else 1, start)
    paragraph._p.append(end)


def _table(made: Any, cells: list[list[str]]) -> None:
    table = made.add_table(rows=len(cells), cols=len(cells[0]), style="Table Grid")
    for line, row in zip(table.rows, cells, strict=True):
        for cell, text in zip(line.cells, row, strict=True):
            cell.text = text
