"""JSON lines: a value a line, exact numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal

from cowork_dsl.compiler.artifacts.registry import TableContent, writes
from cowork_dsl.compiler.values.cells import to_json
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.compiler.values.show import plain


@writes("table", ".jsonl")
def write_rows(content: TableContent) -> bytes:
    """A table as an object a line."""
    columns = [(column.name, column.header) for column in content.columns]
    return _lines([{header: row.get(name) for name, header in columns} for row in content.rows])


@writes("json", ".jsonl")
def write_values(content: object) -> bytes:
    """A list as a value a line.

    Raises:
        Fail: It is no list.
    """
    if not isinstance(content, list | tuple):
        raise Fail("a .jsonl file holds a list")
    return _lines(content)


def _lines(values: Sequence[object]) -> bytes:
    return "".join(f"{_text(value)}\n" for value in values).encode("utf-8")


def _text(value: object) -> str:
    if isinstance(value, Mapping):
        inner = ", ".join(f"{json.dumps(str(key), ensure_ascii=False)}: {_text(item)}" for key, item in value.items())
        return f"{{{inner}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_text, value))}]"
    if isinstance(value, Decimal):
        return plain(value)
    if isinstance(value, Money):
        return str(to_json(value))
    return json.dumps(to_json(value), ensure_ascii=False)
