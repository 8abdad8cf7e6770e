"""Names that nothing reads."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft

_WHAT = {"param": "varies the environment, but nothing depends on it", "let": "is never used"}


def unused(draft: Draft, ctx: Context) -> None:
    """Reports params and `let`s that no expression and no text reads; a tool's argument counts by being recorded."""
    for binding in ctx.bindings:
        what = _WHAT.get(binding.kind)
        if what is not None and id(binding) not in ctx.used and ctx.absent(binding.name, binding.span):
            ctx.error("CW271", f"the {binding.kind} `{binding.name}` {what}", binding.span)
