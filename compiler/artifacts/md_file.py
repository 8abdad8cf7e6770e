"""Markdown documents: the text as it stands, page marks and labels included."""

from __future__ import annotations

from cowork_dsl.compiler.artifacts.registry import writes
from cowork_dsl.compiler.artifacts.text_file import write_text


@writes("document", ".md", ".markdown")
def write_md(content: str) -> bytes:
    """A Markdown file."""
    return write_text(content)
