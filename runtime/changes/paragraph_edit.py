"""A labelled paragraph of a document as a row with the column `text`; the rest of the document stays.

A label is ``{#name}`` at the end of the paragraph in Markdown, an element's id in html, a bookmark in docx.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cowork_dsl.compiler.artifacts.office.archive import packed
from cowork_dsl.compiler.artifacts.office.libraries import library
from cowork_dsl.compiler.values.show import show
from cowork_dsl.runtime.changes.editable import Unfit
from cowork_dsl.runtime.readers.docx import paragraph_text
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.office.package import Package

Row = Mapping[str, Any]
_LEAD = re.compile(r"(?:[ \t]*(?:#{1,6}|[-*+•]|\d{1,9}[.)])[ \t]+)?")


class Paragraph:
    """One paragraph of a document; ``data`` is the file as edited so far."""

    key: str | None = None
    columns = ("text",)
    size = 1

    def __init__(self, data: bytes, kind: str, label: str) -> None:
        self.data = data
        self._find, self._write = _KINDS[kind]
        self._label = label

    @property
    def rows(self) -> Sequence[Row]:
        """The paragraph as the only row."""
        return ({"text": self.value(0, "text")},)

    def value(self, unit: int, column: str) -> Any:
        """What the paragraph says."""
        found = self._find(self.data, self._label)
        if found is None:
            raise Unfit(f"has no paragraph with the label {self._label!r}")
        return found

    def put(self, cells: Mapping[int, Mapping[str, Any]]) -> None:
        """Let it say something else."""
        for values in cells.values():
            if set(values) != {"text"}:
                raise Unfit("has labelled paragraphs, whose only column is `text`")
            self.value(0, "text")
            self.data = self._write(self.data, self._label, show(values["text"]))

    def insert(self, values: Mapping[str, Any]) -> None:
        """A paragraph is changed, not added."""
        raise Unfit("takes no new paragraph at a label; `update` changes the one that is there")

    def arrange(self, order: Sequence[int]) -> None:
        """Take the paragraph away, or leave it."""
        if len(order) != 1:
            raise Unfit("has one paragraph at a label, which can only be changed")

    def rename(self, column: str, to: str) -> None:
        """A paragraph has no header."""
        raise Unfit("has no columns to rename")

    def clear(self) -> None:
        """Leave it without words."""
        self.put({0: {"text": ""}})


# --------------------------------------------------------------------- Markdown


def _md_lines(data: bytes, label: str) -> tuple[list[str], int, int] | None:
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    mark = re.compile(rf"(?:^|[ \t])\{{#{re.escape(label)}\}}[ \t\r]*$")
    for last, line in enumerate(lines):
        if mark.search(line):
            first = last
            while (
                first
                and lines[first - 1].strip()
                and not _starts_block(lines[first])
                and not _ends_block(lines[first - 1])
            ):
                first -= 1
            return lines, first, last
    return None


def _starts_block(line: str) -> bool:
    found = _LEAD.match(line)
    return found is not None and found.end() > 0


def _ends_block(line: str) -> bool:
    return line.rstrip().endswith("}") or line.lstrip().startswith(("#", "---"))


def _md_find(data: bytes, label: str) -> str | None:
    found = _md_lines(data, label)
    if found is None:
        return None
    lines, first, last = found
    text = " ".join(" ".join(lines[first : last + 1]).split())
    bare = _LEAD.sub("", text, count=1)
    return bare[: bare.rindex("{#")].rstrip()


def _md_write(data: bytes, label: str, text: str) -> bytes:
    found = _md_lines(data, label)
    assert found is not None  # its text was read
    lines, first, last = found
    lead = _LEAD.match(lines[first])
    head = lead.group(0) if lead is not None else ""
    end = "\r" if lines[last].endswith("\r") else ""
    lines[first : last + 1] = [f"{head}{text} {{#{label}}}{end}"]
    return "\n".join(lines).encode("utf-8", "surrogateescape")


# ------------------------------------------------------------------------- html


def _html_element(data: bytes, label: str) -> re.Match[str] | None:
    text = data.decode("utf-8", "surrogateescape")
    name = re.escape(html.escape(label))
    return re.search(rf"(<(\w+)\b[^<>]*\bid=[\"']?{name}[\"']?[^<>]*>)(.*?)(</\2\s*>)", text, re.DOTALL)


def _html_find(data: bytes, label: str) -> str | None:
    found = _html_element(data, label)
    return None if found is None else " ".join(html.unescape(re.sub(r"<[^<>]*>", "", found.group(3))).split())


def _html_write(data: bytes, label: str, text: str) -> bytes:
    found = _html_element(data, label)
    assert found is not None  # its text was read
    whole = found.string
    return f"{whole[: found.start(3)]}{html.escape(text)}{whole[found.end(3) :]}".encode("utf-8", "surrogateescape")


# ------------------------------------------------------------------------- docx

_PART = "word/document.xml"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_WORDS = frozenset(f"{_W}{name}" for name in ("r", "hyperlink", "ins", "del", "smartTag", "sdt", "moveTo", "moveFrom"))


def _docx_tree(data: bytes, label: str) -> tuple[Any, Any] | None:
    """The tree of the document, and the paragraph."""
    try:
        part = Package(data, "docx document").part(_PART)
    except Malformed as error:
        raise Unfit(str(error)) from None
    etree = library("lxml.etree", "changing a docx file")
    try:
        root = etree.fromstring(part, etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError:
        raise Unfit("holds broken XML") from None
    for mark in root.iter(f"{_W}bookmarkStart"):
        if mark.get(f"{_W}name") == label:
            found = mark.getparent()
            while found is not None and found.tag != f"{_W}p":
                found = found.getparent()
            if found is not None:
                return root, found
    return None


def _docx_find(data: bytes, label: str) -> str | None:
    found = _docx_tree(data, label)
    if found is None:
        return None
    etree = library("lxml.etree", "changing a docx file")
    return paragraph_text(etree.tostring(found[1]))


def _docx_write(data: bytes, label: str, text: str) -> bytes:
    found = _docx_tree(data, label)
    assert found is not None  # its text was read
    root, paragraph = found
    etree = library("lxml.etree", "changing a docx file")
    runs = [node for node in paragraph if node.tag in _WORDS]
    looks = next((run.find(f"{_W}rPr") for run in runs if run.tag == f"{_W}r"), None)
    at = paragraph.index(runs[0]) if runs else len(paragraph)
    for node in runs:
        paragraph.remove(node)
    made = etree.Element(f"{_W}r")
    if looks is not None:
        made.append(looks)
    words = etree.SubElement(made, f"{_W}t")
    words.text = "".join(char for char in text if char in "\t\n" or char >= " ")
    words.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    paragraph.insert(at, made)
    parts = Package(data, "docx document").all()
    name = next(name for name in parts if name.lower() == _PART)
    parts[name] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return packed(parts)


_KINDS: dict[str, tuple[Callable[[bytes, str], str | None], Callable[[bytes, str, str], bytes]]] = {
    "md": (_md_find, _md_write),
    "html": (_html_find, _html_write),
    "docx": (_docx_find, _docx_write),
}
LABELLED = tuple(_KINDS)
"""Kinds of documents that this can edit."""
