"""`pptx("deck.pptx")`: slides that are shown, each a page; a slide's title is a heading."""

from __future__ import annotations

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

_TITLES = frozenset({"title", "ctrTitle"})
_MARGINS = frozenset({"dt", "ftr", "sldNum", "hdr"})
_MOST_SLIDES = 2_000


@reader("pptx", ".pptx", ".pptm")
def parse_pptx(data: bytes, path: str, form: Form | None) -> Doc:
    """The document in a file of slides."""
    package = Package(data, "pptx document")
    main = main_part(package)
    tree = parse_xml(package.part(main))
    if tree.tag != "presentation":
        raise Malformed("is no pptx document")
    related = package.related(main)
    blocks: list[Block] = []
    slides = tree.findall("sldIdLst/sldId")
    if len(slides) > _MOST_SLIDES:
        raise Malformed(f"has more than {_MOST_SLIDES} slides")
    for item in slides:
        kind, target = related.get(item.get("r:id", ""), ("", ""))
        if kind != "slide":
            continue
        slide = parse_xml(package.part(target))
        if slide.get("show", "1") in ("0", "false"):
            continue
        links = {name: where for name, (what, where) in package.related(target).items() if what == "hyperlink"}
        blocks.append(Block("page", ""))
        blocks += _slide(slide, links, path)
    return Doc(tuple(blocks), form.sections if form is not None else {}, path)


def _slide(slide: Element, links: dict[str, str], path: str) -> list[Block]:
    titles: list[Block] = []
    others: list[Block] = []
    for shape in _shapes(slide.find("cSld/spTree")):
        if shape.tag == "graphicFrame":
            rows = [
                ["\n".join(text for text, _ in _paragraphs(cell, links)) for cell in row.iterfind("tc")]
                for row in shape.iter("tr")
            ]
            table = table_block(rows, path)
            others += [table] if table is not None else []
            continue
        place = shape.find("nvSpPr/nvPr/ph")
        kind = place.get("type", "body") if place is not None else ""
        if kind in _MARGINS:
            continue
        for text, targets in _paragraphs(shape, links):
            if kind in _TITLES:
                titles.append(Block("heading", " ".join(text.split()), 1, links=targets))
            else:
                others.append(Block("item" if kind == "body" else "paragraph", text, links=targets))
    return [*titles, *others]


def _shapes(tree: Element | None) -> Iterator[Element]:
    stack = list(reversed(tree)) if tree is not None else []
    while stack:
        node = stack.pop()
        if node.tag == "sp":
            if not _hidden(node):
                yield node
        elif node.tag == "graphicFrame":
            yield node
        elif node.tag in ("grpSp", "AlternateContent", "Choice"):
            stack.extend(reversed(node))


def _hidden(shape: Element) -> bool:
    properties = shape.find("nvSpPr/cNvPr")
    return properties is not None and properties.get("hidden") in ("1", "true")


def _paragraphs(parent: Element, links: dict[str, str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for body in parent.iter("txBody"):
        for paragraph in body.iterfind("p"):
            pieces: list[str] = []
            targets: list[str] = []
            for node in paragraph:
                if node.tag == "br":
                    pieces.append("\n")
                elif node.tag in ("r", "fld"):
                    text = node.find("t")
                    pieces.append((text.text or "") if text is not None else "")
                    click = node.find("rPr/hlinkClick")
                    if click is not None and click.get("r:id") in links:
                        targets.append(links[click.get("r:id", "")])
            text_ = "\n".join(" ".join(line.split()) for line in "".join(pieces).split("\n")).strip()
            if text_:
                yield text_, tuple(targets)
