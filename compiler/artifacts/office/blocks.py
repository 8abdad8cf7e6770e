"""Documents on the way to a file: the blocks of their Markdown text, and words with links."""

from __future__ import annotations

from cowork_dsl.compiler.values.doc import Block
from cowork_dsl.compiler.values.inline import pieces, unmarked
from cowork_dsl.compiler.values.markdown import blocks_of
from cowork_dsl.compiler.values.tables import Table


def document(text: str) -> tuple[Block, ...]:
    """The blocks of a text; links are marked in their words."""
    return blocks_of(text, "the document", mark_links=True)


def words_of(block: Block) -> list[tuple[str, str]]:
    """What a block says, as (words, target of their link or an empty text)."""
    return pieces(block.text, block.links)


def plain_words(block: Block) -> str:
    """What a block says."""
    return unmarked(block.text)


def cells_of(block: Block) -> list[list[str]]:
    """The cells of a table, its header first."""
    table = block.table
    assert isinstance(table, Table)
    return [[unmarked(str(cell)) for cell in row] for row in (table.columns, *(row.values() for row in table.rows))]


def by_page(blocks: tuple[Block, ...]) -> list[list[Block]]:
    """The blocks of each page."""
    found: list[list[Block]] = [[]]
    for block in blocks:
        if block.kind == "page":
            found.append([])
        else:
            found[-1].append(block)
    return found
