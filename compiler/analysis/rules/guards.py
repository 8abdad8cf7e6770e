"""Guards that read what the user cannot see."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import User
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
                if read.reader == "rows" and read.target in ctx.tables:
                    if not any(glob == read.target or ("*" in glob and overlaps(glob, read.target)) for glob in user.sees):
                        _unseen(user, read.target, read.target, Span(read.start, read.end), ctx)
                    continue
                if read.root == "record" or not read.target or text[read.start : read.start + 1] != '"':
                    continue
                if ctx.form(read.target) is not None and not any(overlaps(glob, read.target) for glob in user.sees):
                    _unseen(user, read.target, f'"{read.target}"', Span(read.start, read.end), ctx)


def _unseen(user: User, what: str, spelled: str, span: Span, ctx: Context) -> None:
    mend = Fix(f"add {spelled} to `sees`", applicability="display")
    ctx.error("CW505", f"`{user.name}` does not see `{what}`", span, fix=mend)
