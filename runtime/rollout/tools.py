"""The tools of a rollout: the builtin ones and the services' in one toolbox."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from cowork_dsl.compiler.analysis.types import DURATION
from cowork_dsl.compiler.bundle.models import ToolDecl
from cowork_dsl.compiler.values.cells import CellError, from_json
from cowork_dsl.grammar.tools import TOOL_SETS
from cowork_dsl.runtime.rollout.clock import UniverseClock
from cowork_dsl.runtime.rollout.ground import Ground
from cowork_dsl.runtime.rollout.permissions import permissions_of
from cowork_dsl.runtime.services.services import Services
from cowork_dsl.runtime.tools.registry import Outcome, Tool, ToolResult, ToolSpec, builtin_spec
from cowork_dsl.runtime.tools.toolbox import Toolbox

LONGEST_WAIT = timedelta(days=30)


def toolbox_of(ground: Ground) -> Toolbox:
    """The toolbox of a rollout."""
    declared = ground.bundle.tools
    sources = {tool.source for tool in declared.tools}
    return Toolbox(
        ground.sandbox,
        ground.blobs,
        tools=[name for name in TOOL_SETS if name in sources],
        permissions=permissions_of(declared, ground.permits),
        services=[
            *([_waiting(ground.clock)] if "wait" in sources else []),
            *(_service_tool(ground.services, tool) for tool in declared.tools if tool.name in ground.services),
        ],
        clock=lambda: ground.clock.now,
    )


def _waiting(clock: UniverseClock) -> Tool:
    """The tool that lets in-universe time pass."""

    def serve(args: Mapping[str, object]) -> Outcome:
        try:
            time = from_json(args["duration"], DURATION, False)
        except CellError:
            time = None
        if not isinstance(time, timedelta) or not timedelta() < time <= LONGEST_WAIT:
            return Outcome(ToolResult.failed(f"one waits between a second and {LONGEST_WAIT.days} days"))
        clock.advance(time)
        return Outcome(ToolResult(True, f"It is now {clock.text}."))

    return Tool(builtin_spec("wait"), serve)


def _service_tool(services: Services, declared: ToolDecl) -> Tool:
    def serve(args: Mapping[str, object]) -> Outcome:
        done = services.call(declared.name, args)
        error = None if done.ok else done.text.removeprefix("error: ")
        return Outcome(ToolResult(done.ok, done.text, error=error))

    return Tool(ToolSpec(declared.name, declared.description, declared.inputSchema, declared.annotations), serve)
