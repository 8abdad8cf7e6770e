"""Go to definition."""

from __future__ import annotations

from lsprotocol import types

from cowork_dsl.face.lsp.desk import Desk
from cowork_dsl.face.lsp.features import Feature
from cowork_dsl.face.lsp.locations import location


def answer(desk: Desk, params: types.DefinitionParams) -> types.Location | None:
    """Where the name at the cursor is declared."""
    view = desk.view(params.text_document.uri)
    symbol = view.symbol(params.position) if view is not None else None
    if view is None or symbol is None or symbol.source is None:
        return None
    return location(view, symbol.source, symbol.span)


FEATURES = (Feature(types.TEXT_DOCUMENT_DEFINITION, answer),)
