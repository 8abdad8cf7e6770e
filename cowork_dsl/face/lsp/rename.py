"""Rename: all places of a name at once, and only where the file means the same afterwards."""

from __future__ import annotations

import re
from collections import Counter

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from cowork_dsl.compiler.analysis.symbols import Symbol
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax.tokens import WORDS
from cowork_dsl.face.lsp.desk import Desk
from cowork_dsl.face.lsp.features import Feature
from cowork_dsl.face.lsp.view import View

_NAME = re.compile("[a-z_][a-z0-9_]*")
_NOT_A_COLUMN = frozenset({"CW251", "CW256"})
_ROUNDS = 4
_REFUSED = {
    "service": "other files may use it",
    "table": "other files may use it",
    "tool": "other files, and agents' instructions, may name it",
}


class Refused(JsonRpcException):
    """A rename that is not made, with the reason for the user."""

    CODE = types.LSPErrorCodes.RequestFailed.value


def prepare(desk: Desk, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    """The name at the cursor, where it can be renamed."""
    view = desk.view(params.text_document.uri)
    if view is None:
        return None
    symbol = _renameable(view, params.position)
    found = view.occurrences.at(view.offset(params.position))
    assert found is not None
    return types.PrepareRenamePlaceholder(view.range(found.span), symbol.name)


def answer(desk: Desk, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """The edits; refused with a reason where the result would not check as the file does now."""
    view = desk.view(params.text_document.uri)
    if view is None or view.source is None:
        return None
    symbol, new = _renameable(view, params.position), params.new_name
    if not _NAME.fullmatch(new) or new in WORDS:
        raise Refused(f"`{new}` is no name: lower-case letters, digits and `_`, and no word of the language")
    if new == symbol.name:
        return types.WorkspaceEdit(changes={})
    spans = {one.span.start: one.span for one in view.occurrences.of(symbol)}
    for _ in range(_ROUNDS):
        after = desk.guess(view, _edited(view.source.text, spans, new))
        worse = _worse(view, after)
        if worse is None:
            edits = [types.TextEdit(view.range(spans[start]), new) for start in sorted(spans)]
            return types.WorkspaceEdit(changes={view.uri: edits})
        more = _derived(symbol, after, spans, new)
        if not more:
            break
        spans.update(more)
    assert worse is not None
    raise Refused(f"`{symbol.name}` can't become `{new}`: line {worse.line} would be wrong: {worse.message}")


def _renameable(view: View, position: types.Position) -> Symbol:
    symbol = view.symbol(position)
    if symbol is None:
        raise Refused("there is no name here that a file declares")
    reason = symbol.fixed or _REFUSED.get(symbol.kind, "")
    if symbol.kind == "state" and sum(one.name == symbol.name for one in view.occurrences.declared("state")) > 1:
        reason = "several users have a state of this name, and moments may mean either"
    if reason:
        raise Refused(f"the {symbol.kind} `{symbol.name}` can't be renamed: {reason}")
    return symbol


def _edited(text: str, spans: dict[int, Span], new: str) -> str:
    parts: list[str] = []
    at = 0
    for start in sorted(spans):
        parts += [text[at:start], new]
        at = spans[start].end
    return "".join([*parts, text[at:]])


def _worse(before: View, after: View) -> Diagnostic | None:
    """The first finding that the file did not have."""
    known = Counter(found.code for found in before.diagnostics)
    for found in after.diagnostics:
        known[found.code] -= 1
        if known[found.code] < 0:
            return found
    return None


def _derived(symbol: Symbol, after: View, spans: dict[int, Span], new: str) -> dict[int, Span]:
    """Places that read a renamed column through a table made of it: since the rename they name no column."""
    if symbol.kind != "column" or after.source is None:
        return {}
    made: dict[int, Span] = {}
    for found in after.diagnostics:
        text = after.source.text[found.span.start : found.span.end]
        if found.code in _NOT_A_COLUMN and text == symbol.name:
            grown = len(new) - len(symbol.name)
            start = found.span.start
            for at in sorted(spans):
                if at < start:
                    start -= grown
            made[start] = Span(start, start + len(symbol.name))
    return {start: span for start, span in made.items() if start not in spans}


FEATURES = (
    Feature(types.TEXT_DOCUMENT_PREPARE_RENAME, prepare),
    Feature(types.TEXT_DOCUMENT_RENAME, answer, types.RenameOptions(prepare_provider=True)),
)
