"""The users' machines: what each user does at an event, as a pure function of state, event and view.

Rules of SCXML: transitions in order, earlier ones win; of two that would move the user only the earlier fires; an
entered state is an event of the same step. Each transition fires at most once in a step, so every step ends.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from cowork_dsl.compiler.bundle.models import Policy, Profile, Say, State, Transition, UserPolicy, UserProfile
from cowork_dsl.runtime.users.events import Happening, fits
from cowork_dsl.runtime.users.facts import asked_facts, asked_unknown, released


class View(Protocol):
    """What the machines may look at; everything else they know is in their own state."""

    def holds(self, user: str, guard: str, happening: Happening) -> bool:
        """Whether a guard holds on what the user sees and on the public history."""

    def reached(self, moment: str) -> bool:
        """Whether the moment that a code names has come."""

    def instant(self, code: str) -> datetime:
        """The moment of a ``clock`` event."""


@dataclass(frozen=True, slots=True)
class UserState:
    """Where one user stands.

    Attributes:
        state: The current state.
        entered: All states entered so far, the initial one among them.
        fired: Transition id to how often it fired.
        volunteered: The facts that were told without being asked.
    """

    state: str
    entered: frozenset[str]
    fired: Mapping[str, int] = field(default_factory=dict)
    volunteered: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PolicyState:
    """Where all users stand, by name in file order."""

    users: Mapping[str, UserState]


@dataclass(frozen=True, slots=True)
class Reaction:
    """What one user does at one event: to be acted out before anybody else reacts.

    Attributes:
        user: Who.
        asked: The facts that were asked for.
        answers: The facts to tell, in fact order.
        unknown: The topics to say "I don't know" about.
        fired: The transitions that fired, in order.
        entered: The state that was entered, if any.
        state: Where all users stand after it.
        causes: The event of each transition that fired.
        volunteered: The facts to tell without being asked.
    """

    user: str
    asked: tuple[str, ...]
    answers: tuple[str, ...]
    unknown: tuple[str, ...]
    fired: tuple[Transition, ...]
    entered: str | None
    state: PolicyState
    causes: tuple[Happening, ...] = ()
    volunteered: tuple[str, ...] = ()


@dataclass(frozen=True)
class Machines:
    """The policies of all users, ready to run.

    Attributes:
        users: In file order.
        profiles: By user.
        states: By user and name.
        waits: The types of events that a state reacts to.
        volunteers: The facts that a user tells unasked, because nothing else would tell them.
    """

    users: tuple[UserPolicy, ...]
    profiles: Mapping[str, UserProfile]
    states: Mapping[tuple[str, str], State]
    waits: Mapping[tuple[str, str], frozenset[str]]
    volunteers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def principal(self) -> UserPolicy | None:
        """The user that the chat is with."""
        return next((user for user in self.users if user.principal), None)

    def initial(self) -> PolicyState:
        """Everybody in their first state."""
        return PolicyState(
            {user.name: UserState(user.states[0].name, frozenset({user.states[0].name})) for user in self.users}
        )

    def finished(self, state: PolicyState) -> bool:
        """Whether the principal is in a final state."""
        principal = self.principal
        return principal is not None and self.states[principal.name, state.users[principal.name].state].final


def machines(policy: Policy, profile: Profile) -> Machines:
    """Prepare the machines of a bundle."""
    known = {user.name: user for user in profile.users}
    return Machines(
        policy.users,
        {user.name: known.get(user.name, UserProfile(name=user.name)) for user in policy.users},
        {(user.name, state.name): state for user in policy.users for state in user.states},
        {
            (user.name, state.name): frozenset(transition.event.type for transition in state.transitions)
            for user in policy.users
            for state in user.states
        },
        {user.name: _volunteers(user, known.get(user.name)) for user in policy.users},
    )


def _volunteers(user: UserPolicy, profile: UserProfile | None) -> tuple[str, ...]:
    said = {
        name
        for state in user.states
        for transition in state.transitions
        for act in transition.acts
        if isinstance(act, Say)
        for name in act.tells
    }
    facts = profile.facts if profile is not None else ()
    return tuple(fact.name for fact in facts if fact.volunteered and not fact.ask and fact.name not in said)


def _enabled(
    transition: Transition, happening: Happening, user: str, standing: UserState, spent: frozenset[str], view: View
) -> bool:
    if transition.id in spent:
        return False
    if transition.limit is not None and standing.fired.get(transition.id, 0) >= transition.limit:
        return False
    at = view.instant(transition.event.at) if transition.event.at is not None else None
    if not fits(transition.event, happening, at):
        return False
    return transition.when is None or view.holds(user, transition.when, happening)


def react(
    who: Machines,
    state: PolicyState,
    user: str,
    happenings: tuple[Happening, ...],
    view: View,
    *,
    heard: str | None = None,
    spent: frozenset[str] = frozenset(),
) -> Reaction | None:
    """What one user does at events that happen at once; None where they do nothing.

    Args:
        who: The machines.
        state: Where all users stand.
        user: Who reacts.
        happenings: The events; at most one transition fires for each.
        view: What can be seen.
        heard: Words of the agent to this user, at a hand-back.
        spent: Transitions that have fired in this step already.
    """
    standing, profile = state.users[user], who.profiles[user]
    transitions = who.states[user, standing.state].transitions
    types = [happening.type for happening in happenings]
    held = (
        [name for name in who.volunteers.get(user, ()) if name not in standing.volunteered] if "turn" in types else []
    )
    if not heard and not held and who.waits[user, standing.state].isdisjoint(types):
        return None  # most events of most calls: nothing has to be looked at
    asked = asked_facts(profile, heard) if heard else ()
    told = {fact.name for fact in profile.facts if released(fact, standing.entered, view.reached)}
    answers = tuple(name for name in asked if name in told)
    unknown = asked_unknown(profile, heard) if heard else ()
    waiting = [Happening("ask", (name,)) for name in asked] + list(happenings)
    answered = bool(answers or unknown) or any(
        _enabled(transition, happening, user, standing, spent, view)
        for happening in waiting
        if happening.type == "ask"
        for transition in transitions
    )
    volunteered = tuple(name for name in held if name in told and name not in answers)
    fired: list[Transition] = []
    causes: list[Happening] = []
    entered: str | None = None
    for transition in transitions:
        if (entered is not None and transition.goto is not None) or (
            answered and transition.event.type == "turn" and transition.when is None
        ):
            continue
        cause = next((h for h in waiting if _enabled(transition, h, user, standing, spent, view)), None)
        if cause is None:
            continue
        waiting.remove(cause)
        fired.append(transition)
        causes.append(cause)
        entered = transition.goto if transition.goto is not None else entered
    if not (fired or answers or unknown or volunteered):
        return None
    standing = replace(standing, volunteered=standing.volunteered.union(volunteered))
    after = _after(state, user, standing, fired, entered)
    return Reaction(user, asked, answers, unknown, tuple(fired), entered, after, tuple(causes), volunteered)


def _after(
    state: PolicyState, user: str, standing: UserState, fired: list[Transition], entered: str | None
) -> PolicyState:
    counts = dict(standing.fired)
    for transition in fired:
        counts[transition.id] = counts.get(transition.id, 0) + 1
    after = replace(standing, fired=counts)
    if entered is not None:
        after = replace(after, state=entered, entered=standing.entered | {entered})
    return PolicyState({**state.users, user: after})


def unmoved(who: Machines, state: PolicyState, happenings: tuple[Happening, ...]) -> bool:
    """Whether nobody can do anything at these events, which are no hand-back; most events of most calls are such."""
    types = [happening.type for happening in happenings]
    return all(who.waits[name, standing.state].isdisjoint(types) for name, standing in state.users.items())


def step(
    who: Machines,
    state: PolicyState,
    happenings: tuple[Happening, ...],
    view: View,
    *,
    heard: Mapping[str, str] | None = None,
) -> Generator[Reaction, None, PolicyState]:
    """One step, run to completion: yields each reaction, to be acted out before the next is asked for.

    Users react in file order; a state that one enters is an event for all before the next user's turn.

    Args:
        who: The machines.
        state: Where all users stand.
        happenings: The events of this step.
        view: What can be seen; it must show what earlier reactions did.
        heard: User to the agent's words to them.
    """
    spent: frozenset[str] = frozenset()
    for user in who.users:
        words = (heard or {}).get(user.name)
        queue: list[tuple[str, tuple[Happening, ...], str | None]] = [(user.name, happenings, words)]
        while queue:
            name, events, said = queue.pop(0)
            reaction = react(who, state, name, events, view, heard=said, spent=spent)
            if reaction is None:
                continue
            state = reaction.state
            spent |= {transition.id for transition in reaction.fired}
            yield reaction
            if reaction.entered is not None:
                entering = (Happening("enter", (f"{name}.{reaction.entered}",)),)
                queue.extend((other.name, entering, None) for other in who.users)
    return state
