"""Events of transitions: their subjects, their times, and what `event.` says of them."""

from __future__ import annotations

from datetime import datetime

from cowork_dsl.compiler.analysis import types
from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Event
from cowork_dsl.compiler.analysis.lower.cases import undeclared_tool
from cowork_dsl.compiler.analysis.scope import Binding, Scope
from cowork_dsl.compiler.analysis.types import ANY, BOOL, DATETIME, INT, TEXT, Type
from cowork_dsl.compiler.diagnostics.model import Fix
from cowork_dsl.compiler.schema.shaped import Given, Shaped
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.syntax.ast import Label, Literal_
from cowork_dsl.grammar.schema_users import EVENTS
from cowork_dsl.grammar.tools import BUILTIN_TOOLS

_OWN = {"clock": "at", "approval": "approve"}
"""The attribute that belongs to one event alone."""
_SCHEMA = {"string": TEXT, "integer": INT, "boolean": BOOL}


def lower_event(shaped: Shaped, ctx: Context, draft: Draft, user: str, scope: Scope) -> tuple[Event, Binding | None]:
    """The event of a transition, and the name `event` where it says more."""
    word, *rest = shaped.statement.labels
    declared = EVENTS[word.value]
    _attributes(shaped, word, ctx)
    at = shaped.one("at") if word.value == "clock" else None
    label = rest[0] if declared.subject else None
    if label is None:
        event = Event(
            word.value, at=ctx.code(at.value, draft.base.child({}, place="interface"), DATETIME) if at else None
        )
        if at is not None:
            _in_time(at, event, draft, ctx)
    elif declared.subject == "int":
        event = Event(word.value, number=int(label.value))
        _possible(label, draft, ctx)
    else:
        _subject(word.value, label, ctx, draft, user)
        event = Event(word.value, label.value)
    if not declared.details:
        return event, None
    fields = {"tool": TEXT, "result": TEXT, **_arguments(label.value if label is not None else "", draft)}
    if word.value == "approval":
        del fields["result"]
    return event, Binding("event", "event", types.record(fields), word.span)


def _attributes(shaped: Shaped, word: Label, ctx: Context) -> None:
    own = _OWN.get(word.value)
    if own is not None and own not in shaped.attrs and shaped.whole:
        if own == "at":
            mend = Fix("add `at = 2026-04-15T09:30Z`", applicability="display")
            ctx.error("CW521", "this `clock` event has no time", shaped.statement.head, fix=mend)
        else:
            mend = Fix("add `approve = true` or `approve = false`", applicability="display")
            ctx.error(
                "CW523",
                "this transition does not decide about the call that it is asked for",
                shaped.statement.head,
                fix=mend,
            )
    for event, name in _OWN.items():
        given = shaped.one(name)
        if given is not None and event != word.value:
            ctx.error("CW522", f"`{name}` belongs to `on {event}`, and this is `on {word.value}`", given.statement.head)


def _in_time(at: Given, event: Event, draft: Draft, ctx: Context) -> None:
    assert event.at is not None
    if event.at.type.kind not in ("datetime", "any"):
        ctx.error("CW350", "`at` takes an instant, as in `2026-04-15T09:30Z`", at.value.span)
        return
    start = dict(draft.interface.clock).get("start")
    if isinstance(at.value, Literal_) and isinstance(start, str):
        try:
            early = _instant(at.value.raw) <= _instant(start)
        except (ValueError, TypeError):
            return
        if early:
            ctx.error("CW529", f"the clock starts at {start}, so this time never comes", at.value.span)


def _instant(raw: str) -> datetime:
    return datetime.fromisoformat(raw)


def _possible(label: Label, draft: Draft, ctx: Context) -> None:
    most = dict(draft.interface.limits).get("steps")
    number = int(label.value)
    if number < 1 or (most is not None and number > most):
        bound = f" and end at {most}" if most is not None else ""
        ctx.error("CW530", f"there is no step {number}; they are counted from 1{bound}", label.span)


def _subject(event: str, label: Label, ctx: Context, draft: Draft, user: str) -> None:
    word = Word(label.value, label.start, label.end)
    if event == "ask":
        facts = draft.names.facts.get(user, ())
        if label.value not in facts:
            ctx.unknown("CW244", "fact of this user", word, facts)
    elif event == "enter":
        states = [f"{name}.{state}" for name, known in draft.names.states.items() for state in known]
        if label.value not in states:
            ctx.unknown("CW241", "state of a user, written `USER.STATE`", word, states)
    elif event in ("act", "approval"):
        if label.value not in draft.names.tools:
            undeclared_tool(word, ctx, draft)
        elif event == "approval" and ctx.complete and not asking(label.value, draft):
            mend = Fix("add the tool to `ask` in `interface`", applicability="display")
            ctx.error("CW524", f"nobody has to approve `{label.value}`, so this never happens", label.span, fix=mend)


def asking(tool: str, draft: Draft) -> bool:
    """Whether a tool needs approval at some time."""
    service, _, name = tool.rpartition(".")
    for subject, values in draft.interface.ask:
        known = (
            [one.name for one in draft.names.services[subject].tools]
            if subject in draft.names.services
            else [one.name for one in BUILTIN_TOOLS if one.set == subject]
        )
        if service in ("", subject) and name in known and (not values or name in values):
            return True
    return False


def _arguments(tool: str, draft: Draft) -> dict[str, Type]:
    """The arguments of a tool by their types."""
    service, _, name = tool.rpartition(".")
    for one in draft.names.services.values():
        if service in ("", one.name) and one.name in draft.interface.services:
            for known in one.tools:
                if known.name == name:
                    return dict(known.args)
    for built in BUILTIN_TOOLS:
        if built.name == tool:
            return {key: _SCHEMA.get(str(value.get("type")), ANY) for key, value in built.properties.items()}
    return {}
