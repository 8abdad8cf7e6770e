"""A document, whatever file it came from: blocks in order, which the readers fill in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Block:
    """A heading (``level`` from 1), a paragraph, a list item, code, or a table (whose rows are in ``table``).

    A ``label`` is the name that a change may call it by.
    """

    kind: Literal["heading", "paragraph", "item", "code", "table", "page"]
    text: str
    level: int = 0
    table: Any = None
    links: tuple[str, ...] = ()
    label: str = ""


@dataclass(frozen=True)
class Doc:
    """A document or a part of one.

    Attributes:
        blocks: Its blocks in order; texts are as one reads them, without markup. A ``page`` block begins a page.
        sections: Declared types of sections by heading, as text (``money(EUR)``).
        name: Its path.
    """

    blocks: tuple[Block, ...]
    sections: Mapping[str, str] = field(default_factory=dict)
    name: str = "the document"

    @cached_property
    def text(self) -> str:
        """All of its text, a blank line between blocks."""
        return "\n\n".join(block.text for block in self.blocks if block.kind != "page")
