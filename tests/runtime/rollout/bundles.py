"""Variations of the handmade bundle."""

from dataclasses import replace
from typing import Any

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.bundle.bundle import Bundle, sealed
from tests.helpers.handmade import handmade_bundle, place


def on(event: str, *acts: m.UserAct, subject: str | None = None, at: str | None = None, **more: Any) -> m.Transition:
    """A transition; its id is given by ``with_states``."""
    told = {"id": "", "place": place(1), "acts": acts, **more}
    return m.Transition.model_validate({"event": m.Event(type=event, subject=subject, at=at), **told})


def say(text: str, *tells: str) -> m.Say:
    """Words."""
    return m.Say(text=(text,), tells=tells)


def user(
    name: str, states: dict[str, tuple[m.Transition, ...]], *, principal: bool = True, **more: Any
) -> m.UserPolicy:
    """A user; the state ``done`` is final."""
    made = [
        m.State(
            name=state,
            final=state == "done",
            transitions=tuple(
                one.model_copy(update={"id": f"{name}.{state}#{index}"}) for index, one in enumerate(transitions)
            ),
            place=place(1),
        )
        for state, transitions in states.items()
    ]
    return m.UserPolicy.model_validate({"name": name, "principal": principal, "states": made, "sees": ("**",), **more})


def bundle_with(
    *users: m.UserPolicy,
    facts: tuple[m.Fact, ...] = (),
    unknown: tuple[str, ...] = (),
    values: dict[str, str] | None = None,
    tools: dict[str, Any] | None = None,
    **more: Any,
) -> Bundle:
    """The handmade bundle with other users, facts, values in force and tools."""
    base = handmade_bundle()
    names = [one.name for one in users] or ["lead"]
    profile = m.Profile(users=tuple(m.UserProfile(name=name, facts=facts, unknown=unknown) for name in names))
    changed = replace(
        base,
        policy=m.Policy(users=users or base.policy.users, values=values or {}),
        profile=profile if users else base.profile,
        tools=base.tools.model_copy(update=tools or {}),
        **more,
    )
    return sealed(changed)
