"""HTML to the blocks that one reads on the page: no scripts, no styles, nothing hidden."""

from __future__ import annotations

import re
from typing import Any

from cowork_dsl.compiler.values.doc import Block
from cowork_dsl.compiler.values.markdown import distinct
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.readers.bounds import MAX_CELLS
from cowork_dsl.runtime.readers.malformed import Malformed

_SILENT = frozenset(("script", "style", "head", "template", "noscript", "svg", "math", "iframe", "object", "select"))
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_PARTS = frozenset(
    (
        *(
            "address",
            "article",
            "aside",
            "blockquote",
            "body",
            "caption",
            "dd",
            "details",
            "div",
            "dl",
            "dt",
            "fieldset",
        ),
        *("figcaption", "figure", "footer", "form", "header", "hr", "html", "li", "main", "nav", "ol", "p", "section"),
        *("summary", "ul", "tbody", "thead", "tfoot"),
    )
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_CELLS = frozenset(("td", "th"))


def html_blocks(text: str, name: str) -> tuple[Block, ...]:
    """The blocks of a page.

    Raises:
        Malformed: There is no page in it, or a table is larger than the readers take.
    """
    from lxml import etree, html  # type: ignore[import-untyped]

    if not text.strip():
        return ()
    parser = html.HTMLParser(no_network=True, remove_comments=True, remove_pis=True, huge_tree=False, encoding="utf-8")
    try:
        root = html.document_fromstring(text.replace("\x00", "").encode("utf-8", "replace"), parser=parser)
    except etree.ParserError:
        return ()  # nothing but comments, or tags that end what never began
    except (etree.LxmlError, ValueError, AssertionError) as error:
        raise Malformed(f"is no page that can be read: {str(error)[:120]}") from None
    walk = _Walk(name)
    for event, element in etree.iterwalk(root, events=("start", "end")):
        walk.start(element) if event == "start" else walk.end(element)
    walk.close()
    return tuple(walk.found)


def html_text(text: str) -> str:
    """All the text of a page, a line a block."""
    return "\n".join(block.text for block in html_blocks(text, "the page"))


class _Walk:
    """Walks over the elements, collecting the text of the block that is open."""

    def __init__(self, name: str) -> None:
        self.found: list[Block] = []
        self._name = name
        self._silent = 0
        self._text: list[str] = []
        self._links: list[str] = []
        self._kind: list[tuple[str, int]] = []
        self._tables: list[_Rows] = []
        self._pre = 0

    def start(self, element: Any) -> None:
        """An element begins."""
        tag = element.tag
        if self._silent or tag in _SILENT or _hidden(element):
            self._silent += 1
            return
        if tag == "table":
            if not self._tables:
                self.close()
            self._tables.append(_Rows())
        elif self._tables and tag == "tr":
            self._tables[-1].rows.append([])
        elif self._tables and tag in _CELLS:
            self._tables[-1].outer.append(self._text)
            self._text = []
        elif tag == "hr" and "break-after" in (element.get("style") or ""):
            self.close()
            self.found.append(Block("page", ""))
        elif self._tables:
            if tag in _PARTS or tag == "br":
                self._text.append(" ")
        elif tag in _HEADINGS or tag in _PARTS or tag == "pre":
            self.close()
            kind = "heading" if tag in _HEADINGS else "code" if tag == "pre" else "item" if tag in ("li", "dd") else ""
            if kind:
                self._kind.append((kind, _HEADINGS.get(tag, 0)))
            self._pre += tag == "pre"
        elif tag == "br":
            self._text.append("\n" if self._pre else " ")
        if tag == "a" and element.get("href"):
            self._links.append(element.get("href").strip())
        if tag == "img" and element.get("alt"):
            self._text.append(element.get("alt"))
        self._text.append(element.text or "")

    def end(self, element: Any) -> None:
        """An element ends; what follows it belongs to the one around."""
        tag = element.tag
        if self._silent:
            self._silent -= 1
            if not self._silent:
                self._text.append(element.tail or "")
            return
        if tag == "table" and self._tables:
            self._table()
        elif self._tables and tag in _CELLS:
            self._cell(element)
        elif not self._tables and (tag in _HEADINGS or tag in _PARTS or tag == "pre"):
            self.close()
            if self._kind and (tag in _HEADINGS or tag in ("li", "dd", "pre")):
                self._kind.pop()
            self._pre -= tag == "pre"
        self._text.append(element.tail or "")

    def close(self) -> None:
        """Makes a block of the text so far."""
        kind, level = self._kind[-1] if self._kind else ("paragraph", 0)
        whole = "".join(self._text)
        text = whole.strip("\n") if kind == "code" else " ".join(whole.split())
        if text or self._links:
            self.found.append(Block(kind, text, level, links=tuple(self._links)))  # type: ignore[arg-type]
        self._text, self._links = [], []

    def _cell(self, element: Any) -> None:
        rows = self._tables[-1]
        text = " ".join("".join(self._text).split())
        self._text = rows.outer.pop() if rows.outer else []
        if not rows.rows:
            rows.rows.append([])
        span = element.get("colspan", "1")
        width = min(int(span) if span.isdecimal() and len(span) < 4 else 1, 100)
        rows.rows[-1].extend([text] * width)
        rows.cells += width
        if rows.cells > MAX_CELLS:
            raise Malformed(f"has a table with more than {MAX_CELLS} cells")

    def _table(self) -> None:
        rows = [row for row in self._tables.pop().rows if any(row)]
        flat = "\n".join(" | ".join(row) for row in rows)
        if self._tables:
            # a table inside of a cell is text of that cell
            self._text.append(f" {flat} ")
            return
        if rows:
            heads = distinct(rows[0])
            found = [dict(zip(heads, [*row, *[""] * (len(heads) - len(row))], strict=False)) for row in rows[1:]]
            table = Table(tuple(heads), tuple(found), name=f"a table of {self._name}")
            self.found.append(Block("table", flat, table=table, links=tuple(self._links)))
        self._text, self._links = [], []


class _Rows:
    """A table while it is being read."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.outer: list[list[str]] = []
        self.cells = 0


def _hidden(element: Any) -> bool:
    return element.get("hidden") is not None or bool(_HIDDEN.search(element.get("style") or ""))
