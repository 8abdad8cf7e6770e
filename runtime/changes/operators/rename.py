"""`rename(col, to)`: a column under another header."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cowork_dsl.runtime.changes.editable import Editable, Unfit, column_named
from cowork_dsl.runtime.changes.operators.registry import operator


@operator("rename")
def rename(target: Editable, args: Sequence[Any]) -> None:
    """Give a column another header."""
    if len(args) != 2:
        raise Unfit("needs the column and its new name: rename(col, to)")
    target.rename(column_named(target, args[0]), str(args[1]))
