"""Guards that read what the user cannot see."""

from __future__ import annotations

import re

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import User
from cowork_dsl.compiler.analysis.forms import overlaps
from cowork_dsl.compiler.analysis.machine import transitions
from cowork_dsl.compiler.analysis.scan import Scan
from cowork_dsl.compiler.diagnostics.model import Fix
from cowork_dsl.compiler.source import Span

_FIELD = re.compile(r"\s*\.\s*(\w+)")


def guards(draft: Draft, ctx: Context) -> None:
    """A guard reads only what its user `sees`."""
    text = ctx.source.text
    for user in draft.users:
        if not user.sees and user.name in ctx.astray:
            continue
        for transition in transitions(user):
            if transition.when is None:
                continue
            found = ctx.scans[id(transition.when.expr)].found
            for table, span in (*_tables(found, ctx), *_rootless(found, ctx)):
                if not any(glob == table or ("*" in glob and overlaps(glob, table)) for glob in user.sees):
                    _unseen(user, table, table, span, ctx)
            for read in found.reads:
                if read.root == "record" or not read.target or text[read.start : read.start + 1] != '"':
                    continue
                if ctx.form(read.target) is not None and not any(overlaps(glob, read.target) for glob in user.sees):
                    _unseen(user, read.target, f'"{read.target}"', Span(read.start, read.end), ctx)


def _tables(found: Scan, ctx: Context) -> list[tuple[str, Span]]:
    """Tables of services that are read as `now.desk.item`."""
    rows = (read for read in found.reads if read.reader == "rows" and read.target in ctx.tables)
    return [(read.target, Span(read.start, read.end)) for read in rows]


def _rootless(found: Scan, ctx: Context) -> list[tuple[str, Span]]:
    """Tables of services that are read as `desk.item`; of each service the first."""
    made: list[tuple[str, Span]] = []
    for name, node in found.names.items():
        field = _FIELD.match(ctx.source.text, node.end)
        if field is not None and f"{name}.{field[1]}" in ctx.tables:
            made.append((f"{name}.{field[1]}", Span(node.start, field.end())))
    return made


def _unseen(user: User, what: str, spelled: str, span: Span, ctx: Context) -> None:
    mend = Fix(f"add {spelled} to `sees`", applicability="display")
    ctx.error("CW505", f"`{user.name}` does not see `{what}`", span, fix=mend)
