"""`docx("memo.docx")`: a Word document as one sees it; what is deleted or hidden in it does not count.

Headers and footers come first, before any heading; a text box stands after the paragraph that holds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.compiler.values.doc import Block, Doc
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.office.elements import parse_xml
from cowork_dsl.runtime.readers.office.package import Package
from cowork_dsl.runtime.readers.office.rows import table_block
from cowork_dsl.runtime.readers.office.sheets import main_part
from cowork_dsl.runtime.readers.registry import reader

_HEADING = re.compile(r"(?:heading|überschrift|titre|título|titolo|标题|見出し|제목)\s*([1-9])$", re.IGNORECASE)
_GONE = frozenset({"del", "moveFrom", "Fallback", "rPr", "pPr", "instrText", "delText"})
_FRAMES = frozenset({"sdt", "sdtContent", "ins", "moveTo", "smartTag", "customXml", "txbxContent"})
_FALSE = frozenset({"0", "false", "off"})


@reader("docx", ".docx", ".docm")
def parse_docx(data: bytes, path: str, form: Form | None) -> Doc:
    """The document in a Word file."""
    package = Package(data, "docx document")
    main = main_part(package)
    tree = parse_xml(package.part(main))
    if tree.tag != "document":
        raise Malformed("is no docx document")
    related = package.related(main)
    styles = _styles(next((package.find(target) for kind, target in related.values() if kind == "styles"), None))
    blocks: list[Block] = []
    margins = sorted({target for kind, target in related.values() if kind in ("header", "footer")})
    for target in margins:
        found = package.find(target)
        if found is not None:
            blocks += _Story(styles, _links(package, target), path).blocks(parse_xml(found))
    body = tree.find("body")
    if body is not None:
        blocks += _Story(styles, _links(package, main), path).blocks(body)
    return Doc(tuple(blocks), form.sections if form is not None else {}, path)


def paragraph_text(data: bytes) -> str:
    """What a single paragraph says."""
    return "\n".join(block.text for block in _Story({}, {}, "").paragraph(parse_xml(data)))


def _links(package: Package, part: str) -> dict[str, str]:
    return {name: target for name, (kind, target) in package.related(part).items() if kind == "hyperlink"}


def _styles(data: bytes | None) -> dict[str, tuple[int, bool]]:
    """By style: the rank of a heading (0 for none), and whether it is one of a list."""
    if data is None:
        return {}
    found: dict[str, tuple[int, bool]] = {}
    based: dict[str, str] = {}
    for style in parse_xml(data).iterfind("style"):
        name = style.find("name")
        label = (name.get("val", "") if name is not None else "").strip()
        heading = _HEADING.match(label)
        rank = int(heading.group(1)) if heading else 1 if label.lower() == "title" else _outline(style.find("pPr"))
        listed = label.lower().startswith("list") or style.find("pPr/numPr") is not None
        identifier = style.get("styleId", "")
        found[identifier] = (rank, listed)
        parent = style.find("basedOn")
        if parent is not None:
            based[identifier] = parent.get("val", "")
    return {name: _inherited(name, found, based) for name in found}


def _inherited(name: str, found: dict[str, tuple[int, bool]], based: dict[str, str]) -> tuple[int, bool]:
    for _ in range(10):
        rank, listed = found.get(name, (0, False))
        if rank or listed or name not in based:
            return rank, listed
        name = based[name]
    return 0, False


def _outline(properties: Element | None) -> int:
    level = properties.find("outlineLvl") if properties is not None else None
    value = level.get("val", "") if level is not None else ""
    return int(value) + 1 if value.isdecimal() and len(value) == 1 and int(value) < 9 else 0


class _Story:
    """One run of text: the body, a header, a footer."""

    def __init__(self, styles: dict[str, tuple[int, bool]], links: dict[str, str], path: str) -> None:
        self._styles = styles
        self._links = links
        self._path = path
        self._found: list[Block] = []

    def blocks(self, parent: Element) -> list[Block]:
        for child in parent:
            if child.tag == "p":
                self._paragraph(child)
            elif child.tag == "tbl":
                self._table(child)
            elif child.tag in _FRAMES:
                self.blocks(child)
        return self._found

    def paragraph(self, node: Element) -> list[Block]:
        """The blocks of one paragraph."""
        self._paragraph(node)
        return self._found

    def _paragraph(self, node: Element) -> None:
        properties = node.find("pPr")
        if properties is not None and _on(properties.find("pageBreakBefore")):
            self._page()
        texts: list[str] = []
        links: list[str] = []
        boxes: list[Element] = []
        for piece in self._pieces(node, links, boxes):
            if piece == "\f":
                self._close(properties, texts, links)
                self._page()
            else:
                texts.append(piece)
        self._close(properties, texts, links)
        for box in boxes:
            self.blocks(box)

    def _page(self) -> None:
        if not self._found or self._found[-1].kind != "page":
            self._found.append(Block("page", ""))

    def _close(self, properties: Element | None, texts: list[str], links: list[str]) -> None:
        text = "\n".join(" ".join(line.split()) for line in "".join(texts).split("\n")).strip()
        named = properties.find("pStyle") if properties is not None else None
        rank, listed = self._styles.get(named.get("val", "") if named is not None else "", (0, False))
        rank = _outline(properties) or rank
        numbered = properties.find("numPr") if properties is not None else None
        if text and rank:
            self._found.append(Block("heading", " ".join(text.split()), rank, links=tuple(links)))
        elif text:
            kind = "item" if listed or numbered is not None else "paragraph"
            self._found.append(Block("item" if kind == "item" else "paragraph", text, links=tuple(links)))
        texts.clear()
        links.clear()

    def _pieces(self, node: Element, links: list[str], boxes: list[Element]) -> Iterator[str]:
        """The texts of a paragraph; a form feed for a new page."""
        stack = list(reversed(node))
        while stack:
            child = stack.pop()
            tag = child.tag
            if tag in _GONE:
                continue
            if tag == "txbxContent":
                boxes.append(child)
            elif tag == "r" and _on(child.find("rPr/vanish")):
                continue
            elif tag == "t":
                yield child.text or ""
            elif tag in ("tab", "cr"):
                yield "\t" if tag == "tab" else "\n"
            elif tag == "br":
                yield "\f" if child.get("type") == "page" else "\n"
            elif tag == "lastRenderedPageBreak":
                yield "\f"
            elif tag == "noBreakHyphen":
                yield "-"
            else:
                if tag == "hyperlink" and child.get("r:id") in self._links:
                    links.append(self._links[child.get("r:id", "")])
                stack.extend(reversed(child))

    def _table(self, node: Element) -> None:
        rows: list[list[str]] = []
        links: list[str] = []
        for row in _inside(node, "tr"):
            cells: list[str] = []
            for cell in _inside(row, "tc"):
                story = _Story(self._styles, self._links, self._path)
                inner = [block for block in story.blocks(cell) if block.kind != "page"]
                links.extend(link for block in inner for link in block.links)
                cells.append("\n".join(block.text for block in inner))
                cells += [""] * (_span(cell) - 1)
            rows.append(cells)
        block = table_block(rows, self._path, tuple(links))
        if block is not None:
            self._found.append(block)


def _inside(node: Element, tag: str) -> Iterator[Element]:
    """The children of a name, also where a frame holds them."""
    for child in node:
        if child.tag == tag:
            yield child
        elif child.tag in _FRAMES:
            yield from _inside(child, tag)


def _span(cell: Element) -> int:
    span = cell.find("tcPr/gridSpan")
    value = span.get("val", "1") if span is not None else "1"
    return min(int(value), 200) if value.isdecimal() and value.isascii() and len(value) < 5 and int(value) else 1


def _on(node: Element | None) -> bool:
    return node is not None and node.get("val", "1").lower() not in _FALSE
