"""`table("a.csv")`: csv, tsv and jsonl; delimited ones whatever their delimiter, header spelling, column order and quoting.

Cells are read by the declared type of their column: ``1.234`` under ``money`` or ``decimal`` is what the cell parser
says of it, never a guess of this reader. Rows with nothing in them are no rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cowork_dsl.compiler.analysis.types import TEXT, Type
from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.compiler.values.cells import CellError, parse_cell, type_from_text
from cowork_dsl.compiler.values.compare import nfc
from cowork_dsl.compiler.values.failures import Unreadable
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.readers import delimited
from cowork_dsl.runtime.readers.bounds import MAX_CELLS
from cowork_dsl.runtime.readers.decode import readable
from cowork_dsl.runtime.readers.json import json_lines
from cowork_dsl.runtime.readers.layout import Column, columns_from, layout
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import reader
from cowork_dsl.runtime.readers.typed import typed
from cowork_dsl.runtime.readers.xlsx import first_table

_TWICE = "certain: two headers of the file claim this column"


@reader("table", ".csv", ".tsv", ".tab", ".jsonl")
def parse_table(data: bytes, path: str, form: Form | None) -> Table:
    """The table in a file; of a workbook that of its first sheet that is shown."""
    if path.lower().endswith((".xlsx", ".xlsm")):
        return first_table(data, path, form)
    text = readable(data, "table")
    if path.lower().endswith(".jsonl"):
        return lines_table(json_lines(text), path, form)
    if any(text.count(mark) > MAX_CELLS for mark in (*delimited.DELIMITERS, "\n")):
        raise Malformed(f"has more than {MAX_CELLS} cells")
    found = layout(text, form, path)
    records = delimited.rows(text, found.delimiter, found.start)
    key = _key(form)
    if not found.columns:
        return Table((), (), key, name=path)
    cells = [_cell_reader(column) for column in found.columns]
    rows = [_row(record, found.columns, cells) for record in records[1:] if any(map(str.strip, record))]
    return Table(tuple(column.name for column in found.columns), tuple(rows), key, name=path)


def lines_table(lines: Sequence[object], path: str, form: Form | None) -> Table:
    """The table of the objects in a jsonl file; a field that an object lacks is empty."""
    headers: dict[str, None] = {}
    for number, line in enumerate(lines, 1):
        if not isinstance(line, dict):
            raise Malformed(f"is no table: the value {number} is no object")
        headers.update(dict.fromkeys(line))
        if number * len(headers) > MAX_CELLS:
            raise Malformed(f"has more than {MAX_CELLS} cells")
    columns = columns_from(list(headers), form.columns if form is not None else ())
    rows = [
        {column.name: _field(line.get(column.header), column) for column in columns}
        for line in lines
        if isinstance(line, dict)
    ]
    return Table(tuple(column.name for column in columns), tuple(rows), _key(form), name=path)


def _field(value: Any, column: Column) -> Any:
    if column.doubtful:
        return Unreadable(str(value)[:200], _TWICE)
    if column.form is not None and column.form.type != "text":
        return typed(value, column.form.type)
    if value is None and column.form is not None:
        return ""
    return nfc(" ".join(value.split())) if isinstance(value, str) else value


def _key(form: Form | None) -> str | None:
    return next((column.name for column in form.columns if column.key), None) if form is not None else None


def _cell_reader(column: Column) -> Callable[[str], Any]:
    if column.doubtful:
        return lambda text: Unreadable(text, _TWICE)
    wanted = TEXT if column.form is None else type_from_text(column.form.type)
    if wanted == TEXT:
        return lambda text: nfc(" ".join(text.split()))
    return lambda text: typed_cell(text, wanted)


def typed_cell(text: str, wanted: Type) -> Any:
    """The value of a cell, or what says that it has none of its type."""
    try:
        return parse_cell(text, wanted, tolerant=True)
    except CellError as error:
        return Unreadable(text.strip()[:200], str(error))


def _row(record: Sequence[str], columns: Sequence[Column], cells: Sequence[Callable[[str], Any]]) -> dict[str, Any]:
    extra = record[len(columns) :]
    if any(map(str.strip, extra)):
        # most likely a delimiter inside an unquoted cell: which cell is which can't be told
        wanted = f"in line with its header: the row has {len(record)} cells, the header {len(columns)}"
        return {column.name: Unreadable(text, wanted) for column, text in zip(columns, record, strict=False)}
    given = {column.name: read(text) for column, read, text in zip(columns, cells, record, strict=False)}
    for column, read in zip(columns[len(record) :], cells[len(record) :], strict=True):
        given[column.name] = read("")
    return given
