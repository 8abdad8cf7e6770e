"""Forms of outputs that nothing visible states."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.forms import flat
from cowork_dsl.compiler.analysis.visible import goal_texts, workspace_texts
from cowork_dsl.compiler.diagnostics.model import Fix


def stated(draft: Draft, ctx: Context) -> None:
    """The path of an output occurs in the goal or in a visible file."""
    if draft.goal is None:
        return
    seen: str | None = None
    for output in draft.outputs:
        path = flat(output.path)
        names = _pieces(path)
        if any(name in text.text for text in goal_texts(draft) for name in names):
            continue
        if seen is None:
            seen = "\n".join(text.text for text in workspace_texts(draft, ctx))
        if not any(name in seen for name in names):
            mend = Fix("name the path in the goal, or in a file that the agent can read", applicability="display")
            ctx.error("CW432", f"nothing that the agent can see names the output `{path}`", output.path.span, fix=mend)


def _pieces(path: str) -> list[str]:
    """The path, its last part, and for patterns what stands before the first wildcard."""
    wild = min((at for at in (path.find("*"), path.find("?"), path.find("[")) if at >= 0), default=-1)
    if wild < 0:
        return [path, path.rpartition("/")[2]]
    head = path[:wild]
    tail = path[wild:].lstrip("*?")
    return [piece for piece in (head, head.rstrip("/"), tail) if len(piece) > 1]
