"""`html("page.html")`: a web page as headings, paragraphs, list items, code and tables."""

from __future__ import annotations

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.compiler.values.doc import Doc
from cowork_dsl.runtime.readers.bounds import MAX_DOCUMENT
from cowork_dsl.runtime.readers.decode import readable
from cowork_dsl.runtime.readers.html_blocks import html_blocks
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import reader


@reader("html", ".html", ".htm")
def parse_html(data: bytes, path: str, form: Form | None) -> Doc:
    """The document in an html file."""
    if len(data) > MAX_DOCUMENT:
        raise Malformed(f"is larger than {MAX_DOCUMENT >> 20} MiB")
    sections = form.sections if form is not None else {}
    return Doc(html_blocks(readable(data, "page"), path), sections, path)
