"""The events of a rollout while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cowork_dsl.runtime.record.trajectory import Actor, Body, Event, Understood, Visibility, Words


def clean(text: str) -> str:
    """Text that UTF-8 can hold: a byte that a file name smuggled in is shown as an escape."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text


@dataclass(slots=True)
class Log:
    """Events in order; ``now`` gives the in-universe time of each.

    Attributes:
        segment: The current work segment, 0 before the first.
        step: Tool calls so far.
    """

    now: Callable[[], str]
    events: list[Event] = field(default_factory=list)
    segment: int = 0
    step: int = 0

    def add(self, actor: Actor, visibility: Visibility, body: Body) -> int:
        """Append an event and give its index."""
        index = len(self.events)
        self.events.append(
            Event(
                index=index,
                segment=self.segment,
                step=self.step,
                time=self.now(),
                actor=actor,
                visibility=visibility,
                body=body,
            )
        )
        return index

    def say(self, actor: Actor, words: Words, tells: tuple[str, ...] = (), asks: tuple[str, ...] = ()) -> None:
        """Append a message; which facts it tells or asks for is nothing that the agent may learn."""
        index = self.add(actor, "public", words)
        if tells or asks:
            self.add("user", "private", Understood(message=index, tells=tells, asks=asks))
