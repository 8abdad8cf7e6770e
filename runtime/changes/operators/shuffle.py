"""`shuffle(seed)`: the units in another order, the same for the same seed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from cowork_dsl.runtime.changes.editable import Editable
from cowork_dsl.runtime.changes.operators.registry import operator


@operator("shuffle")
def shuffle(target: Editable, args: Sequence[Any]) -> None:
    """Order the rows by a digest of the seed (0 where none is given) and their place."""
    seed = args[0] if args else 0

    def key(unit: int) -> bytes:
        return hashlib.sha256(f"{seed}:{unit}".encode()).digest()

    target.arrange(sorted(range(target.size), key=key))
