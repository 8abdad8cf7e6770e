"""`bump(col, by)`: every value of a column moved by an amount."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from cowork_dsl.compiler.values.arithmetic import add
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.runtime.changes.editable import Editable, Unfit, column_named
from cowork_dsl.runtime.changes.operators.registry import operator


@operator("bump")
def bump(target: Editable, args: Sequence[Any]) -> None:
    """Add an amount to each value of a column that has one: 1 where none is given."""
    if not args:
        raise Unfit("needs the column to move: bump(col, by)")
    column = column_named(target, args[0])
    values = {unit: target.value(unit, column) for unit in range(target.size)}
    there = {unit: value for unit, value in values.items() if value is not None}
    target.put({unit: {column: add(value, args[1] if len(args) > 1 else _one(value))} for unit, value in there.items()})


def _one(value: Any) -> Any:
    """One of whatever the value counts."""
    if isinstance(value, Money):
        return Money(Decimal(1), value.currency)
    return timedelta(days=1) if isinstance(value, date) else 1
