"""The agent's tool calls: made, recorded, and told to the users as events."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from cowork_dsl.runtime.harness.agent import Answer
from cowork_dsl.runtime.record.log import clean
from cowork_dsl.runtime.record.trajectory import Call, Result, WorkspaceChange
from cowork_dsl.runtime.rollout.ground import Ground
from cowork_dsl.runtime.rollout.moments import Moments, first_moment
from cowork_dsl.runtime.rollout.tools import toolbox_of
from cowork_dsl.runtime.users.events import Happening


class Calls:
    """Makes the calls of one rollout.

    Attributes:
        toolbox: The tools.
        count: How many calls were made.
        waiting: What the users are still to be told of calls that a running program made.
    """

    def __init__(self, ground: Ground, moments: Moments) -> None:
        self.toolbox = toolbox_of(ground)
        self.count = 0
        self.waiting: list[Happening] = []
        self._ground = ground
        self._moments = moments

    def make(self, tool: str, args: Mapping[str, Any]) -> tuple[Answer, list[Happening]]:
        """Make a call; gives the answer and the events, those of calls from inside of it first."""
        number, audited = self._begin(tool, args)
        result = self.toolbox.call(tool, args)
        effects = self.toolbox.effects
        inside, self.waiting = self.waiting, []
        tables = () if inside else self._tables(audited)
        answer = Answer(result.ok, clean(result.text))
        reads = tuple(clean(path) for path in effects.reads)
        writes = tuple(clean(path) for path in effects.changes.paths) + tables
        index = self._end(number, tool, answer, reads, writes)
        self._ground.note_changes("agent", tables, found=effects.tree)
        self._moments.note([first_moment(clean(path)) for path in effects.changes.added], index)
        return answer, [*inside, *self._events(tool, args, answer, reads, writes)]

    def make_inside(self, tool: str, args: Mapping[str, Any]) -> Answer:
        """Make a call for a program that runs: only services are called so, and users react when the program ends."""
        if tool not in self._ground.services:
            return Answer(False, f"error: a program calls tools of services only, and {tool!r} is none")
        number, audited = self._begin(tool, args)
        result = self.toolbox.call(tool, args)
        answer = Answer(result.ok, clean(result.text))
        tables = self._tables(audited)
        self._end(number, tool, answer, (), tables)
        if tables:
            self._ground.log.add("workspace", "private", WorkspaceChange(by="agent", tables=tables))
        self.waiting += self._events(tool, args, answer, (), tables)
        return answer

    def _begin(self, tool: str, args: Mapping[str, Any]) -> tuple[int, int]:
        self.count += 1
        self._ground.log.add("agent", "public", Call(call=self.count, tool=clean(tool), args=_storable(args)))
        return self.count, len(self._ground.services.audit)

    def _tables(self, audited: int) -> tuple[str, ...]:
        """The service tables that changed since so many lines of the audit log."""
        lines = self._ground.services.audit[audited:]
        return tuple(dict.fromkeys(table for done in lines for table in done.changed))

    def _end(self, number: int, tool: str, answer: Answer, reads: tuple[str, ...], writes: tuple[str, ...]) -> int:
        self._ground.clock.step()
        self._ground.log.step += 1
        result = Result(call=number, tool=clean(tool), ok=answer.ok, text=answer.text, reads=reads, writes=writes)
        return self._ground.log.add("tool", "public", result)

    def _events(
        self, tool: str, args: Mapping[str, Any], answer: Answer, reads: tuple[str, ...], writes: tuple[str, ...]
    ) -> list[Happening]:
        details = {**args, "result": answer.text}
        found = [Happening("act", (tool,), details=details)]
        if not answer.ok:
            found.append(Happening("error", (tool,), details=details))
        if reads:
            found.append(Happening("read", reads))
        if writes:
            found.append(Happening("change", writes))
        found.append(Happening("step", number=self._ground.log.step))
        return found


def _storable(value: Any) -> Any:
    """Arguments as the record can hold them."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, float) and not isfinite(value):
        return repr(value)
    if isinstance(value, Mapping):
        return {clean(str(key)): _storable(item) for key, item in value.items()}
    return [_storable(item) for item in value] if isinstance(value, list | tuple) else value
