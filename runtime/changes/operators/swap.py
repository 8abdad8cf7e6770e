"""`swap(a, b)`: two columns, or two rows, in each other's place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cowork_dsl.runtime.changes.editable import Editable, Unfit, column_named, unit_number
from cowork_dsl.runtime.changes.operators.registry import operator


@operator("swap")
def swap(target: Editable, args: Sequence[Any]) -> None:
    """Exchange the values of two columns (names) in every row, or two rows (numbers from 0) with each other."""
    if len(args) != 2:
        raise Unfit("needs two columns or two rows: swap(a, b)")
    a, b = args
    if isinstance(a, int) and isinstance(b, int):
        one, other = unit_number(target, a), unit_number(target, b)
        order = list(range(target.size))
        order[one], order[other] = other, one
        target.arrange(order)
        return
    one_column, other_column = column_named(target, a), column_named(target, b)
    target.put(
        {
            unit: {one_column: target.value(unit, other_column), other_column: target.value(unit, one_column)}
            for unit in range(target.size)
        }
    )
