"""Markdown as headings, paragraphs, list items, code and tables.

A line ``---page---`` begins a page, and ``{#name}`` at the end of a heading, a paragraph or a list item is its label.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cowork_dsl.compiler.values.doc import Block
from cowork_dsl.compiler.values.inline import plain, without_comments
from cowork_dsl.compiler.values.tables import Table

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t](.*))?$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[^`]*$")
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]+(.*)$")
_TASK = re.compile(r"\[[ xX]\][ \t]+")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_QUOTE = re.compile(r"^ {0,3}(?:>[ ]?)+")
_DELIMITERS = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_DEFINITION = re.compile(r" {0,3}\[([^\[\]]{1,500})\]:[ \t]*<?([^\s<>]+)>?[^\n]*$")
_BAR = re.compile(r"(?<!\\)\|")


_PAGE = re.compile(r" {0,3}-{3,}[ ]?page[ ]?-{3,}[ \t]*$", re.IGNORECASE)
_LABEL = re.compile(r"[ \t]*\{#([A-Za-z][\w-]{0,59})\}[ \t]*$")


def blocks_of(text: str, name: str, *, mark_links: bool = False) -> tuple[Block, ...]:
    """The blocks of a Markdown text.

    Args:
        text: With LF line ends.
        name: What it is called in messages.
        mark_links: Whether texts of links stand between the marks that ``inline.pieces`` takes apart.
    """
    return tuple(_Blocks(without_comments(text).split("\n"), name, mark_links).all())


class _Blocks:
    """Walks over the lines, a block at a time."""

    def __init__(self, lines: Sequence[str], path: str, mark_links: bool) -> None:
        self._targets = {
            found.group(1).casefold(): found.group(2) for line in lines if (found := _DEFINITION.match(line))
        }
        self._lines = [line for line in lines if not _DEFINITION.match(line)] if self._targets else lines
        self._path = path
        self._mark = mark_links
        self._at = 0
        self._found: list[Block] = []
        self._open: list[str] = []
        self._item = False

    def all(self) -> list[Block]:
        """All blocks of the text."""
        self._front_matter()
        while self._at < len(self._lines):
            self._line(_QUOTE.sub("", self._lines[self._at], count=1))
            self._at += 1
        self._close()
        return self._found

    def _front_matter(self) -> None:
        if self._lines and self._lines[0].rstrip() == "---":
            for index in range(1, len(self._lines)):
                if self._lines[index].rstrip() in ("---", "..."):
                    self._found.append(Block("code", "\n".join(self._lines[1:index])))
                    self._at = index + 1
                    return

    def _line(self, line: str) -> None:
        if not line.strip():
            self._close()
        elif _PAGE.match(line):
            self._close()
            self._found.append(Block("page", ""))
        elif fence := _FENCE.match(line):
            self._close()
            self._code(fence.group(1))
        elif heading := _HEADING.match(line):
            self._close()
            self._add("heading", _unclosed(heading.group(2) or ""), len(heading.group(1)))
        elif self._open and not self._item and (under := _SETEXT.match(line)):
            text, self._open = " ".join(self._open), []
            self._add("heading", text, 1 if under.group(1)[0] == "=" else 2)
        elif _RULE.match(line):
            self._close()
        elif "|" in line and self._heads_table(line):
            self._close()
            self._table(line)
        elif item := _ITEM.match(line):
            self._close()
            self._item = True
            self._open.append(_TASK.sub("", item.group(1), count=1))
        else:
            self._open.append(line.strip())
        if self._open and line.rstrip().endswith("}") and _LABEL.search(line, max(0, len(line) - 80)):
            self._close()  # a label ends what it names

    def _close(self) -> None:
        if self._open:
            self._add("item" if self._item else "paragraph", " ".join(self._open))
        self._open, self._item = [], False

    def _add(self, kind: str, text: str, level: int = 0) -> None:
        label = _LABEL.search(text, max(0, len(text) - 80)) if text.rstrip().endswith("}") else None
        if label is not None:
            text = text[: label.start()]
        shown, links = plain(text, self._targets, mark_links=self._mark)
        named = label.group(1) if label is not None else ""
        if kind == "heading":
            self._found.append(Block("heading", shown, level, links=links, label=named))
        elif shown or links:
            self._found.append(Block("item" if kind == "item" else "paragraph", shown, links=links, label=named))

    def _code(self, fence: str) -> None:
        body: list[str] = []
        self._at += 1
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                break
            body.append(line)
            self._at += 1
        self._found.append(Block("code", "\n".join(body)))

    def _heads_table(self, line: str) -> bool:
        if self._at + 1 >= len(self._lines):
            return False
        below = self._lines[self._at + 1]
        return "-" in below and bool(_DELIMITERS.match(below)) and len(_cells(below)) == len(_cells(line))

    def _table(self, line: str) -> None:
        links: list[str] = []

        def texts(row: str) -> list[str]:
            found = [plain(cell.replace("\\|", "|"), self._targets) for cell in _cells(row)]
            links.extend(link for _, targets in found for link in targets)
            return [text for text, _ in found]

        heads = distinct(texts(line))
        rows = []
        self._at += 2
        while self._at < len(self._lines) and "|" in self._lines[self._at]:
            cells = texts(self._lines[self._at])
            cells += [""] * (len(heads) - len(cells))
            rows.append(dict(zip(heads, cells, strict=False)))
            self._at += 1
        self._at -= 1
        shown = "\n".join(" | ".join(row) for row in (heads, *(row.values() for row in rows)))
        table = Table(tuple(heads), tuple(rows), name=f"a table of {self._path}")
        self._found.append(Block("table", shown, table=table, links=tuple(links)))


def _unclosed(heading: str) -> str:
    """A heading's words without the marks that may close it."""
    words = heading.strip()
    bare = words.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else words


def _cells(row: str) -> list[str]:
    text = row.strip()
    text = text.removeprefix("|")
    if text.endswith("|") and not text.endswith("\\|"):
        text = text[:-1]
    return [cell.strip() for cell in _BAR.split(text)]


def distinct(heads: list[str]) -> list[str]:
    """Heads that can be told apart: a repeated one gets its number."""
    seen: dict[str, int] = {}
    named = []
    for head in heads:
        seen[head] = seen.get(head, 0) + 1
        named.append(head if seen[head] == 1 else f"{head} {seen[head]}")
    return named
