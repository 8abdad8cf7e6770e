"""Schema of workbooks: sheets with a table, single cells, formulas, formats, hidden parts."""

from __future__ import annotations

from cowork_dsl.grammar.schema_model import Attr, Block, Body, attrs, blocks

KINDS: dict[str, str] = {"workbook": "An xlsx workbook: sheets, formulas, formats, hidden parts."}

_SHEET = Block("sheet", "A sheet, in the order of the tabs.", labels=("text",), body="sheet", unique="sheet")
OUTPUT_SHEET = Block("sheet", "A sheet of a workbook, by its name.", labels=("text",), body="form", unique="sheet")

BODIES = (
    Body(
        "workbook",
        "A workbook.",
        attrs(Attr("from", "string", "A real file beside the source that gives the bytes; the sheets give its types.")),
        blocks(_SHEET),
    ),
)

PARTS: dict[str, Body] = {
    "sheet": Body(
        "sheet",
        "A sheet. Its table begins in A1; a cell that begins with `=` is a formula, unless it stands in quotes.",
        attrs(
            Attr("fill", "generator", "Generated rows.", repeat=True),
            Attr("hidden", "bool", "Whether its tab is hidden."),
            Attr("hidden_rows", "expr", "Rows that are hidden, by their number in the sheet.", type="list(int)"),
            Attr("hidden_columns", "names", "Columns that are hidden, by name."),
            Attr("merged", "strings", "Rectangles that are one cell, as in `A1:C1`."),
            Attr("when", "expr", "Present only where this holds for the params."),
        ),
        blocks(
            Block(
                "cell",
                "A single cell, as in `B7`; a text that begins with `=` is a formula.",
                labels=("text",),
                value="expr",
                unique="cell",
            ),
            Block(
                "format",
                "The number format of a column or of a cell.",
                labels=("column",),
                value="string",
                unique="format",
            ),
            Block(
                "formula",
                "The formula of a column; `{row}` is the number of the row.",
                labels=("name",),
                value="string",
                unique="formula",
            ),
        ),
        rows="table",
    ),
}
"""Bodies of what stands inside of a workbook."""

FORM = Body(
    "form",
    "The form of a sheet.",
    blocks=blocks(
        Block("cell", "The type of a single cell, as in `B7`.", labels=("text",), value="type", unique="cell")
    ),
    rows="header",
)
