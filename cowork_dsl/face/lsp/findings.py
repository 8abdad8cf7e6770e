"""Diagnostics as the protocol has them."""

from __future__ import annotations

from lsprotocol import types

from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.face.lsp.locations import location
from cowork_dsl.face.lsp.view import View

_SEVERITY = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}
_UNUSED = frozenset({"CW271"})


def findings(view: View) -> list[types.Diagnostic]:
    """All that is wrong with a version."""
    return [shown(view, found) for found in view.diagnostics]


def shown(view: View, found: Diagnostic) -> types.Diagnostic:
    """One finding; one of a used file stands at the `use`, and leads there."""
    own = found.source.path == view.path
    lines = [found.message, *(f"note: {note}" for note in found.notes)]
    if found.fix is not None:
        lines.append(f"help: {found.fix.message}")
    related = [
        types.DiagnosticRelatedInformation(types.Location(view.uri, view.range(label.span)), label.message)
        for label in found.labels
        if own
    ]
    if not own:
        lines[0] = f"in {found.source.path}: {lines[0]}"
        place = location(view, found.source, found.span)
        if place is not None:
            related = [types.DiagnosticRelatedInformation(place, found.message)]
    return types.Diagnostic(
        view.range(found.span if own else _use(view, found.source)),
        "\n".join(lines),
        severity=_SEVERITY[found.severity],
        code=found.code,
        source="cowork",
        related_information=related or None,
        tags=[types.DiagnosticTag.Unnecessary] if found.code in _UNUSED else None,
    )


def _use(view: View, source: Source) -> Span:
    """Where a file is used; the first `use` where it is used by another one."""
    uses = [one.statement for one in view.statements if one.statement.kind == "use"]
    name = source.path.rpartition("/")[2].removesuffix(".cowork")
    for statement in uses:
        if name in (view.source.text if view.source else "")[statement.start : statement.end]:
            return statement.head
    return uses[0].head if uses else Span(0, 0)
