"""Slides from Markdown: a page mark or a heading of the highest rank begins one, which takes the heading as its title."""

from __future__ import annotations

import io
from typing import Any

from cowork_dsl.compiler.artifacts.office.archive import settled
from cowork_dsl.compiler.artifacts.office.blocks import by_page, cells_of, document, words_of
from cowork_dsl.compiler.artifacts.office.libraries import library
from cowork_dsl.compiler.artifacts.registry import writes
from cowork_dsl.compiler.values.doc import Block

_TITLE_AND_TEXT, _TITLE, _BLANK = 1, 5, 6
_EMU = 914_400


@writes("document", ".pptx")
def write_pptx(content: str) -> bytes:
    """A pptx file."""
    made = library("pptx", "a pptx document").Presentation()
    made.core_properties.author = ""
    for blocks in slides_of(document(content)):
        _slide(made, blocks)
    out = io.BytesIO()
    made.save(out)
    return settled(out.getvalue())


def slides_of(blocks: tuple[Block, ...]) -> list[list[Block]]:
    """The blocks of each slide."""
    top = min((block.level for block in blocks if block.kind == "heading"), default=0)
    found: list[list[Block]] = []
    for page in by_page(blocks):
        slide: list[Block] = []
        for block in page:
            if slide and block.kind == "heading" and block.level == top:
                found.append(slide)
                slide = []
            slide.append(block)
        if slide:
            found.append(slide)
    return found


def _slide(made: Any, blocks: list[Block]) -> None:
    title = blocks[0] if blocks[0].kind == "heading" else None
    rest = blocks[1:] if title is not None else blocks
    texts = [block for block in rest if block.kind != "table"]
    tables = [block for block in rest if block.kind == "table"]
    layout = _BLANK if title is None else _TITLE_AND_TEXT if texts else _TITLE
    slide = made.slides.add_slide(made.slide_layouts[layout])
    if title is not None:
        _fill(slide.shapes.title.text_frame, [title])
    if texts:
        frame = (
            slide.placeholders[1].text_frame
            if title is not None
            else slide.shapes.add_textbox(_EMU // 2, _EMU // 2, 9 * _EMU, 6 * _EMU).text_frame
        )
        _fill(frame, texts)
    for number, block in enumerate(tables):
        cells = cells_of(block)
        top = (4 if texts else 2) * _EMU + number * _EMU
        shape = slide.shapes.add_table(len(cells), len(cells[0]), _EMU // 2, top, 9 * _EMU, _EMU)
        for line, row in zip(shape.table.rows, cells, strict=True):
            for cell, text in zip(line.cells, row, strict=True):
                cell.text = text


def _fill(frame: Any, blocks: list[Block]) -> None:
    frame.word_wrap = True
    for number, block in enumerate(blocks):
        paragraph = frame.paragraphs[0] if number == 0 else frame.add_paragraph()
        for words, target in words_of(block):
            run = paragraph.add_run()
            run.text = words
            if target:
                run.hyperlink.address = target
            if block.kind == "heading" and number:
                run.font.bold = True
