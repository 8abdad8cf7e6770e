"""An agent that works like another one, and does something more in one segment."""

from __future__ import annotations

from collections.abc import Mapping

from cowork_dsl.compiler.bundle.models import Act, Turn
from cowork_dsl.runtime.harness.agent import Agent, Backstage
from cowork_dsl.runtime.harness.scripted import Scripted


class Extended:
    """Lets `worker` work, and carries out `acts` before the hand-back of one segment."""

    version = "1"

    def __init__(self, worker: Agent, acts: tuple[Act, ...], segment: int) -> None:
        self.name = "extended"
        self.settings: Mapping[str, str] = {}
        self._worker = worker
        self._more = Scripted((Turn(acts=acts),))
        self._segment = segment

    def segment(self, context: Backstage) -> str | None:
        """Works; what the further acts reply stands in place of the worker's words."""
        said = self._worker.segment(context)
        if context.segment != self._segment:
            return said
        return self._more.segment(context) or said
