"""Formatting of a whole document."""

from __future__ import annotations

from lsprotocol import types

from cowork_dsl.compiler.source import Span
from cowork_dsl.face.commands.fmt import formatted
from cowork_dsl.face.lsp.desk import Desk
from cowork_dsl.face.lsp.features import Feature


def answer(desk: Desk, params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
    """One edit from the first to the last line that differs; none where the text does not parse."""
    view = desk.view(params.text_document.uri)
    if view is None or view.source is None:
        return None
    old, new = view.source.text, formatted(view.source)
    if new is None or new == old:
        return []
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    head = 0
    while head < min(len(before), len(after)) and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < min(len(before), len(after)) - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    start = sum(map(len, before[:head]))
    end = len(old) - sum(map(len, before[len(before) - tail :]))
    ending = "\r\n" if "\r\n" in view.text else "\n"
    text = "".join(after[head : len(after) - tail]).replace("\n", ending)
    return [types.TextEdit(view.range(Span(start, end)), text)]


FEATURES = (Feature(types.TEXT_DOCUMENT_FORMATTING, answer),)
