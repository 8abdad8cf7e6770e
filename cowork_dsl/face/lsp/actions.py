"""Code actions: the mends of diagnostics."""

from __future__ import annotations

from lsprotocol import types

from cowork_dsl.compiler.diagnostics.model import Diagnostic, Fix
from cowork_dsl.face.lsp.desk import Desk
from cowork_dsl.face.lsp.features import Feature
from cowork_dsl.face.lsp.findings import shown
from cowork_dsl.face.lsp.view import View


def answer(desk: Desk, params: types.CodeActionParams) -> list[types.CodeAction] | None:
    """A quick fix for each finding that touches the range and has edits; all safe ones at once as well."""
    view = desk.view(params.text_document.uri)
    if view is None:
        return None
    wanted = params.context.only
    found: list[types.CodeAction] = []
    if _asked(types.CodeActionKind.QuickFix, wanted):
        start, end = view.offset(params.range.start), view.offset(params.range.end)
        for one in view.diagnostics:
            if one.source.path == view.path and one.span.start <= end and start <= one.span.end and mendable(one):
                assert one.fix is not None
                found.append(_action(view, one, one.fix))
    safe = _together(view)
    if safe and _asked(types.CodeActionKind.SourceFixAll, wanted):
        edit = types.WorkspaceEdit(changes={view.uri: safe})
        found.append(types.CodeAction("mend all that is certain", types.CodeActionKind.SourceFixAll, edit=edit))
    return found


def _asked(kind: types.CodeActionKind, wanted: object) -> bool:
    """Whether a kind is wanted: all are where nothing is said."""
    return not isinstance(wanted, list | tuple) or any(
        kind.value == one or kind.value.startswith(f"{one}.") for one in map(_plain, wanted)
    )


def _plain(kind: object) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else str(kind)


def mendable(found: Diagnostic) -> bool:
    """Whether a finding has a mend with edits."""
    return found.fix is not None and bool(found.fix.edits)


def edits(view: View, fix: Fix) -> list[types.TextEdit]:
    """The edits of a mend."""
    return [types.TextEdit(view.range(edit.span), edit.text) for edit in fix.edits]


def _action(view: View, found: Diagnostic, fix: Fix) -> types.CodeAction:
    title = fix.message
    if title.startswith("did you mean") and len(fix.edits) == 1:
        title = f"change to `{fix.edits[0].text}`"
    return types.CodeAction(
        title,
        types.CodeActionKind.QuickFix,
        diagnostics=[shown(view, found)],
        is_preferred=fix.applicability == "safe",
        edit=types.WorkspaceEdit(changes={view.uri: edits(view, fix)}),
    )


def _together(view: View) -> list[types.TextEdit]:
    """The edits of all safe mends, leaving out those that would touch one another."""
    made: list[types.TextEdit] = []
    last = -1
    for found in view.diagnostics:
        if found.source.path != view.path or not mendable(found) or found.fix is None:
            continue
        spans = sorted((edit.span.start, edit.span.end) for edit in found.fix.edits)
        if found.fix.applicability == "safe" and spans[0][0] > last:
            made += edits(view, found.fix)
            last = spans[-1][1]
    return made if len(made) > 1 else []


FEATURES = (
    Feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        answer,
        types.CodeActionOptions([types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]),
    ),
)
