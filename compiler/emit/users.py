"""private/policy.json and profile.json: the users' machines, and what they know."""

from __future__ import annotations

from cowork_dsl.compiler.analysis import environment as e
from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.emit.changes import Changes
from cowork_dsl.compiler.emit.lowering import Lowering
from cowork_dsl.compiler.emit.places import place_of_origin
from cowork_dsl.compiler.values.show import spell


def policy_of(env: e.Environment, lowering: Lowering, changes: Changes) -> m.Policy:
    """All users, in file order; the first is the principal."""
    users = tuple(_policy(user, place == 0, lowering, changes) for place, user in enumerate(env.users))
    values = {value.name: spell(lowering.constants.value(value.name, value.code)) for value in env.values}
    troubles = tuple(
        m.Trouble(tool=one.tool.rpartition(".")[2], call=one.call, kind=one.kind)  # type: ignore[arg-type]
        for one in env.interface.troubles
    )
    return m.Policy(users=users, values=values, troubles=troubles)


def profile_of(env: e.Environment, lowering: Lowering) -> m.Profile:
    """What each user is and knows."""
    return m.Profile(
        users=tuple(
            m.UserProfile(
                name=user.name,
                persona=lowering.constant_text(user.persona) if user.persona else "",
                wants=lowering.constant_text(user.wants) if user.wants else "",
                facts=tuple(_fact(fact, lowering) for fact in user.facts),
                unknown=user.unknown,
            )
            for user in env.users
        )
    )


def _policy(user: e.User, principal: bool, lowering: Lowering, changes: Changes) -> m.UserPolicy:
    return m.UserPolicy(
        name=user.name,
        principal=principal,
        sees=user.sees,
        authority=user.authority,
        address=m.Address(service=user.address.service, place=user.address.place) if user.address else None,
        states=tuple(
            m.State(
                name=state.name,
                final=state.final,
                transitions=tuple(_transition(user, transition, lowering, changes) for transition in state.transitions),
                place=place_of_origin(state.origin),
            )
            for state in user.states
        ),
    )


def _transition(user: e.User, on: e.Transition, lowering: Lowering, changes: Changes) -> m.Transition:
    key = f"{user.name}.{on.state}#{on.index}"
    return m.Transition(
        id=key,
        name=on.name,
        kind=on.kind,
        event=m.Event(
            type=on.event.type,
            subject=on.event.subject,
            number=on.event.number,
            at=spell(lowering.constants.evaluate(on.event.at)) if on.event.at else None,
        ),
        when=lowering.code(on.when) if on.when else None,
        limit=on.limit,
        acts=tuple(_act(act, lowering, changes, key) for act in on.acts),
        goto=on.goto,
        approve=on.approve,
        place=place_of_origin(on.origin),
    )


def _act(act: e.UserAct, lowering: Lowering, changes: Changes, owner: str) -> m.UserAct:
    match act:
        case e.Say():
            wish = lowering.template(act.wish) if act.wish is not None else ()
            return m.Say(text=lowering.template(act.text), tells=act.tells, wish=wish)
        case e.Permit():
            return m.Permit(op=act.op, subject=act.subject, values=act.values)
        case e.NewSession():
            return m.NewSession()
        case e.SetValue():
            return m.SetValue(name=act.name, value=lowering.code(act.code))
        case e.Advance():
            return m.Advance(by=lowering.code(act.by))
        case _:
            return changes.change(act, owner=owner)


def _fact(fact: e.Fact, lowering: Lowering) -> m.Fact:
    release = fact.release
    return m.Fact(
        name=fact.name,
        text=lowering.template(fact.text),
        ask=release.ask,
        state=release.state,
        after=lowering.code(release.after) if release.after else None,
        volunteered=release.volunteered,
        never=release.never,
        terms=fact.terms,
        actual=lowering.template(fact.actual) if fact.actual else None,
    )
