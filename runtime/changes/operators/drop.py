"""`drop(n)`: without one unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cowork_dsl.runtime.changes.editable import Editable, unit_number
from cowork_dsl.runtime.changes.operators.registry import operator


@operator("drop")
def drop(target: Editable, args: Sequence[Any]) -> None:
    """Leave out the row n, from 0, or from the end where negative; the last one where none is named."""
    gone = unit_number(target, args[0] if args else -1)
    target.arrange([unit for unit in range(target.size) if unit != gone])
