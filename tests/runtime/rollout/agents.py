"""An agent for tests, and looks at what a rollout recorded."""

from collections.abc import Callable, Mapping
from typing import Any

from cowork_dsl.runtime.harness.agent import Backstage
from cowork_dsl.runtime.record.trajectory import (
    Event,
    Trajectory,
    Words,
)

Work = Callable[[Backstage], str | None]


class Working:
    """An agent that is a function a segment; after the last it hands back without a word."""

    name = "working"
    version = "1"
    settings: Mapping[str, str] = {}

    def __init__(self, *segments: Work | str) -> None:
        self._segments = segments

    def segment(self, context: Backstage) -> str | None:
        if context.segment > len(self._segments):
            return ""
        work = self._segments[context.segment - 1]
        return work if isinstance(work, str) else work(context)


def bodies(trajectory: Trajectory, kind: type[Any]) -> list[Any]:
    """What a record holds of one kind, in order."""
    return [event.body for event in trajectory.events if isinstance(event.body, kind)]


def said_by(trajectory: Trajectory, speaker: str) -> list[str]:
    """The words of one speaker."""
    return [words.text for words in bodies(trajectory, Words) if words.speaker == speaker]


def where(trajectory: Trajectory, wanted: Callable[[Event], bool]) -> int:
    """The index of the first such event."""
    return next(event.index for event in trajectory.events if wanted(event))
