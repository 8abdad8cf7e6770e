"""`pdf("report.pdf")`: pages of text; large or bold lines are headings, tables are read as their lines.

The library that takes a pdf apart is given a file that may have been made to hurt it, so it runs in a process with limits.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from cowork_dsl.compiler.artifacts.office.libraries import INSTALL
from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.compiler.values.admit import Broken
from cowork_dsl.compiler.values.doc import Block, Doc
from cowork_dsl.runtime.readers.bounds import MAX_BYTES, MAX_DOCUMENT
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import reader

_CHILD = Path(__file__).parent / "office" / "pdf_child.py"
_SECONDS, _MEMORY, _PAGES = 15, 512 * 1024 * 1024, 500
_NOT_INSTALLED = 3
_ITEM = re.compile(r"(?:[•▪‣◦·\x7f]|[-–*])\s+(.*)")
_LARGER = 1.12
_LONGEST_HEADING = 160


class NotInstalled(Broken):
    """A library that reading a kind of file needs is missing: nothing is known of the file, so no check has failed."""


@reader("pdf", ".pdf")
def parse_pdf(data: bytes, path: str, form: Form | None) -> Doc:
    """The document in a pdf file."""
    if len(data) > MAX_BYTES:
        raise Malformed(f"is larger than {MAX_BYTES >> 20} MiB")
    if b"%PDF-" not in data[:1024]:
        raise Malformed("is no pdf: its first bytes are those of another format")
    pages = _pages(data)
    sections = form.sections if form is not None else {}
    return Doc(tuple(_blocks(pages)), sections, path)


def _pages(data: bytes) -> list[dict[str, Any]]:
    command = [sys.executable, "-I", str(_CHILD), *map(str, (_SECONDS, _MEMORY, _PAGES, MAX_DOCUMENT))]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=2 * _SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise Malformed("takes longer to read than a pdf may") from None
    if done.returncode == _NOT_INSTALLED:
        raise NotInstalled(
            f"reading a pdf needs the package `pypdf`, which is not installed: {INSTALL.format('office')}"
        )
    if done.returncode == 1:
        # whatever a broken file does to the library is a broken file
        raise Malformed("is a damaged pdf")
    if done.returncode != 0:
        raise Malformed("takes longer to read, or more memory, than a pdf may")
    found = json.loads(done.stdout)
    if "error" in found:
        raise Malformed(found["error"])
    pages: list[dict[str, Any]] = found["pages"]
    return pages


def _blocks(pages: list[dict[str, Any]]) -> list[Block]:
    letters: Counter[float] = Counter()
    for page in pages:
        for text, size, _, _ in page["lines"]:
            letters[size] += len(text)
    body = letters.most_common(1)[0][0] if letters else 0.0
    large = sorted({size for size in letters if size > body * _LARGER}, reverse=True)
    found: list[Block] = []
    for page in pages:
        found.append(Block("page", ""))
        found += _Page(body, large).blocks(page["lines"])
        if page["links"]:
            last = next((at for at in range(len(found) - 1, -1, -1) if found[at].kind != "page"), None)
            links = tuple(page["links"])
            if last is None:
                found.append(Block("paragraph", "", links=links))
            else:
                block = found[last]
                found[last] = Block(block.kind, block.text, block.level, block.table, links)
    return found


class _Page:
    """One page: lines of one look, close to each other, are a paragraph."""

    def __init__(self, body: float, large: list[float]) -> None:
        self._body = body
        self._large = large
        self._found: list[Block] = []
        self._open: list[str] = []
        self._last: tuple[int, float, float] | None = None

    def blocks(self, lines: list[list[Any]]) -> list[Block]:
        for text, size, bold, height in lines:
            rank = self._rank(text, size, bold)
            item = _ITEM.match(text)
            apart = (
                self._last is None or self._last[0] != rank or not 0 <= self._last[2] - height <= 1.75 * max(size, 1)
            )
            if apart or item:
                self._close()
            self._open.append(text)
            self._last = (rank, size, height)
        self._close()
        return self._found

    def _rank(self, text: str, size: float, bold: bool) -> int:
        if len(text) > _LONGEST_HEADING:
            return 0
        if size in self._large:
            return min(self._large.index(size) + 1, 6)
        return min(len(self._large) + 1, 6) if bold and size >= self._body else 0

    def _close(self) -> None:
        if not self._open or self._last is None:
            return
        text = " ".join(self._open)
        item = _ITEM.match(text)
        if self._last[0]:
            self._found.append(Block("heading", text, self._last[0]))
        elif item:
            self._found.append(Block("item", item.group(1)))
        else:
            self._found.append(Block("paragraph", text))
        self._open = []
