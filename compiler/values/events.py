"""What the record says: events in order, and the moments that others are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cowork_dsl.compiler.values.failures import Fail


@dataclass(frozen=True, slots=True, eq=False)
class Event(Mapping[str, Any]):
    """One event; ``index`` is its place in the record, ``fields`` what expressions may read of it."""

    index: int
    fields: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def __iter__(self) -> Any:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)


@dataclass(frozen=True, slots=True, eq=False)
class Events:
    """Some events, and where in the record each named moment lies (a moment that never came is absent)."""

    items: tuple[Event, ...]
    moments: Mapping[str, int] = field(default_factory=dict)


def _index(events: Events, moment: object) -> int:
    if isinstance(moment, Event):
        return moment.index
    found = events.moments.get(moment) if isinstance(moment, str) else None
    if found is None:
        raise Fail(f"the moment {moment} never came")
    return found


def until(events: Events, moment: object) -> Events:
    """Those before a moment."""
    index = _index(events, moment)
    return Events(tuple(event for event in events.items if event.index < index), events.moments)


def since(events: Events, moment: object) -> Events:
    """Those after a moment."""
    index = _index(events, moment)
    return Events(tuple(event for event in events.items if event.index > index), events.moments)


def turn(number: int) -> str:
    """The name of the moment of the n-th hand-back."""
    return f"turn({number})"
