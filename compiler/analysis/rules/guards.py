"""Guards that read what the user cannot see."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.forms import overlaps
from cowork_dsl.compiler.analysis.machine import transitions
from cowork_dsl.compiler.diagnostics.model import Fix
from cowork_dsl.compiler.source import Span


def guards(draft: Draft, ctx: Context) -> None:
    """A guard reads only what its user `sees`."""
    text = ctx.source.text
    for user in draft.users:
        if not user.sees and user.name in ctx.astray:
            continue
        for transition in transitions(user):
            if transition.when is None:
                continue
            for read in ctx.scans[id(transition.when.expr)].found.reads:
                if read.root == "record" or not read.target or text[read.start : read.start + 1] != '"':
                    continue
                if ctx.form(read.target) is not None and not any(overlaps(glob, read.target) for glob in user.sees):
                    mend = Fix(f'add "{read.target}" to `sees`', applicability="display")
                    message = f"`{user.name}` does not see `{read.target}`"
                    ctx.error("CW505", message, Span(read.start, read.end), fix=mend)
