"""The tools of a rollout: the builtin ones and the services' in one toolbox."""

from __future__ import annotations

from collections.abc import Mapping

from cowork_dsl.compiler.bundle.models import ToolDecl
from cowork_dsl.grammar.tools import TOOL_SETS
from cowork_dsl.runtime.rollout.ground import Ground
from cowork_dsl.runtime.rollout.permissions import permissions_of
from cowork_dsl.runtime.services.services import Services
from cowork_dsl.runtime.tools.registry import Outcome, Tool, ToolResult, ToolSpec
from cowork_dsl.runtime.tools.toolbox import Toolbox


def toolbox_of(ground: Ground) -> Toolbox:
    """The toolbox of a rollout."""
    declared = ground.bundle.tools
    sources = {tool.source for tool in declared.tools}
    return Toolbox(
        ground.sandbox,
        ground.blobs,
        tools=[name for name in TOOL_SETS if name in sources],
        permissions=permissions_of(declared, ground.permits),
        services=[_service_tool(ground.services, tool) for tool in declared.tools if tool.name in ground.services],
        clock=lambda: ground.clock.now,
    )


def _service_tool(services: Services, declared: ToolDecl) -> Tool:
    def serve(args: Mapping[str, object]) -> Outcome:
        done = services.call(declared.name, args)
        error = None if done.ok else done.text.removeprefix("error: ")
        return Outcome(ToolResult(done.ok, done.text, error=error))

    return Tool(ToolSpec(declared.name, declared.description, declared.inputSchema, declared.annotations), serve)
