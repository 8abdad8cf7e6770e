"""`bump(col, by)`: every value of a column moved by an amount."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cowork_dsl.compiler.values.arithmetic import add
from cowork_dsl.runtime.changes.editable import Editable, Unfit, column_named
from cowork_dsl.runtime.changes.operators.registry import operator


@operator("bump")
def bump(target: Editable, args: Sequence[Any]) -> None:
    """Add an amount to each value of a column that has one: 1 where none is given."""
    if not args:
        raise Unfit("needs the column to move: bump(col, by)")
    column = column_named(target, args[0])
    by = args[1] if len(args) > 1 else 1
    values = {unit: target.value(unit, column) for unit in range(target.size)}
    target.put({unit: {column: add(value, by)} for unit, value in values.items() if value is not None})
