"""From a stored rollout back to what its verdict rests on: a re-grade sees exactly what the live grade saw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.runtime.record.trajectory import Call, Event, Moved, Result, Trajectory, Understood, Words
from cowork_dsl.runtime.record.worlds import load_world
from cowork_dsl.runtime.rollout.blobs import RolloutBlobs
from cowork_dsl.runtime.verdict.evidence import Entered, Evidence, Message, ToolCall, World
from cowork_dsl.runtime.workspace.tree import Blobs


def calls_of(events: Sequence[Event]) -> tuple[ToolCall, ...]:
    """The agent's tool calls; each stands where its result does."""
    return Past().calls(events)


class Past:
    """The tool calls of a record that grows: what was read once is not read again."""

    def __init__(self) -> None:
        self._seen = 0
        self._asked: dict[int, Call] = {}
        self._found: list[ToolCall] = []
        self._places: dict[int, int] = {}

    def calls(self, events: Sequence[Event]) -> tuple[ToolCall, ...]:
        """Those of the record so far, which only ever gets longer."""
        for event in events[self._seen :]:
            body = event.body
            if isinstance(body, Call):
                self._asked[body.call] = body
            elif isinstance(body, Result):
                self._places[event.index] = len(self._found)
                self._found.append(_tool_call(event, body, self._asked[body.call]))
            elif isinstance(body, Understood) and body.message in self._places:
                place = self._places[body.message]
                self._found[place] = replace(self._found[place], asks=body.asks)
        self._seen = len(events)
        return tuple(self._found)


def _tool_call(event: Event, result: Result, call: Call) -> ToolCall:
    return ToolCall(
        index=event.index,
        segment=event.segment,
        tool=result.tool,
        args=call.args,
        ok=result.ok,
        text=result.text,
        reads=result.reads,
        writes=result.writes,
        clock=datetime.fromisoformat(event.time),
    )


def messages_of(events: Sequence[Event]) -> tuple[Message, ...]:
    """What the agent and the users said."""
    understood = {body.message: body for event in events if isinstance(body := event.body, Understood)}
    found: list[Message] = []
    for event in events:
        if isinstance(body := event.body, Words):
            meant = understood.get(event.index)
            tells, asks = (meant.tells, meant.asks) if meant is not None else ((), ())
            found.append(Message(event.index, event.segment, body.speaker, body.text, tells, asks))
    return tuple(found)


def entered_of(events: Sequence[Event]) -> tuple[Entered, ...]:
    """The transitions that fired."""
    return tuple(
        Entered(event.index, body.user, body.entered, body.transition, body.name)
        for event in events
        if isinstance(body := event.body, Moved)
    )


def history_of(events: Sequence[Event], past: Past, moments: Mapping[str, int], start: World) -> Evidence:
    """What codes may know of a rollout that still runs: what was said and called; the states are all the start's."""
    return Evidence(
        before=start,
        after=start,
        truth=start,
        moments=moments,
        calls=past.calls(events),
        messages=messages_of(events),
        entered=entered_of(events),
    )


def evidence_of(trajectory: Trajectory, bundle: Bundle, blobs: Blobs) -> Evidence:
    """What the verdict of a stored rollout rests on.

    Args:
        trajectory: A rollout that ran to its end.
        bundle: The environment that it ran in.
        blobs: Where its states lie.

    Raises:
        ValueError: The rollout broke before it could end, so there is nothing to grade.
        LookupError: A content is missing from the blobs.
    """
    blobs = RolloutBlobs(bundle, blobs)
    if trajectory.worlds is None:
        raise ValueError(f"rollout {trajectory.id} ended as {trajectory.termination}: there is nothing to grade")
    worlds = trajectory.worlds
    return Evidence(
        before=load_world(worlds.before, blobs),
        after=load_world(worlds.after, blobs),
        truth=load_world(worlds.truth, blobs),
        moments=dict(trajectory.moments),
        at={name: load_world(digest, blobs) for name, digest in worlds.at.items()},
        truth_at={name: load_world(digest, blobs) for name, digest in worlds.truth_at.items()},
        calls=calls_of(trajectory.events),
        messages=messages_of(trajectory.events),
        entered=entered_of(trajectory.events),
        ended=trajectory.termination,
    )
