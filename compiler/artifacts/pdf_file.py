"""Pdf documents from Markdown, with real text; page marks begin pages, tables are ruled."""

from __future__ import annotations

import io
from hashlib import md5
from time import gmtime
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from cowork_dsl.compiler.artifacts.office.blocks import cells_of, document, plain_words, words_of
from cowork_dsl.compiler.artifacts.office.libraries import library
from cowork_dsl.compiler.artifacts.registry import writes
from cowork_dsl.compiler.values.doc import Block
from cowork_dsl.compiler.values.failures import Fail

_SIZES = (20, 16, 14, 12, 12, 12)
_BODY = 10
_SECONDS = 946_684_800
"""When a document says that it was made: the beginning of 2000."""
_ASIAN = (
    ("HYSMyeongJo-Medium", ((0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7A3))),
    ("HeiseiMin-W3", ((0x3040, 0x30FF),)),
    ("STSong-Light", ((0x2E80, 0x303F), (0x3400, 0x9FFF), (0xFF00, 0xFFEF))),
)


@writes("document", ".pdf")
def write_pdf(content: str) -> bytes:
    """A pdf file."""
    flow = library("reportlab.platypus", "a pdf document")
    out = io.BytesIO()
    blocks = document(content)
    styles = _Styles(plain_words(block) for block in blocks)
    story: list[Any] = []
    for block in blocks:
        story.append(_flowable(flow, styles, block))
    frame = flow.SimpleDocTemplate(out, invariant=1, title=_title(blocks), author="", creator="", producer="")
    frame.build(story, canvasmaker=_canvas)
    return out.getvalue()


def _canvas(*args: Any, **options: Any) -> Any:
    """A page to draw on, of a document whose date no environment can set."""
    made = library("reportlab.pdfgen.canvas", "a pdf document").Canvas(*args, **options)
    made._doc.signature = md5(usedforsecurity=False)  # it holds the date already, and gives the document its id
    stamp = made._doc._timeStamp
    stamp.t = _SECONDS
    stamp.lt = gmtime(_SECONDS)
    stamp.YMDhms = tuple(stamp.lt)[:6]
    return made


def _title(blocks: tuple[Block, ...]) -> str:
    return next((plain_words(block) for block in blocks if block.kind == "heading"), "")


class _Styles:
    """Styles of paragraphs, in fonts that have all characters of a document."""

    def __init__(self, texts: Any) -> None:
        styles = library("reportlab.lib.styles", "a pdf document")
        self._fonts: dict[str, str] = {}
        for char in sorted(set("".join(texts))):
            font = _font_of(char)
            if font:
                self._fonts[char] = font
        for font in sorted(set(self._fonts.values())):
            cid = library("reportlab.pdfbase.cidfonts", "a pdf document")
            library("reportlab.pdfbase.pdfmetrics", "a pdf document").registerFont(cid.UnicodeCIDFont(font))
        style = styles.ParagraphStyle
        self.body = style("body", fontName="Helvetica", fontSize=_BODY, leading=14, spaceAfter=8)
        self.item = style("item", parent=self.body, leftIndent=14, bulletIndent=4, spaceAfter=4)
        self.code = style("code", fontName="Courier", fontSize=9, leading=11, spaceAfter=8)
        self.cell = style("cell", parent=self.body, spaceAfter=0)
        self.headings = [
            style(
                f"heading {level}",
                fontName="Helvetica-Bold",
                fontSize=size,
                leading=size + 5,
                spaceBefore=8,
                spaceAfter=8,
            )
            for level, size in enumerate(_SIZES, 1)
        ]

    def markup(self, text: str) -> str:
        """A text with its fonts, escaped."""
        made: list[str] = []
        run, font = "", ""
        for char in text:
            wanted = self._fonts.get(char, "")
            if wanted != font:
                made.append(_in_font(run, font))
                run, font = "", wanted
            run += char
        return "".join((*made, _in_font(run, font)))


def _in_font(run: str, font: str) -> str:
    return f'<font face="{font}">{escape(run)}</font>' if font and run else escape(run)


def _font_of(char: str) -> str:
    """The font for a character that the standard ones don't have; empty where they do."""
    try:
        char.encode("cp1252")
    except UnicodeEncodeError:
        for font, ranges in _ASIAN:
            if any(low <= ord(char) <= high for low, high in ranges):
                return font
        raise Fail(f"a pdf can't hold the character {char!r} (U+{ord(char):04X})") from None
    return ""


def _flowable(flow: Any, styles: _Styles, block: Block) -> Any:
    if block.kind == "page":
        return flow.PageBreak()
    if block.kind == "table":
        rows = [[flow.Paragraph(styles.markup(cell), styles.cell) for cell in row] for row in cells_of(block)]
        grid = [("GRID", (0, 0), (-1, -1), 0.5, (0, 0, 0)), ("VALIGN", (0, 0), (-1, -1), "TOP")]
        return flow.Table(rows, style=grid, spaceAfter=8, repeatRows=1)
    if block.kind == "code":
        return flow.Preformatted(plain_words(block), styles.code)
    text = "".join(
        f'<link href={quoteattr(target)} color="blue">{styles.markup(words)}</link>' if target else styles.markup(words)
        for words, target in words_of(block)
    )
    if block.kind == "item":
        return flow.Paragraph(text, styles.item, bulletText="•")
    return flow.Paragraph(text, styles.headings[min(block.level, 6) - 1] if block.kind == "heading" else styles.body)
