"""References, and their highlights while the cursor rests."""

from __future__ import annotations

from lsprotocol import types

from cowork_dsl.face.lsp.desk import Desk
from cowork_dsl.face.lsp.features import Feature
from cowork_dsl.face.lsp.locations import location


def answer(desk: Desk, params: types.ReferenceParams) -> list[types.Location] | None:
    """All places of the name at the cursor, in all open documents."""
    view = desk.view(params.text_document.uri)
    symbol = view.symbol(params.position) if view is not None else None
    if view is None or symbol is None:
        return None
    found: list[types.Location] = []
    for document in list(desk.documents()):
        other = desk.view(document.uri)
        if other is not None:
            found += [
                types.Location(other.uri, other.range(one.span))
                for one in other.occurrences.of(symbol)
                if not one.declares
            ]
    if params.context.include_declaration and symbol.source is not None:
        declared = location(view, symbol.source, symbol.span)
        if declared is not None:
            found.insert(0, declared)
    return found


def highlights(desk: Desk, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight] | None:
    """All places in this document."""
    view = desk.view(params.text_document.uri)
    symbol = view.symbol(params.position) if view is not None else None
    if view is None or symbol is None:
        return None
    kinds = {True: types.DocumentHighlightKind.Write, False: types.DocumentHighlightKind.Read}
    return [types.DocumentHighlight(view.range(one.span), kinds[one.declares]) for one in view.occurrences.of(symbol)]


FEATURES = (
    Feature(types.TEXT_DOCUMENT_REFERENCES, answer),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, highlights),
)
