"""Keys of new rows: from who makes the row and at which entry, never from a counter that others move, too."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import Any

from cowork_dsl.compiler.bundle.models import ColumnForm, Insert
from cowork_dsl.compiler.values.show import spell


def row_key(actor: str, entry: str, kind: str, taken: Collection[Any]) -> int | str:
    """A key that depends on nothing but actor and entry, unless a row has it already.

    Args:
        actor: ``agent`` or a user's name.
        entry: Which of the actor's doings makes the row.
        kind: The key column's type: a whole number for ``int``, otherwise a text.
        taken: The keys of the rows that are there.
    """
    for attempt in range(len(taken) + 1):
        digest = sha256(f"{actor}\0{entry}\0{attempt}".encode()).hexdigest()
        key = 100_000 + int(digest[:12], 16) % 900_000 if kind == "int" else f"{actor}-{digest[:8]}"
        if key not in taken:
            return key
    raise ValueError("there are as many rows as keys")  # pragma: no cover


def with_key(insert: Insert, columns: Sequence[ColumnForm], actor: str, entry: str, taken: Collection[Any]) -> Insert:
    """An insert with its row's key given, where it leaves it out."""
    key = next((column for column in columns if column.key), None)
    if key is None or key.name in insert.values:
        return insert
    made = row_key(actor, entry, key.type, taken)
    return insert.model_copy(update={"values": {**insert.values, key.name: spell(made)}})
