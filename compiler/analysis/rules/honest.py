"""Solutions that know what no agent can know."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.scope import Binding, Scope
from cowork_dsl.compiler.diagnostics.model import Fix
from cowork_dsl.compiler.source import Span

_TOLD = frozenset({"goal", "workspace", "fill", "user", "interface"})


def honest(draft: Draft, ctx: Context) -> None:
    """A solution reads no `truth` and inserts no param that the agent cannot see."""
    visible: set[int] | None = None
    for scanned in ctx.scans.values():
        if scanned.scope.place != "solution":
            continue
        for read in scanned.found.reads:
            if read.root == "truth":
                ctx.error(
                    "CW622",
                    "a solution does not know `truth`; it reads `now` or what the goal states",
                    Span(read.start, read.end),
                )
        for name in scanned.found.names:
            for param in params_behind(name, scanned.scope, ctx):
                if visible is None:
                    visible = _visible(ctx)
                if id(param) not in visible:
                    node = scanned.found.names[name]
                    mend = Fix(
                        "say it in the goal or in a file, or let the solution find it out", applicability="display"
                    )
                    ctx.error("CW623", f"no agent can see the param `{param.name}`", node.span, fix=mend)


def _visible(ctx: Context) -> set[int]:
    return {
        id(param)
        for scanned in ctx.scans.values()
        if scanned.scope.place in _TOLD
        for name in scanned.found.names
        for param in params_behind(name, scanned.scope, ctx)
    }


def params_behind(name: str, scope: Scope, ctx: Context) -> list[Binding]:
    """The params that a name stands for, through `let`s."""
    found: list[Binding] = []
    seen: set[int] = set()
    stack = [(name, scope)]
    while stack:
        at, inside = stack.pop()
        binding = inside.lookup(at)
        if binding is None or id(binding) in seen:
            continue
        seen.add(id(binding))
        if binding.kind == "param":
            found.append(binding)
        elif binding.kind == "let" and (code := ctx.codes.get(id(binding))) is not None:
            stack.extend((used, code.scope) for used in ctx.scans[id(code.expr)].found.names)
    return found
