"""`reverse()`: the units in the opposite order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cowork_dsl.runtime.changes.editable import Editable
from cowork_dsl.runtime.changes.operators.registry import operator


@operator("reverse")
def reverse(target: Editable, args: Sequence[Any]) -> None:
    """Put the last row first."""
    target.arrange(range(target.size - 1, -1, -1))
