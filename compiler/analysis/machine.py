"""The state machine of a user, as a graph."""

from __future__ import annotations

from collections.abc import Iterator

from cowork_dsl.compiler.analysis.environment import (
    Change,
    Delete,
    EditWith,
    Insert,
    Permit,
    Put,
    Relocate,
    SetValue,
    Transition,
    Update,
    User,
)

CHANGES = (Put, Insert, Update, Delete, Relocate, EditWith)


def transitions(user: User) -> Iterator[Transition]:
    """All transitions of a user."""
    for state in user.states:
        yield from state.transitions


def changes(transition: Transition) -> list[Change]:
    """The changes that a transition makes."""
    return [act for act in transition.acts if isinstance(act, CHANGES)]


def acts(transition: Transition) -> bool:
    """Whether a transition does more than talk."""
    return any(isinstance(act, (*CHANGES, SetValue, Permit)) for act in transition.acts)


def reachable(user: User) -> set[str]:
    """The states that can be entered."""
    known = {state.name: state for state in user.states}
    if not user.states:
        return set()
    found = {user.states[0].name}
    stack = [user.states[0].name]
    while stack:
        state = known[stack.pop()]
        if state.final:
            continue
        for transition in state.transitions:
            if transition.goto is not None and transition.goto in known and transition.goto not in found:
                found.add(transition.goto)
                stack.append(transition.goto)
    return found


def ending(user: User) -> set[str]:
    """The states from which a final one can be entered."""
    found = {state.name for state in user.states if state.final}
    grown = True
    while grown:
        grown = False
        for state in user.states:
            if state.name not in found and any(transition.goto in found for transition in state.transitions):
                found.add(state.name)
                grown = True
    return found
