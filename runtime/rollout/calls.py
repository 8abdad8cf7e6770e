"""The agent's tool calls: made, recorded, and told to the users as events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from math import isfinite
from threading import Lock
from typing import Any

from cowork_dsl.runtime.harness.agent import Answer
from cowork_dsl.runtime.record.log import clean
from cowork_dsl.runtime.record.trajectory import Approval, Call, Fault, Result, Understood, WorkspaceChange
from cowork_dsl.runtime.rollout.faults import SLOW, Faults, refusal
from cowork_dsl.runtime.rollout.ground import Ground
from cowork_dsl.runtime.rollout.mailroom import Mailroom
from cowork_dsl.runtime.rollout.moments import Moments, first_moment
from cowork_dsl.runtime.rollout.tools import toolbox_of
from cowork_dsl.runtime.services.arguments import exact
from cowork_dsl.runtime.tools.toolbox import CallEffects
from cowork_dsl.runtime.users.events import Happening
from cowork_dsl.runtime.users.facts import asked_facts
from cowork_dsl.runtime.verdict.evidence import Rows

Decide = Callable[[Happening], tuple[str, bool] | None]
"""Asks the users about a call that needs approval: who decided, and how; None where nobody did."""

_DEEP = 64


class Calls:
    """Makes the calls of one rollout.

    Attributes:
        toolbox: The tools.
        count: How many calls were made.
        waiting: What the users are still to be told of calls that a running program made.
    """

    def __init__(self, ground: Ground, moments: Moments, mailroom: Mailroom, decide: Decide) -> None:
        self.toolbox = toolbox_of(ground)
        self.count = 0
        self.waiting: list[Happening] = []
        self._inside = Lock()
        self._running = False
        self._ground = ground
        self._moments = moments
        self._mailroom = mailroom
        self._decide = decide
        self._faults = Faults(ground.bundle.policy.troubles)

    def renew(self) -> None:
        """Make the tools anew, after what the agent may do has changed."""
        self.toolbox = toolbox_of(self._ground)

    def make(self, tool: str, args: Mapping[str, Any]) -> tuple[Answer, list[Happening]]:
        """Make a call; gives the answer and the events, those of calls from inside of it first."""
        args = _cut(args)
        number, audited = self._begin(tool, args)
        boxes = self._mailroom.open()
        answer = self._held(number, tool, args)
        effects = CallEffects()
        if answer is None:
            answer = self._served(number, tool, args, self._open_door(tool))
            effects = self.toolbox.effects
        inside, self.waiting = self.waiting, []
        tables = () if inside else self._tables(audited)
        reads = tuple(clean(path) for path in effects.reads)
        writes = tuple(clean(path) for path in effects.changes.paths) + tables
        index = self._end(number, tool, answer, reads, writes)
        if not inside:
            self._hear(index, boxes)
        self._ground.note_changes("agent", tables, found=effects.tree)
        self._moments.note([first_moment(clean(path)) for path in effects.changes.added], index)
        return answer, [*inside, *self._events(tool, args, answer, reads, writes)]

    def make_inside(self, tool: str, args: Mapping[str, Any]) -> Answer:
        """Make a call for a program that runs: only services are called so, and users react when the program ends."""
        if tool not in self._ground.services:
            return Answer(False, f"error: a program calls tools of services only, and {tool!r} is none")
        with self._inside:
            if not self._running:
                return Answer(False, "error: the call that this program was started in has ended")
            return self._make_inside(tool, _cut(args))

    @contextmanager
    def _open_door(self, tool: str) -> Iterator[None]:
        """Answer programs while this call runs them, and no longer: what they leave behind must not meet the users."""
        with self._inside:
            self._running = tool not in self._ground.services
        try:
            yield
        finally:
            with self._inside:
                self._running = False

    def _make_inside(self, tool: str, args: Mapping[str, Any]) -> Answer:
        number, audited = self._begin(tool, args)
        boxes = self._mailroom.open()
        if self.toolbox.asks(tool):
            answer = Answer(False, f"error: {tool} needs approval, so a program can't call it")
        else:
            answer = self._served(number, tool, args, nullcontext())
        tables = self._tables(audited)
        self._hear(self._end(number, tool, answer, (), tables), boxes)
        if tables:
            self._ground.log.add("workspace", "private", WorkspaceChange(by="agent", tables=tables))
        self.waiting += self._events(tool, args, answer, (), tables)
        return answer

    def _held(self, number: int, tool: str, args: Mapping[str, Any]) -> Answer | None:
        """The answer to a call that needs approval and does not get it."""
        if not self.toolbox.asks(tool):
            return None
        decision = self._decide(Happening("approval", self._names(tool), details=self._details(tool, args)))
        by, approved = decision if decision is not None else (None, False)
        self._ground.log.add("user", "private", Approval(call=number, tool=clean(tool), approved=approved, by=by))
        return None if approved else Answer(False, f"error: {tool} needs approval, and it was not given")

    def _served(self, number: int, tool: str, args: Mapping[str, Any], door: AbstractContextManager[None]) -> Answer:
        """What a call gives that is let through, with its fault where it has one; the door is open while it runs."""
        fault = self._faults.next(tool)
        answer = refusal(fault) if fault is not None else None
        if fault is not None:
            self._ground.log.add("system", "private", Fault(call=number, tool=clean(tool), trouble=fault))
        if answer is not None:
            self.toolbox.forget()
            return answer
        with door:
            result = self.toolbox.call(tool, args)
        if fault == "slow":
            self._ground.clock.advance(SLOW)
        return Answer(result.ok, "" if fault == "empty" else clean(result.text))

    def _hear(self, index: int, boxes: Mapping[str, Rows]) -> None:
        """Notes what the agent's messages to users outside the chat ask for."""
        asks: list[str] = []
        for letter in self._mailroom.collect(boxes):
            profile = next((one for one in self._ground.bundle.profile.users if one.name == letter.user), None)
            asks += asked_facts(profile, letter.text) if profile is not None else ()
        if asks:
            self._ground.log.add("user", "private", Understood(message=index, asks=tuple(dict.fromkeys(asks))))

    def _names(self, tool: str) -> tuple[str, ...]:
        """A tool's name, alone and after its service or set."""
        declared = next((one for one in self._ground.bundle.tools.tools if one.name == tool), None)
        return (tool,) if declared is None else (tool, f"{declared.source}.{tool}")

    def _details(self, tool: str, args: Mapping[str, Any]) -> dict[str, Any]:
        """What `event.` shows of a call: its arguments as values."""
        given = self._ground.services.typed(tool, args) if tool in self._ground.services else exact(args)
        return {"tool": tool, **given}

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
        details = {"result": answer.text, **self._details(tool, args)}
        found = [Happening("act", self._names(tool), details=details)]
        if not answer.ok:
            found.append(Happening("error", self._names(tool), details=details))
        if reads:
            found.append(Happening("read", reads))
        if writes:
            found.append(Happening("change", writes))
        found.append(Happening("step", number=self._ground.log.step))
        return found


def _cut(value: Any, depth: int = 0) -> Any:
    """Arguments without what lies too deep in them; no tool takes such a thing."""
    if isinstance(value, Mapping):
        return {name: _cut(item, depth + 1) for name, item in value.items()} if depth < _DEEP else "…"
    if isinstance(value, list | tuple):
        return [_cut(item, depth + 1) for item in value] if depth < _DEEP else "…"
    return value


def _storable(value: Any) -> Any:
    """Arguments as the record can hold them."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, float) and not isfinite(value):
        return repr(value)
    if isinstance(value, Mapping):
        return {clean(str(key)): _storable(item) for key, item in value.items()}
    return [_storable(item) for item in value] if isinstance(value, list | tuple) else value
