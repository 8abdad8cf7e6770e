"""Declared faults of tools: what a call gives at which something goes wrong."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from cowork_dsl.compiler.bundle.models import Trouble
from cowork_dsl.runtime.harness.agent import Answer

SLOW = timedelta(minutes=30)
"""What a slow call takes, in-universe, beyond its step."""

_REFUSED = {
    "rate_limit": "error: 429 too many requests: the rate limit is reached; try again later",
    "server_error": "error: 500 internal server error: the request was not carried out; try again later",
}


class Faults:
    """Counts the calls of each tool, and tells which of them goes wrong."""

    def __init__(self, declared: Sequence[Trouble]) -> None:
        self._declared = {(one.tool, one.call): one.kind for one in declared}
        self._counts: dict[str, int] = {}

    def next(self, tool: str) -> str | None:
        """What goes wrong at this call of a tool, if anything."""
        self._counts[tool] = self._counts.get(tool, 0) + 1
        return self._declared.get((tool, self._counts[tool]))


def refusal(fault: str) -> Answer | None:
    """The answer to a call that is not carried out because of its fault."""
    text = _REFUSED.get(fault)
    return None if text is None else Answer(False, text)
