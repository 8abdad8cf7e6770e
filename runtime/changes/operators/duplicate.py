"""`duplicate(n)`: one unit twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cowork_dsl.runtime.changes.editable import Editable, unit_number
from cowork_dsl.runtime.changes.operators.registry import operator


@operator("duplicate")
def duplicate(target: Editable, args: Sequence[Any]) -> None:
    """Repeat the row n, from 0, or from the end where negative; the last one where none is named."""
    twice = unit_number(target, args[0] if args else -1)
    target.arrange([unit for unit in range(target.size) for _ in range(2 if unit == twice else 1)])
