"""The record, as ``process`` checks read it: ``calls reads entered asked``.

A call that failed did nothing, so ``calls`` leaves it out; what it opened was read all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from math import isfinite
from typing import Any

from cowork_dsl.compiler.values.compare import same
from cowork_dsl.compiler.values.events import Event, Events
from cowork_dsl.compiler.values.failures import NotProven
from cowork_dsl.compiler.values.globs import match
from cowork_dsl.runtime.verdict.evidence import Evidence, ToolCall
from cowork_dsl.runtime.verdict.view import is_glob

NO_RECORD = "no record"
"""How a run ended of which there is only the folder that it left."""


def calls(record: Evidence, tool: str, arguments: Mapping[str, Any] | None = None) -> Events:
    """The calls of a tool that succeeded, with these arguments."""
    found = [call for call in record.calls if call.ok and _is_tool(call, tool) and _given(call, arguments or {})]
    return _events(record, [_of_call(call) for call in found])


def reads(record: Evidence, glob: str) -> Events:
    """The calls during which a file that the glob names was opened."""

    def named(path: str) -> bool:
        return match(glob, path) if is_glob(glob) else path == glob or path.startswith(f"{glob}/")

    return _events(record, [_of_call(call) for call in record.calls if any(map(named, call.reads))])


def entered(record: Evidence, moment: str) -> Events:
    """The entries of a user's state, named ``STATE`` or ``USER.STATE``."""
    found = [
        one for one in record.entered if one.state is not None and moment in (one.state, f"{one.user}.{one.state}")
    ]
    return _events(record, [Event(one.index, {"user": one.user, "state": one.state}) for one in found])


def asked(record: Evidence, fact: str) -> Events:
    """The agent's messages that asked for a fact, in the chat or by a call that sent them."""
    said = [message for message in record.messages if message.actor == "agent" and fact in message.asks]
    found = [Event(one.index, {"text": one.text, "turn": one.segment}) for one in said]
    found += [_of_call(call) for call in record.calls if fact in call.asks]
    return _events(record, sorted(found, key=lambda event: event.index))


def _is_tool(call: ToolCall, tool: str) -> bool:
    """A service's tool is named with or without its service."""
    return call.tool == tool or call.tool.rpartition(".")[2] == tool or tool.rpartition(".")[2] == call.tool


def _given(call: ToolCall, arguments: Mapping[str, Any]) -> bool:
    return all(name in call.args and same(_exact(call.args[name]), wanted) for name, wanted in arguments.items())


def _exact(value: Any) -> Any:
    """An argument as expressions know values: JSON's floats are decimals."""
    if isinstance(value, float):
        return Decimal(repr(value)) if isfinite(value) else repr(value)
    if isinstance(value, Mapping):
        return {name: _exact(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_exact(item) for item in value]
    return value


def _of_call(call: ToolCall) -> Event:
    fields: dict[str, Any] = {
        **{name: _exact(value) for name, value in call.args.items()},
        "tool": call.tool,
        "ok": call.ok,
        "text": call.text,
        "turn": call.segment,
        "reads": list(call.reads),
        "writes": list(call.writes),
        "clock": call.clock,
    }
    return Event(call.index, fields)


def _events(record: Evidence, found: list[Event]) -> Events:
    if record.ended == NO_RECORD:
        raise NotProven("there is no record of the run, only the folder that it left")
    return Events(tuple(found), record.moments)
