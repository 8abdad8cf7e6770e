"""The interface (I): tools, services, permissions, limits, clock."""

from __future__ import annotations

from typing import cast

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Interface, Trouble
from cowork_dsl.compiler.analysis.lower.cases import undeclared_tool
from cowork_dsl.compiler.analysis.lower.knowhow import lower_memory, lower_skills
from cowork_dsl.compiler.analysis.lower.permissions import lower_permissions
from cowork_dsl.compiler.analysis.lower.services import arguments
from cowork_dsl.compiler.schema.shaped import Shaped
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.grammar.tools import BUILTIN_TOOLS


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
    sets = _texts(tools)
    draft.interface = Interface(
        sets,
        tuple(services),
        lower_permissions(shaped, "allow", ctx, draft, sets, services),
        lower_permissions(shaped, "deny", ctx, draft, sets, services),
        lower_permissions(shaped, "rule", ctx, draft, sets, services),
        _numbers(shaped, "limits", ("turns", "steps", "time"), ctx),
        _clock(shaped),
        _texts(python),
        ctx.origin(shaped),
        lower_permissions(shaped, "ask", ctx, draft, sets, services),
        lower_skills(shaped, ctx, draft),
        lower_memory(shaped, ctx, draft),
        _troubles(shaped, ctx, draft),
    )


def _texts(given: object) -> tuple[str, ...]:
    data = getattr(given, "data", None)
    return tuple(word.text for word in cast(tuple[Word, ...], data)) if data else ()


def _troubles(shaped: Shaped, ctx: Context, draft: Draft) -> tuple[Trouble, ...]:
    made: list[Trouble] = []
    for item in shaped.blocks("trouble"):
        at, kind = item.one("at"), item.one("kind")
        label = item.statement.labels[0]
        if label.value not in draft.names.tools:
            undeclared_tool(Word(label.value, label.start, label.end), ctx, draft)
        elif at is not None and kind is not None:
            number = cast(int, at.data)
            if number < 1:
                ctx.error("CW354", "calls are counted from 1", at.value.span)
            made.append(Trouble(label.value, number, cast(Word, kind.data).text, ctx.origin(item)))
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
