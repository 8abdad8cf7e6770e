"""Document symbols: the blocks of a file and what they declare."""

from __future__ import annotations

from lsprotocol import types

from cowork_dsl.compiler.schema.walk import Placed
from cowork_dsl.compiler.source import Span
from cowork_dsl.face.lsp.desk import Desk
from cowork_dsl.face.lsp.features import Feature
from cowork_dsl.face.lsp.view import View

_KIND = types.SymbolKind
_KINDS = {
    "env": _KIND.Module,
    "let": _KIND.Variable,
    "value": _KIND.Constant,
    "require": _KIND.Interface,
    "output": _KIND.File,
    "file": _KIND.File,
    "json": _KIND.File,
    "table": _KIND.Struct,
    "folder": _KIND.File,
    "user": _KIND.Class,
    "fact": _KIND.Field,
    "state": _KIND.Enum,
    "on": _KIND.Event,
    "check": _KIND.Method,
    "process": _KIND.Method,
    "judge": _KIND.Method,
    "service": _KIND.Class,
    "tool": _KIND.Function,
    "turn": _KIND.Event,
    "mutant": _KIND.Object,
    "variant": _KIND.Object,
}
_INNER = frozenset({"arg", "set", "fail", "key", "section"})
"""Small parts of a block, which would only drown the others."""


def answer(desk: Desk, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
    """The blocks, one inside the other."""
    view = desk.view(params.text_document.uri)
    if view is None:
        return None
    roots: list[types.DocumentSymbol] = []
    made: dict[int, list[types.DocumentSymbol]] = {}
    for one in view.statements:
        symbol = _symbol(view, one)
        if symbol is None:
            continue
        children: list[types.DocumentSymbol] = []
        symbol.children = children
        made[id(one.statement)] = children
        above = next((made[id(at.statement)] for at in reversed(one.around) if id(at.statement) in made), roots)
        above.append(symbol)
    return roots


def _symbol(view: View, one: Placed) -> types.DocumentSymbol | None:
    statement, body = one.statement, one.body
    if body is None or view.source is None:
        return None
    if one.attr is not None:
        if body.name != "params" or statement.kind in body.attrs:
            return None
        name, kind = statement.kind, _KIND.Variable
    elif one.block is None or statement.kind in _INNER or statement.kind == "cowork":
        return None
    else:
        name = view.source.text[statement.head.start : statement.head.end]
        kind = _KINDS.get(statement.kind, _KIND.Namespace)
    detail = (statement.doc or "").split("\n")[0] or None
    whole = Span(statement.start, max(statement.end, statement.head.end))
    return types.DocumentSymbol(name, kind, view.range(whole), view.range(statement.head), detail)


FEATURES = (Feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, answer),)
