"""`truncate()`: the first half."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cowork_dsl.runtime.changes.editable import Editable
from cowork_dsl.runtime.changes.operators.registry import operator


@operator("truncate")
def truncate(target: Editable, args: Sequence[Any]) -> None:
    """Leave the first n rows; half of them, rounded down, where no number is given."""
    kept = args[0] if args else target.size // 2
    target.arrange(range(max(0, min(int(kept), target.size))))
