"""The interface (I): tools, services, permissions, limits, clock."""

from __future__ import annotations

from typing import cast

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Interface
from cowork_dsl.compiler.analysis.lower.services import arguments
from cowork_dsl.compiler.schema.shaped import Shaped
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.source import Span
from cowork_dsl.grammar.schema_interface import SUBJECTS, TOOL_SETS
from cowork_dsl.grammar.tools import BUILTIN_TOOLS

Permissions = tuple[tuple[str, tuple[str, ...]], ...]


def offered(shaped: Shaped | None, draft: Draft) -> None:
    """Notes which tools the agent has, and what would offer those that it has not."""
    names = draft.names
    given = shaped.one("tools") if shaped is not None else None
    sets = tuple(word.text for word in cast(tuple[Word, ...], given.data)) if given is not None else ()
    services = {item.name for item in shaped.blocks("service")} if shaped is not None else set()
    for tool in BUILTIN_TOOLS:
        if tool.set in sets:
            names.tools[tool.name] = tuple(tool.properties)
        else:
            names.hidden_tools[tool.name] = f"tools = [{tool.set}]"
    for name, service in names.services.items():
        for tool_name, args in arguments(service).items():
            if name in services:
                names.tools[tool_name] = args
                names.tools[f"{name}.{tool_name}"] = args
            else:
                names.hidden_tools[tool_name] = names.hidden_tools[f"{name}.{tool_name}"] = f"service {name}"


def lower_interface(shaped: Shaped, ctx: Context, draft: Draft) -> None:
    """Lowers the section."""
    tools = shaped.one("tools")
    python = shaped.one("python")
    services: list[str] = []
    for item in shaped.blocks("service"):
        label = item.statement.labels[0]
        if label.value not in draft.names.services:
            ctx.unknown("CW246", "service", Word(label.value, label.start, label.end), draft.names.services)
        else:
            services.append(label.value)
    draft.lets.extend(ctx.lets(shaped, draft.base.child({}, place="interface"), "interface"))
    draft.interface = Interface(
        _texts(tools),
        tuple(services),
        _permissions(shaped, "allow", ctx, draft, services),
        _permissions(shaped, "deny", ctx, draft, services),
        _permissions(shaped, "rule", ctx, draft, services),
        _numbers(shaped, "limits", ("turns", "steps", "time"), ctx),
        _clock(shaped),
        _texts(python),
        ctx.origin(shaped),
    )


def _texts(given: object) -> tuple[str, ...]:
    data = getattr(given, "data", None)
    return tuple(word.text for word in cast(tuple[Word, ...], data)) if data else ()


def _permissions(shaped: Shaped, kind: str, ctx: Context, draft: Draft, services: list[str]) -> Permissions:
    made: list[tuple[str, tuple[str, ...]]] = []
    for item in shaped.blocks(kind):
        label = item.statement.labels[0]
        sets = _texts(shaped.one("tools"))
        if label.value in TOOL_SETS and label.value not in sets:
            notes = (f"`tools` offers {', '.join(sets) or 'nothing'}",)
            ctx.error("CW430", f"the interface does not offer `{label.value}`", label.span, notes=notes)
            continue
        subjects = (*SUBJECTS, *sets, *services)
        if label.value not in subjects:
            ctx.unknown("CW247", f"subject of `{kind}`", Word(label.value, label.start, label.end), subjects)
            continue
        words = cast(tuple[Word, ...], item.data or ())
        if label.value in services:
            tools = arguments(draft.names.services[label.value])
            for word in words:
                if word.text not in tools:
                    ctx.unknown("CW248", f"tool of `{label.value}`", word, tools)
        elif label.value in ("read", "write"):
            for word in words:
                if not word.quoted:
                    ctx.error(
                        "CW350", f"`{kind} {label.value}` takes paths or globs in quotes", Span(word.start, word.end)
                    )
        made.append((label.value, tuple(word.text for word in words)))
    return tuple(made)


def _numbers(shaped: Shaped, kind: str, names: tuple[str, ...], ctx: Context) -> tuple[tuple[str, int], ...]:
    made: list[tuple[str, int]] = []
    for item in shaped.blocks(kind):
        for name in names:
            given = item.one(name)
            if given is None:
                continue
            number = cast(int, given.data)
            if number < 1:
                ctx.error("CW354", f"`{name}` is at least 1", given.value.span)
            made.append((name, number))
    return tuple(made)


def _clock(shaped: Shaped) -> tuple[tuple[str, str | int], ...]:
    made: list[tuple[str, str | int]] = []
    for item in shaped.blocks("clock"):
        for name in ("start", "step", "turn"):
            given = item.one(name)
            if given is not None:
                made.append((name, cast("str | int", given.data)))
    return tuple(made)
