"""Methods of documents."""

from __future__ import annotations

import re
from typing import Any

from cowork_dsl.compiler.analysis.notation import type_from_text
from cowork_dsl.compiler.values import spellings
from cowork_dsl.compiler.values.cells import CellError, parse_cell
from cowork_dsl.compiler.values.doc import Block, Doc
from cowork_dsl.compiler.values.failures import Fail, Missing, is_none, missing, spend
from cowork_dsl.compiler.values.scalars import Money, Percent
from cowork_dsl.compiler.values.show import brief
from cowork_dsl.compiler.values.texts import norm, text_in

_AMOUNT = re.compile(r"(?:[€$£¥₩₹]|\b[A-Z]{3}) ?-?\d[\d.,' ]*\d|-?\d[\d.,' ]*\d? ?(?:[€$£¥₩₹]|[A-Z]{3}\b)|[€$£¥₩₹]\d")
_SHARE = re.compile(r"(-?\d[\d.,]*) ?(?:%|per ?cent\b)")
_REACH = 200


def _doc(value: Any) -> Doc:
    if value.__class__ is Doc:
        found: Doc = value
        spend(len(found.blocks))
        return found
    raise missing(value, "read") if is_none(value) else Fail(f"{brief(value)} is no document")


def headings(value: Any) -> list[str]:
    """Its headings."""
    return [block.text for block in _doc(value).blocks if block.kind == "heading"]


def under(value: Any, heading: str) -> Any:
    """What stands under a heading; a section with a declared type gives its value."""
    doc = _doc(value)
    wanted = norm(heading)
    places = [index for index, block in enumerate(doc.blocks) if block.kind == "heading" and norm(block.text) == wanted]
    if not places:
        return Missing(f"the section `{heading}` of {doc.name}")
    if len(places) > 1:
        raise Fail(f"{doc.name} has {len(places)} sections `{heading}`")
    level = doc.blocks[places[0]].level
    inside: list[Block] = []
    for block in doc.blocks[places[0] + 1 :]:
        if block.kind == "heading" and block.level <= level:
            break
        inside.append(block)
    section = Doc(tuple(inside), {}, f"the section `{heading}` of {doc.name}")
    declared = next((kind for name, kind in doc.sections.items() if norm(name) == wanted), "text")
    if declared in ("text", "doc"):
        return section
    kind = type_from_text(declared)
    units = _units(inside) if kind.kind == "list" and kind.args else ()
    try:
        return [parse_cell(unit, kind.args[0], True) for unit in units] or parse_cell(section.text, kind, True)
    except CellError as wanted_type:
        raise Fail(f"{section.name} holds {brief(section.text)}, which is not {wanted_type}") from None


def _units(inside: list[Block]) -> list[str]:
    """The elements of a list in prose: its items, whatever introduces them, or several paragraphs."""
    items = [block.text for block in inside if block.kind == "item"]
    prose = [block.text for block in inside if block.kind == "paragraph"]
    return items or (prose if len(prose) > 1 else [])


def paragraphs(value: Any) -> list[str]:
    """Its paragraphs and list items."""
    return [block.text for block in _doc(value).blocks if block.kind in ("paragraph", "item")]


def doc_tables(value: Any) -> list[Any]:
    """Its tables."""
    return [block.table for block in _doc(value).blocks if block.kind == "table"]


def links(value: Any) -> list[str]:
    """The targets of its links."""
    return [link for block in _doc(value).blocks for link in block.links]


def pages(value: Any) -> list[Doc]:
    """Its pages."""
    doc = _doc(value)
    found: list[list[Block]] = [[]]
    for block in doc.blocks:
        if block.kind == "page":
            found.append([])
        else:
            found[-1].append(block)
    if len(found) > 1 and not found[0]:
        del found[0]
    return [Doc(tuple(page), doc.sections, f"page {number} of {doc.name}") for number, page in enumerate(found, 1)]


def doc_text(value: Any) -> str:
    """All its text."""
    return text_in(value)


def near_label(value: Any, label: str) -> dict[str, Any]:
    """What stands after a label, up to the end of its line: number, money, percent, date and the text itself."""
    text = " ".join(text_in(value).replace("\n", " \ue000 ").split())
    at = text.casefold().find(" ".join(label.split()).casefold())
    if at < 0:
        raise Fail(f"`{label}` is not there")
    after = text[at + len(label) : at + len(label) + _REACH].partition("\ue000")[0].lstrip(" :|=*_-\t")
    numbers = spellings.numbers_in(after)
    amount = _AMOUNT.search(spellings.plain_blanks(after))
    read = spellings.amount(amount[0]) if amount else None
    share = _SHARE.search(after)
    part = spellings.number(share[1]) if share else None
    day = next((found for _, _, found in spellings.days_in(after)), None)
    return {
        "text": after.strip(),
        "number": numbers[0] if numbers else None,
        "money": Money(read[0], read[1]) if read and read[1] else None,
        "percent": Percent(part.scaleb(-2)) if part is not None else None,
        "date": day,
    }


def quotes(value: Any, source: Any, words: int = 8) -> bool:
    """Whether so many words in a row of ``source`` stand in the text."""
    ours, theirs = norm(value).split(), norm(source).split()
    spend(len(ours) + len(theirs))
    size = max(1, words)
    known = {tuple(theirs[index : index + size]) for index in range(len(theirs) - size + 1)}
    return any(tuple(ours[index : index + size]) in known for index in range(len(ours) - size + 1))
