"""Completion: what may stand at the cursor, by the schema, by the declared names, and by types."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from cowork_dsl.face.lsp import choices_labels, choices_schema, choices_texts, choices_values
from cowork_dsl.face.lsp.choices import Choice
from cowork_dsl.face.lsp.desk import Desk
from cowork_dsl.face.lsp.features import Feature
from cowork_dsl.face.lsp.place import Place, locate
from cowork_dsl.face.lsp.view import View


def answer(desk: Desk, params: types.CompletionParams) -> types.CompletionList | None:
    """All choices; the client filters by what is written already."""
    view = desk.view(params.text_document.uri)
    if view is None:
        return None
    # The view has no source where the whole text is refused; its text still says where the cursor stands.
    text = view.source.text if view.source is not None else view.text
    at = min(view.offset(params.position), len(text))
    place = locate(text, at)
    return types.CompletionList(False, [_item(view, one, at) for one in _unique(_choices(desk, view, place, at))])


def _choices(desk: Desk, view: View, place: Place, at: int) -> Iterable[Choice]:
    if place.inside == "comment":
        return ()
    if place.inside == "row":
        return choices_schema.in_row(view, place, at)
    if place.inside == "string":
        return choices_texts.in_string(desk, view, place, at)
    if place.given is not None:
        return choices_values.of_value(desk, view, place, at)
    if not place.tokens:
        return choices_schema.statements(place)
    return choices_labels.of_label(view, place)


def _unique(choices: Iterable[Choice]) -> list[Choice]:
    return list({one.label: one for one in reversed(list(choices))}.values())[::-1]


def _item(view: View, one: Choice, at: int) -> types.CompletionItem:
    place = types.Range(view.position(min(one.start, at)), view.position(at))
    snippet = types.InsertTextFormat.Snippet if one.snippet else types.InsertTextFormat.PlainText
    doc = types.MarkupContent(types.MarkupKind.Markdown, one.doc) if one.doc else None
    return types.CompletionItem(
        one.label,
        kind=one.kind,
        detail=one.detail or None,
        documentation=doc,
        sort_text=f"{one.rank}{one.label}",
        insert_text_format=snippet,
        text_edit=types.TextEdit(place, one.snippet or one.label),
    )


FEATURES = (
    Feature(types.TEXT_DOCUMENT_COMPLETION, answer, types.CompletionOptions(trigger_characters=[".", '"', "/", "{"])),
)
