"""Two entries for one path."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Each, Entry
from cowork_dsl.compiler.analysis.forms import flat
from cowork_dsl.compiler.diagnostics.model import Label


def entries(draft: Draft, ctx: Context) -> None:
    """A path has one entry, and a file has nothing below it."""
    for item in draft.workspace:
        if isinstance(item, Each):
            _repeated(item, ctx)
    first: dict[str, Entry] = {}
    for entry in draft.entries():
        if entry.kind == "rows" or entry.when is not None:
            continue
        path = flat(entry.path)
        before = first.setdefault(path, entry)
        if before is not entry:
            label = Label(before.path.span, "it stands here already")
            ctx.error("CW403", f"two entries have the path `{path}`", entry.path.span, labels=(label,))
    for path, entry in first.items():
        parts = path.split("/")
        for size in range(1, len(parts)):
            above = first.get("/".join(parts[:size]))
            if above is not None and above.kind not in ("folder", "repo"):
                label = Label(above.path.span, "a file, not a folder")
                ctx.error(
                    "CW403",
                    f"`{path}` lies below `{flat(above.path)}`, which is a file",
                    entry.path.span,
                    labels=(label,),
                )


def _repeated(each: Each, ctx: Context) -> None:
    """An entry of `each` has a path of its own for every element."""
    for item in each.body:
        if isinstance(item, Each):
            _repeated(item, ctx)
        elif item.kind not in ("rows", "folder") and "*" not in flat(item.path):
            message = f"`each` gives every element the same path `{flat(item.path)}`"
            ctx.error("CW403", message, item.path.span)
