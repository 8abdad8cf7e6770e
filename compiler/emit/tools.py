"""public/tools.json: what the agent may use, as MCP shows it, with permissions, limits and the clock."""

from __future__ import annotations

from collections.abc import Iterable

from cowork_dsl.compiler.analysis.environment import Environment, Service, ServiceTool
from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.bundle import models
from cowork_dsl.grammar.tools import BUILTIN_TOOLS

DEFAULT_START = "2026-01-05T09:00:00+00:00"
"""The in-universe time at the start of an environment that declares no clock."""

_PATTERNS = {
    "date": (r"^\d{4}-\d{2}-\d{2}$", "as YYYY-MM-DD"),
    "time": (r"^\d{2}:\d{2}$", "as HH:MM"),
    "datetime": (r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}", "as YYYY-MM-DDTHH:MM with Z or an offset"),
    "duration": (r"^(\d+[dhms])+$", "such as 1h30m"),
    "decimal": (r"^-?\d+(\.\d+)?$", "a decimal number"),
    "percent": (r"^-?\d+(\.\d+)?%?$", "percent points"),
    "money": (r"^-?\d+(\.\d+)?( [A-Z]{3})?$", "an amount"),
}
_NUMBERS = frozenset({"decimal", "percent", "money"})


def tools_of(env: Environment, readonly: Iterable[str]) -> models.Tools:
    """The tools of an environment; ``readonly`` are the paths that nobody may write."""
    given = env.interface
    offered = set(given.services)
    tools = [
        models.ToolDecl(
            name=tool.name,
            description=tool.description,
            inputSchema=tool.input_schema,
            annotations=tool.annotations,
            source=tool.set,
        )
        for tool in BUILTIN_TOOLS
        if tool.set in given.tools
    ]
    tools += [
        _service_tool(service, tool) for service in env.services if service.name in offered for tool in service.tools
    ]
    limits = dict(given.limits)
    clock: dict[str, object] = {"start": DEFAULT_START, **dict(given.clock)}
    return models.Tools(
        tools=tuple(tools),
        allow=_permissions(given.allow),
        deny=_permissions(given.deny),
        rules=_permissions(given.rules),
        limits=models.Limits.model_validate(limits),
        clock=models.Clock.model_validate(clock),
        readonly=tuple(sorted(readonly)),
        python=given.python,
        ask=_permissions(given.ask),
        skills=tuple(models.Skill(name=one.name, about=one.about, path=one.path) for one in given.skills),
        memory=given.memory,
    )


def json_schema(type_: Type) -> dict[str, object]:
    """The JSON Schema of an argument of a type; an exact number may come as a text, too."""
    match type_.kind:
        case "int":
            return {"type": "integer"}
        case "bool":
            return {"type": "boolean"}
        case "one_of":
            return {"type": "string", "enum": list(type_.names)}
        case "list":
            return {"type": "array", "items": json_schema(type_.args[0])}
        case "map":
            return {"type": "object", "additionalProperties": json_schema(type_.args[0])}
        case "optional":
            return json_schema(type_.args[0])
        case "any" | "record":
            return {}
        case kind if kind in _PATTERNS:
            pattern, words = _PATTERNS[kind]
            unit = f" in {type_.unit}" if type_.unit else ""
            accepted: object = ["number", "string"] if kind in _NUMBERS else "string"
            return {"type": accepted, "pattern": pattern, "description": words + unit}
        case _:
            return {"type": "string"}


def _service_tool(service: Service, tool: ServiceTool) -> models.ToolDecl:
    schema: dict[str, object] = {
        "type": "object",
        "properties": {name: json_schema(type_) for name, type_ in tool.args},
        "required": [name for name, type_ in tool.args if type_.kind != "optional"],
        "additionalProperties": False,
    }
    return models.ToolDecl(
        name=tool.name,
        description=tool.doc,
        inputSchema=schema,
        annotations={
            "readOnlyHint": not tool.changes,
            "destructiveHint": bool(tool.changes),
            "openWorldHint": False,
        },
        source=service.name,
    )


def _permissions(given: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[models.Permission, ...]:
    return tuple(models.Permission(subject=subject, values=values) for subject, values in given)
