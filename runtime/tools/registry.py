"""What a tool is: its declaration, its result, and the register that toolboxes are filled from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from cowork_dsl.grammar.tools import BUILTIN_TOOLS
from cowork_dsl.runtime.workspace.tree import NO_CHANGES, Changes

JsonSchema = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as a model sees it; ``annotations`` are hints in the names of MCP (``readOnlyHint`` ...)."""

    name: str
    description: str
    input_schema: JsonSchema
    annotations: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a call gave. ``text`` is what the agent reads, also where the call failed; ``data`` is the same as data."""

    ok: bool
    text: str
    data: object | None = None
    error: str | None = None

    @classmethod
    def failed(cls, error: str, data: object | None = None) -> ToolResult:
        """A result that says why nothing was done."""
        return cls(False, f"error: {error}", data, error)


@dataclass(frozen=True, slots=True)
class Touched:
    """What the host itself read and changed in the workspace for a call."""

    read: tuple[str, ...] = ()
    changes: Changes = NO_CHANGES


@dataclass(frozen=True, slots=True)
class Outcome:
    """A tool's own answer: the result, and what it touched in the workspace."""

    result: ToolResult
    touched: Touched = Touched()


Handler = Callable[[Mapping[str, object]], Outcome]


@dataclass(frozen=True, slots=True)
class Tool:
    """A declaration with the function that serves it; the arguments that reach it have been checked."""

    spec: ToolSpec
    handler: Handler
    runs_programs: bool = False


class Registry:
    """Tools by name, in the order in which they were added."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            self.add(tool)

    def add(self, tool: Tool) -> None:
        """Add a tool.

        Raises:
            ValueError: its name is taken.
        """
        if tool.spec.name in self._tools:
            raise ValueError(f"two tools are called {tool.spec.name}")
        self._tools[tool.spec.name] = tool

    def get(self, name: str) -> Tool | None:
        """The tool of that name, if there is one."""
        return self._tools.get(name)

    @property
    def names(self) -> tuple[str, ...]:
        """All names."""
        return tuple(self._tools)

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """All declarations."""
        return tuple(tool.spec for tool in self._tools.values())


_BUILTIN = {tool.name: tool for tool in BUILTIN_TOOLS}


def builtin_spec(name: str) -> ToolSpec:
    """The declaration of a built-in tool, which a bundle holds as well."""
    tool = _BUILTIN[name]
    return ToolSpec(name, tool.description, tool.input_schema, tool.annotations)
