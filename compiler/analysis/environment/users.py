"""Users (πU)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from cowork_dsl.compiler.analysis.environment.base import Code, Origin, Text
from cowork_dsl.compiler.analysis.environment.changes import Change
from cowork_dsl.compiler.source import Span
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Release:
    """When a fact may be told; all that is set must hold, ``ask`` topics apart (they say how it is answered)."""

    ask: tuple[str, ...] = ()
    state: str | None = None
    after: Code | None = None
    volunteered: bool = False
    never: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """What a user knows."""

    name: str
    text: Text
    release: Release
    terms: tuple[str, ...]
    actual: Text | None
    origin: Origin


@dataclass(frozen=True, slots=True)
class Event:
    """What fires a transition: ``start turn ask change read act step clock enter error approval claim idle``."""

    type: str
    subject: str | None = None
    number: int | None = None
    at: Code | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """Words of the user; ``tells`` are the facts that its holes insert.

    ``wish`` is what a ``speak`` asks a model to word; ``text`` is then what is said without one.
    """

    text: Text
    tells: tuple[str, ...]
    origin: Origin
    wish: Text | None = None


@dataclass(frozen=True, slots=True)
class SetValue:
    """``set NAME = e`` for a value in force."""

    name: str
    code: Code
    origin: Origin


@dataclass(frozen=True, slots=True)
class Advance:
    """Moves the in-universe clock."""

    by: Code
    origin: Origin


@dataclass(frozen=True, slots=True)
class Permit:
    """``grant`` or ``revoke``: what the agent may do changes; no values mean all of the subject."""

    op: Literal["grant", "revoke"]
    subject: str
    values: tuple[str, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class NewSession:
    """``session = new``: the agent's messages begin anew."""

    origin: Origin


UserAct: TypeAlias = Change | Say | SetValue | Advance | Permit | NewSession


@dataclass(frozen=True, slots=True)
class Transition:
    """``on EVENT { ... }``; ``index`` counts within its state, from 0."""

    state: str
    index: int
    event: Event
    name: str | None
    kind: str | None
    when: Code | None
    limit: int | None
    acts: tuple[UserAct, ...]
    goto: str | None
    origin: Origin
    approve: bool | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A state of a user's policy."""

    name: str
    final: bool
    transitions: tuple[Transition, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Address:
    """Where a user's words arrive: a place in the table of messages of a service, such as an address of mail."""

    service: str
    place: str
    span: Span


@dataclass(frozen=True, slots=True)
class User:
    """πU of one user; the first user of a file is the principal."""

    name: str
    persona: Text | None
    wants: Text | None
    sees: tuple[str, ...]
    authority: tuple[str, ...]
    unknown: tuple[str, ...]
    address: Address | None
    facts: tuple[Fact, ...]
    states: tuple[State, ...]
    origin: Origin
