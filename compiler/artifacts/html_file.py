"""Web pages from Markdown; a label becomes the id of its element, a page mark a break for printing."""

from __future__ import annotations

from html import escape

from cowork_dsl.compiler.artifacts.office.blocks import cells_of, document, plain_words, words_of
from cowork_dsl.compiler.artifacts.registry import writes
from cowork_dsl.compiler.values.doc import Block


@writes("document", ".html", ".htm")
def write_html(content: str) -> bytes:
    """An html file."""
    blocks = document(content)
    title = next((plain_words(block) for block in blocks if block.kind == "heading"), "")
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        f'<head><meta charset="utf-8"><title>{escape(title)}</title></head>',
        "<body>",
    ]
    listed = False
    for block in blocks:
        if listed != (block.kind == "item"):
            listed = not listed
            lines.append("<ul>" if listed else "</ul>")
        lines.append(_element(block))
    if listed:
        lines.append("</ul>")
    return "\n".join([*lines, "</body>", "</html>", ""]).encode("utf-8")


def _element(block: Block) -> str:
    name = f' id="{escape(block.label)}"' if block.label else ""
    if block.kind == "page":
        return '<hr class="page" style="break-after: page">'
    if block.kind == "table":
        head, *rows = cells_of(block)
        lines = ["<table>", _row("th", head), *(_row("td", row) for row in rows), "</table>"]
        return "\n".join(lines)
    if block.kind == "code":
        return f"<pre>{escape(plain_words(block))}</pre>"
    text = "".join(
        f'<a href="{escape(target)}">{escape(words)}</a>' if target else escape(words)
        for words, target in words_of(block)
    )
    tag = f"h{min(block.level, 6)}" if block.kind == "heading" else "li" if block.kind == "item" else "p"
    return f"<{tag}{name}>{text}</{tag}>"


def _row(tag: str, cells: list[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"
