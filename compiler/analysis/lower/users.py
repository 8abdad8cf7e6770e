"""Users (πU): profile, facts, states, transitions."""

from __future__ import annotations

from typing import cast

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import (
    Address,
    Advance,
    Code,
    Fact,
    Hole,
    NewSession,
    Release,
    Say,
    SetValue,
    State,
    Text,
    Transition,
    User,
    UserAct,
)
from cowork_dsl.compiler.analysis.lower.changes import CHANGE_KINDS, lower_change
from cowork_dsl.compiler.analysis.lower.events import lower_event
from cowork_dsl.compiler.analysis.lower.head import given_origin
from cowork_dsl.compiler.analysis.lower.permissions import lower_permit
from cowork_dsl.compiler.analysis.scope import Binding, Scope
from cowork_dsl.compiler.analysis.types import MOMENT, TEXT
from cowork_dsl.compiler.diagnostics.model import Fix
from cowork_dsl.compiler.schema.shaped import Given, Shaped
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax.ast import Literal_
from cowork_dsl.grammar.addresses import MAILBOXES


def lower_user(shaped: Shaped, ctx: Context, draft: Draft) -> None:
    """One user."""
    scope = draft.ground.child({}, place="user")
    draft.lets.extend(ctx.lets(shaped, scope, "user"))
    states = draft.names.states.get(shaped.name, ())
    if not _whole(shaped):
        ctx.astray.add(shaped.name)
    facts = tuple(_fact(item, ctx, draft, scope, states) for item in shaped.blocks("fact"))
    spoken = scope.child(
        {item.name: Binding(item.name, "fact", TEXT, item.statement.labels[0].span) for item in shaped.blocks("fact")}
    )
    lowered = tuple(_state(item, ctx, draft, scope, spoken, shaped.name) for item in shaped.blocks("state"))
    draft.users.append(
        User(
            shaped.name,
            _text(shaped, "persona", ctx, scope),
            _text(shaped, "wants", ctx, scope),
            _texts(shaped, "sees"),
            _texts(shaped, "authority"),
            _texts(shaped, "unknown"),
            _address(shaped, ctx, draft),
            facts,
            lowered,
            ctx.origin(shaped),
        )
    )


def _whole(shaped: Shaped) -> bool:
    return shaped.whole and all(_whole(item) for item in shaped.items if isinstance(item, Shaped))


def _text(shaped: Shaped, name: str, ctx: Context, scope: Scope) -> Text | None:
    given = shaped.one(name)
    return None if given is None else ctx.text(cast(Literal_, given.data), scope)


def _texts(shaped: Shaped, name: str) -> tuple[str, ...]:
    given = shaped.one(name)
    return () if given is None else tuple(word.text for word in cast(tuple[Word, ...], given.data))


def _flag(shaped: Shaped, name: str) -> bool:
    given = shaped.one(name)
    return bool(given is not None and given.data)


def _fact(shaped: Shaped, ctx: Context, draft: Draft, scope: Scope, states: tuple[str, ...]) -> Fact:
    state = shaped.one("state")
    after = shaped.one("after")
    name = None
    if state is not None:
        word = cast(Word, state.data)
        name = word.text
        if name not in states:
            ctx.unknown("CW241", "state of this user", word, states)
            name = None
    release = Release(
        _texts(shaped, "ask"),
        name,
        ctx.code(after.value, scope, MOMENT) if after is not None else None,
        _flag(shaped, "volunteered"),
        _flag(shaped, "never"),
    )
    text = _text(shaped, "text", ctx, scope) or Text(("",), shaped.statement.head, ctx.source)
    return Fact(
        shaped.name, text, release, _texts(shaped, "terms"), _text(shaped, "actual", ctx, scope), ctx.origin(shaped)
    )


def _state(shaped: Shaped, ctx: Context, draft: Draft, scope: Scope, spoken: Scope, user: str) -> State:
    transitions = tuple(
        _transition(item, index, shaped.name, ctx, draft, scope, spoken, user)
        for index, item in enumerate(shaped.blocks("on"))
    )
    return State(shaped.name, _flag(shaped, "final"), transitions, ctx.origin(shaped))


def _address(shaped: Shaped, ctx: Context, draft: Draft) -> Address | None:
    given = shaped.one("address")
    if given is None or given.data is None:
        return None
    service, place = cast(tuple[Word, Word], given.data)
    box = MAILBOXES.get(service.text)
    if box is None:
        ctx.unknown("CW526", "service with a table of messages", service, MAILBOXES)
        return None
    if f"{service.text}.{box.table}" not in ctx.tables or service.text not in draft.interface.services:
        ctx.error(
            "CW246", f"`{service.text}` is no service that the interface offers", Span(service.start, service.end)
        )
        return None
    return Address(service.text, place.text, given.value.span)


def _transition(
    shaped: Shaped, index: int, state: str, ctx: Context, draft: Draft, scope: Scope, spoken: Scope, user: str
) -> Transition:
    event, details = lower_event(shaped, ctx, draft, user, scope)
    if details is not None:
        scope, spoken = scope.child({"event": details}), spoken.child({"event": details})
    when = shaped.one("when")
    guard: Code | None = None
    if when is not None:
        guard = ctx.condition(when.value, scope.child({}, place="guard"))
    limit = shaped.one("limit")
    acts: list[UserAct] = []
    for item in shaped.items:
        act = _act(item, ctx, draft, scope, spoken)
        if act is not None:
            acts.append(act)
    goto = shaped.one("goto")
    target = None
    if goto is not None:
        word = cast(Word, goto.data)
        states = draft.names.states.get(user, ())
        if word.text in states:
            target = word.text
        else:
            ctx.unknown("CW241", "state of this user", word, states)
            ctx.astray.add(user)
    name, kind, approve = shaped.one("name"), shaped.one("kind"), shaped.one("approve")
    return Transition(
        state,
        index,
        event,
        cast(Word, name.data).text if name is not None else None,
        cast(Word, kind.data).text if kind is not None else None,
        guard,
        cast(int, limit.data) if limit is not None else None,
        tuple(acts),
        target,
        ctx.origin(shaped),
        bool(approve.data) if approve is not None else None,
    )


def _act(item: Given | Shaped, ctx: Context, draft: Draft, scope: Scope, spoken: Scope) -> UserAct | None:
    if isinstance(item, Given):
        if not item.sound:
            return None
        if item.name == "say":
            tells: list[str] = []
            text = ctx.text(cast(Literal_, item.data), spoken, tells=tells)
            return Say(text, tuple(dict.fromkeys(tells)), given_origin(ctx, item))
        if item.name == "speak":
            return _speak(item, ctx, spoken)
        if item.name == "advance":
            return Advance(ctx.code(item.value, scope), given_origin(ctx, item))
        return NewSession(given_origin(ctx, item)) if item.name == "session" else None
    if item.block.name in ("grant", "revoke"):
        return lower_permit(item, ctx, draft)
    if item.block.name == "set":
        return _set(item, ctx, draft, scope)
    if item.block.name in CHANGE_KINDS:
        return lower_change(item, ctx, scope)
    return None


def _speak(item: Given, ctx: Context, spoken: Scope) -> Say:
    """Words that a model chooses: without one, the texts of the facts that are named."""
    tells: list[str] = []
    wish = ctx.text(cast(Literal_, item.data), spoken, tells=tells)
    facts = [part for part in wish.parts if isinstance(part, Hole) and getattr(part.code.expr, "name", "") in tells]
    if not facts:
        mend = Fix("name the facts that it tells, as in `{{deadline}}`, or use `say`", applicability="display")
        ctx.error("CW528", "this `speak` names no fact, so there is nothing to say", item.value.span, fix=mend)
    parts: list[str | Hole] = []
    for fact in facts:
        parts += [" ", fact] if parts else [fact]
    text = Text(tuple(parts), wish.span, wish.source)
    return Say(text, tuple(dict.fromkeys(tells)), given_origin(ctx, item), wish)


def _set(item: Shaped, ctx: Context, draft: Draft, scope: Scope) -> SetValue | None:
    label = item.statement.labels[0]
    if label.value not in draft.names.values:
        ctx.unknown("CW249", "declared `value`", Word(label.value, label.start, label.end), draft.names.values)
        return None
    binding = draft.base.lookup(label.value)
    assert item.value is not None
    code = ctx.code(item.value, scope, binding.type if binding is not None else None)
    return SetValue(label.value, code, ctx.origin(item))
