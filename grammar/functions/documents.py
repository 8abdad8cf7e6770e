"""Methods of documents."""

from __future__ import annotations

ENTRIES = (
    ("doc", "", "headings() -> list(text)", "Its headings, in order."),
    (
        "doc",
        "",
        "under(_heading: text) -> =section",
        "What stands under a heading, down to the next of its rank; a section with a declared type gives its value.",
    ),
    ("doc", "", "paragraphs() -> list(text)", "Its paragraphs and list items, in order."),
    ("doc", "", "tables=doc_tables() -> list(table)", "Its tables."),
    ("doc", "", "links() -> list(text)", "The targets of its links."),
    ("doc", "", "pages() -> list(doc)", "Its pages."),
    ("doc", "", "text=doc_text() -> text", "All its text."),
    (
        "text file doc",
        "",
        "near=near_label(_label: text) -> =label",
        "What stands beside a label: `.number`, `.money`, `.percent`, `.date`, `.text`.",
    ),
    (
        "text file doc",
        "",
        "quotes(_text: text, words?: int) -> bool",
        "Whether it takes over so many words in a row (8 by default) of the text.",
    ),
)
