"""A file declares something."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.diagnostics.model import Fix
from cowork_dsl.compiler.source import Span


def nothing(draft: Draft, ctx: Context) -> None:
    """A file with neither an environment nor services has no use."""
    kinds = {item.kind for item in draft.shaped.statement.body or () if hasattr(item, "kind")}
    if kinds <= {"cowork", "use"} and draft.shaped.whole and ctx.complete:
        mend = Fix("`cowork new NAME` writes a whole environment", applicability="display")
        ctx.error("CW226", "the file declares neither an environment nor a service", Span(0, 0), fix=mend)
