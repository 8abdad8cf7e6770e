"""Values in force that nothing reads."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft


def values(draft: Draft, ctx: Context) -> None:
    """Reports a `value` that no expression and no text reads."""
    read = {read.target for scanned in ctx.scans.values() for read in scanned.found.reads if read.reader == "value"}
    for binding in ctx.bindings:
        if (
            binding.kind == "value"
            and id(binding) not in ctx.used
            and binding.name not in read
            and ctx.absent(binding.name, binding.span)
        ):
            ctx.error("CW431", f"nothing reads the value `{binding.name}`", binding.span)
