"""`empty()`: nothing is left, not even a header."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cowork_dsl.runtime.changes.editable import Editable
from cowork_dsl.runtime.changes.operators.registry import operator


@operator("empty")
def empty(target: Editable, args: Sequence[Any]) -> None:
    """Leave an empty file, or a service's table without rows."""
    target.clear()
