"""`md("memo.md")`: Markdown as headings, paragraphs, list items, code and tables."""

from __future__ import annotations

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.compiler.values.doc import Doc
from cowork_dsl.compiler.values.markdown import blocks_of
from cowork_dsl.runtime.readers.bounds import MAX_DOCUMENT
from cowork_dsl.runtime.readers.decode import readable
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import reader


@reader("md", ".md", ".markdown")
def parse_md(data: bytes, path: str, form: Form | None) -> Doc:
    """The document in a Markdown file."""
    if len(data) > MAX_DOCUMENT:
        raise Malformed(f"is larger than {MAX_DOCUMENT >> 20} MiB")
    sections = form.sections if form is not None else {}
    return Doc(blocks_of(readable(data, "document"), path), sections, path)
