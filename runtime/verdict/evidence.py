"""What a verdict rests on: states of the world and the record of one rollout.

The rollout makes it while it runs; a re-grade rebuilds the same from the stored trajectory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

Rows = tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class World:
    """One state of everything that can be read.

    Attributes:
        files: Path to bytes of every regular file, tool droppings left out. May read lazily from disk or a store,
            so look up one path at a time.
        tables: ``service.table`` to rows; values are the language's values (see compiler.values).
        values: Values in force, by name.
    """

    files: Mapping[str, bytes]
    tables: Mapping[str, Rows] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call by the agent.

    Attributes:
        index: Position in the record; one counter for calls, messages and transitions.
        segment: The work segment, from 1.
        tool: Its name.
        args: What was given.
        ok: Whether it succeeded.
        text: The result as the agent saw it.
        reads: Workspace files that were opened during the call, by any program.
        writes: Paths that were created, changed or removed.
        clock: In-universe time at its end.
        asks: The facts that it asked a user for, as a mail does.
    """

    index: int
    segment: int
    tool: str
    args: Mapping[str, Any]
    ok: bool
    text: str
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    clock: datetime | None = None
    asks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Message:
    """Words of the agent (``actor`` is ``agent``) or of a user (their name); ``tells`` and ``asks`` are facts."""

    index: int
    segment: int
    actor: str
    text: str
    tells: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entered:
    """A user entered a state, or (``state`` None) a transition fired without moving."""

    index: int
    user: str
    state: str | None
    transition: str | None
    name: str | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything of one rollout that the verifier may look at.

    Attributes:
        before: The start.
        after: The final world.
        truth: The start plus what users really changed and set.
        moments: Moment name to the index in the record at which it happened: ``turn(1)``, ``correcting``,
            ``finance_lead.correcting``, ``first(out/a.csv)``. A moment that never came is absent.
        at: Moment name to the world there; only moments that the verifier names need be present.
        truth_at: The same for the truth replica.
        calls, messages, entered: The record, in order.
        ended: How the run ended: ``done`` where the principal reached a final state, else the reason.
    """

    before: World
    after: World
    truth: World
    moments: Mapping[str, int] = field(default_factory=dict)
    at: Mapping[str, World] = field(default_factory=dict)
    truth_at: Mapping[str, World] = field(default_factory=dict)
    calls: tuple[ToolCall, ...] = ()
    messages: tuple[Message, ...] = ()
    entered: tuple[Entered, ...] = ()
    ended: str = "done"
