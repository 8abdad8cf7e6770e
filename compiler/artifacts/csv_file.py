"""Tables as csv and tsv: RFC 4180 quoting where needed, LF line ends, a header always."""

from __future__ import annotations

import csv
import io

from cowork_dsl.compiler.artifacts.registry import TableContent, writes
from cowork_dsl.compiler.values.cells import format_cell


@writes("table", ".csv")
def write_csv(content: TableContent) -> bytes:
    """A csv file."""
    return _delimited(content, ",")


@writes("table", ".tsv")
def write_tsv(content: TableContent) -> bytes:
    """A tsv file."""
    return _delimited(content, "\t")


def _delimited(content: TableContent, delimiter: str) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow([column.header for column in content.columns])
    columns = [(column.name, column.type) for column in content.columns]
    for row in content.rows:
        writer.writerow([format_cell(row.get(name), kind) for name, kind in columns])
    return out.getvalue().encode("utf-8")
