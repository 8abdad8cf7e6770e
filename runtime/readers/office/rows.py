"""Tables inside of documents: rows of texts, the first of which is the header."""

from __future__ import annotations

from cowork_dsl.compiler.values.doc import Block
from cowork_dsl.compiler.values.markdown import distinct
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.readers.bounds import MAX_CELLS
from cowork_dsl.runtime.readers.malformed import Malformed


def table_block(rows: list[list[str]], path: str, links: tuple[str, ...] = ()) -> Block | None:
    """The block of a table; None where it has no cell."""
    width = max((len(row) for row in rows), default=0)
    if not width:
        return None
    if width * len(rows) > MAX_CELLS:
        raise Malformed(f"has a table of more than {MAX_CELLS} cells")
    head = [" ".join(cell.split()) for cell in rows[0]] + [""] * (width - len(rows[0]))
    names = distinct(head)
    body = [dict(zip(names, [*row, *[""] * (width - len(row))], strict=True)) for row in rows[1:]]
    shown = "\n".join(
        " | ".join(" ".join(cell.split()) for cell in row) for row in (names, *(row.values() for row in body))
    )
    return Block("table", shown, table=Table(tuple(names), tuple(body), name=f"a table of {path}"), links=links)
