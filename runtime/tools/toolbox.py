"""The tools of one rollout: arguments and permissions checked, errors as results, effects at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from cowork_dsl.grammar.tools import BUILTIN_TOOLS
from cowork_dsl.runtime.sandbox.api import Sandbox
from cowork_dsl.runtime.tools.arguments import problem
from cowork_dsl.runtime.tools.bounded import bounded, showable
from cowork_dsl.runtime.tools.files import file_tools
from cowork_dsl.runtime.tools.permissions import Permissions
from cowork_dsl.runtime.tools.programs import program_tools
from cowork_dsl.runtime.tools.registry import Registry, Tool, ToolResult, ToolSpec
from cowork_dsl.runtime.workspace.confined import WorkspaceError
from cowork_dsl.runtime.workspace.tree import NO_CHANGES, Blobs, Changes, Tree, diff


@dataclass(frozen=True, slots=True)
class CallEffects:
    """What the last call read and changed in the workspace; ``undone`` are changes that weren't allowed.

    ``tree`` is the workspace at its end, where the call had to look at all of it.
    """

    reads: tuple[str, ...] = ()
    changes: Changes = NO_CHANGES
    undone: tuple[str, ...] = ()
    tree: Tree | None = field(default=None, compare=False)


def _real_time() -> datetime | None:
    return None


class Toolbox:
    """Tools over one sandbox.

    After a call that ran programs the workspace is compared with what it was; what the permissions forbid, and the
    box's binds could not prevent, is put back as it was, and the result says so. Files get the in-universe time.

    Args:
        sandbox: A sandbox whose workspace has been materialised.
        blobs: Where contents lie and new ones go.
        tools: The built-in sets that are offered.
        permissions: What the agent may do.
        services: Further tools, from declared services.
        clock: The in-universe time; real time where it gives ``None``.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        blobs: Blobs,
        *,
        tools: Iterable[str] = ("files", "shell", "python"),
        permissions: Permissions | None = None,
        services: Iterable[Tool] = (),
        clock: Callable[[], datetime | None] = _real_time,
    ) -> None:
        self._sandbox = sandbox
        self._blobs = blobs
        self._permissions = permissions or Permissions()
        self._clock = clock
        sets = frozenset(tools)
        offered = {tool.name for tool in BUILTIN_TOOLS if tool.set in sets}
        built_in = [*file_tools(sandbox, self._permissions), *program_tools(sandbox, clock)]
        self._registry = Registry(tool for tool in built_in if tool.spec.name in offered)
        for tool in services:
            self._registry.add(tool)
        self._effects = CallEffects()

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """The declarations of the tools that the agent may call."""
        return tuple(spec for spec in self._registry.specs if self._permissions.may_call(spec.name))

    @property
    def effects(self) -> CallEffects:
        """What the last call read and changed."""
        return self._effects

    def asks(self, name: str) -> bool:
        """Whether a call of the tool needs approval."""
        return self._permissions.asks(name) and self._permissions.may_call(name)

    def forget(self) -> None:
        """A call was answered without any tool: it read and changed nothing."""
        self._effects = CallEffects()

    def call(self, name: str, args: Mapping[str, object]) -> ToolResult:
        """Call a tool; whatever the agent does wrong is a result, and only a broken sandbox raises.

        Raises:
            SandboxError: the sandbox can't be had or has broken down; nothing that the agent could mend.
        """
        self._effects = CallEffects()
        tool = self._registry.get(name)
        if tool is None or not self._permissions.may_call(name):
            return ToolResult.failed(f"there is no tool {name!a}; there are {', '.join(s.name for s in self.specs)}")
        wrong = problem(tool.spec.input_schema, args)
        if wrong is not None:
            return ToolResult.failed(f"{name}: {wrong}")
        try:
            return self._programs(tool, args) if tool.runs_programs else self._host(tool, args)
        except WorkspaceError as error:
            return ToolResult.failed(str(error))

    def _host(self, tool: Tool, args: Mapping[str, object]) -> ToolResult:
        outcome = tool.handler(args)
        self._effects = CallEffects(outcome.touched.read, outcome.touched.changes)
        self._stamp(outcome.touched.changes)
        return outcome.result

    def _programs(self, tool: Tool, args: Mapping[str, object]) -> ToolResult:
        before = self._sandbox.look(self._blobs)
        result = tool.handler(args).result
        after = self._sandbox.look(self._blobs, before.mark)
        tree = after.tree
        changes = diff(before.tree, tree)
        undone = self._permissions.forbidden(changes.paths)
        if undone:
            self._undo(frozenset(undone), before.tree, tree)
            tree = self._sandbox.snapshot(self._blobs)
            changes = diff(before.tree, tree)
            note = f"[not allowed, and put back as it was: {', '.join(map(showable, undone))}]"
            result = replace(result, ok=False, text=bounded(result.text) + "\n" + note, error=note)
        self._effects = CallEffects(after.reads, changes, undone, tree)
        self._stamp(changes)
        return result

    def _undo(self, paths: frozenset[str], before: Tree, after: Tree) -> None:
        """Put paths back as they were, and leave the others as they are now."""
        entries = {path: entry for path, entry in after.items() if path not in paths}
        entries |= {path: entry for path, entry in before.items() if path in paths}
        self._sandbox.materialise(Tree(entries), self._blobs, self._clock())

    def _stamp(self, changes: Changes) -> None:
        when = self._clock()
        if when is not None and changes:
            self._sandbox.stamp(changes, when)
