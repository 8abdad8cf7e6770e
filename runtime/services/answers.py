"""Results of a service's tool as JSON, as the agent sees them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cowork_dsl.compiler.values.cells import to_json
from cowork_dsl.compiler.values.failures import is_none
from cowork_dsl.compiler.values.tables import Table

MAX_RESULT = 30_000
"""Characters of a result that an agent gets to see."""


def _plain(value: Any) -> Any:
    if is_none(value):
        return None
    if isinstance(value, Table):
        return [_plain(row) for row in value.rows]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return to_json(value)


def answer_text(value: Any) -> str:
    """A result as JSON text, in bounded size."""
    text = json.dumps(_plain(value), ensure_ascii=False, indent=1)
    if len(text) <= MAX_RESULT:
        return text
    return f"{text[:MAX_RESULT]}\n... ({len(text) - MAX_RESULT} characters more; ask for less)"
