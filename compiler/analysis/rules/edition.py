"""A file begins with `cowork 1`."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.diagnostics.model import Edit, Fix
from cowork_dsl.compiler.source import Span

EDITION = "1"


def edition(draft: Draft, ctx: Context) -> None:
    """The first statement is the edition, and it is one that this compiler knows."""
    items = draft.shaped.statement.body or ()
    given = draft.shaped.blocks("cowork")
    if not given:
        if draft.shaped.whole and not any(found.code.startswith("CW1") for found in ctx.found):
            start = items[0].start if items else 0
            fix = Fix("begin the file with `cowork 1`", (Edit(Span(0, 0), "cowork 1\n\n"),))
            ctx.error("CW223", "the file does not begin with its edition", Span(start, start), fix=fix)
        return
    first = given[0].statement
    label = first.labels[0]
    if items and items[0] is not first:
        ctx.error("CW223", "`cowork 1` is the first statement of a file", first.head)
    elif label.value != EDITION:
        fix = Fix("write `cowork 1`", (Edit(label.span, EDITION),))
        ctx.error("CW224", f"this version does not know the edition {label.value}", label.span, fix=fix)
