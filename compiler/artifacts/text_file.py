"""Text files: the text as it stands, UTF-8, and one line end at the end."""

from __future__ import annotations

from cowork_dsl.compiler.artifacts.registry import writes


@writes("file")
def write_text(content: str) -> bytes:
    """A text file."""
    closed = content if not content or content.endswith("\n") else f"{content}\n"
    return closed.encode("utf-8")
