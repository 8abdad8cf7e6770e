"""The in-universe clock of one rollout: tool calls, turns and users move it, nothing else does."""

from __future__ import annotations

from datetime import datetime, timedelta

from cowork_dsl.compiler.bundle.models import Clock


class UniverseClock:
    """In-universe time, to the second."""

    def __init__(self, declared: Clock) -> None:
        self.now = datetime.fromisoformat(declared.start)
        self._step = timedelta(seconds=declared.step)
        self._turn = timedelta(seconds=declared.turn)
        self._told = (self.now, self.now.isoformat())

    @property
    def text(self) -> str:
        """The time as ISO text with its zone."""
        if self._told[0] is not self.now:
            self._told = (self.now, self.now.isoformat())
        return self._told[1]

    def step(self) -> None:
        """A tool call was made."""
        self.now += self._step

    def turn(self) -> None:
        """The agent handed back."""
        self.now += self._turn

    def advance(self, by: timedelta) -> None:
        """A user lets time pass; it never runs backwards."""
        self.now += max(by, timedelta())
