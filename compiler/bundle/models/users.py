"""private/policy.json and profile.json: the users' machines, and what they know."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cowork_dsl.compiler.bundle.models.base import Code, Model, Place, Template
from cowork_dsl.compiler.bundle.models.changes import Delete, Edit, Insert, Put, Relocate, Update


class Event(Model):
    """What fires a transition."""

    type: str
    subject: str | None = None
    number: int | None = None
    at: Code | None = None


class Say(Model):
    """Words; ``tells`` are the facts that they tell, ``wish`` what a model is asked to make of them."""

    op: Literal["say"] = "say"
    text: Template
    tells: tuple[str, ...] = ()
    wish: Template = ()


class SetValue(Model):
    """A value in force changes."""

    op: Literal["set"] = "set"
    name: str
    value: Code


class Advance(Model):
    """The in-universe clock moves by a duration."""

    op: Literal["advance"] = "advance"
    by: Code


class Permit(Model):
    """What the agent may do changes; no values mean all of the subject."""

    op: Literal["grant", "revoke"]
    subject: str
    values: tuple[str, ...] = ()


class NewSession(Model):
    """The agent's messages begin anew; files stay."""

    op: Literal["session"] = "session"


UserAct = Annotated[
    Put | Insert | Update | Delete | Relocate | Edit | Say | SetValue | Advance | Permit | NewSession,
    Field(discriminator="op"),
]


class Transition(Model):
    """``id`` is ``USER.STATE#INDEX``."""

    id: str
    name: str | None = None
    kind: str | None = None
    event: Event
    when: Code | None = None
    limit: int | None = None
    acts: tuple[UserAct, ...] = ()
    goto: str | None = None
    approve: bool | None = None
    place: Place


class State(Model):
    """A state; transitions in order, earlier ones win."""

    name: str
    final: bool = False
    transitions: tuple[Transition, ...] = ()
    place: Place


class Address(Model):
    """Where a user's words arrive: a place in the table of messages of a service."""

    service: str
    place: str


class UserPolicy(Model):
    """One user's machine; the first state is the initial one."""

    name: str
    principal: bool
    sees: tuple[str, ...] = ()
    authority: tuple[str, ...] = ()
    address: Address | None = None
    states: tuple[State, ...]


class Trouble(Model):
    """A fault of a tool at its n-th call."""

    tool: str
    call: int
    kind: Literal["rate_limit", "server_error", "slow", "empty"]


class Policy(Model):
    """private/policy.json. ``values`` are the values in force at the start."""

    users: tuple[UserPolicy, ...]
    values: dict[str, Code] = Field(default_factory=dict)
    troubles: tuple[Trouble, ...] = ()


class Fact(Model):
    """A fact with its release."""

    name: str
    text: Template
    ask: tuple[str, ...] = ()
    state: str | None = None
    after: Code | None = None
    volunteered: bool = False
    never: bool = False
    terms: tuple[str, ...] = ()
    actual: Template | None = None


class UserProfile(Model):
    """Who a user is and what they know."""

    name: str
    persona: str = ""
    wants: str = ""
    facts: tuple[Fact, ...] = ()
    unknown: tuple[str, ...] = ()


class Profile(Model):
    """private/profile.json."""

    users: tuple[UserProfile, ...]
