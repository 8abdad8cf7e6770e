"""Semantic tokens: what each word is."""

from __future__ import annotations

from lsprotocol import types

from cowork_dsl.compiler.analysis.scan import ROOTS
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.face.lsp.desk import Desk
from cowork_dsl.face.lsp.features import Feature
from cowork_dsl.face.lsp.view import View

TOKENS = ("keyword", "property", "variable", "parameter", "function", "method", "enumMember", "class", "event", "type")
MODIFIERS = ("declaration", "readonly", "defaultLibrary")
_DECLARATION, _READONLY, _LIBRARY = 1, 2, 4
_KINDS = {
    "param": ("parameter", _READONLY),
    "let": ("variable", _READONLY),
    "value": ("variable", 0),
    "loop": ("variable", _READONLY),
    "element": ("variable", _READONLY),
    "arg": ("parameter", 0),
    "column": ("property", 0),
    "key": ("property", 0),
    "requirement": ("enumMember", 0),
    "check": ("method", 0),
    "judge": ("method", 0),
    "case": ("class", 0),
    "user": ("class", 0),
    "service": ("class", 0),
    "table": ("class", 0),
    "tool": ("function", 0),
    "fact": ("variable", _READONLY),
    "state": ("enumMember", 0),
    "transition": ("event", 0),
}
_TERMS = frozenset({"term", "terms", "word", "words"})
_TYPES = frozenset({"type", "type_or_shape"})


def answer(desk: Desk, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
    """The tokens of a whole document."""
    view = desk.view(params.text_document.uri)
    return None if view is None else types.SemanticTokens(encoded(view))


def encoded(view: View) -> list[int]:
    """The tokens as the protocol counts them: each from the one before."""
    data: list[int] = []
    line = column = 0
    for span, token, modifiers in tokens(view):
        start, end = view.position(span.start), view.position(span.end)
        if start.line != end.line or end.character <= start.character:
            continue
        if (start.line, start.character) < (line, column):
            continue
        away = start.character - column if start.line == line else start.character
        data += [start.line - line, away, end.character - start.character, TOKENS.index(token), modifiers]
        line, column = start.line, start.character
    return data


def tokens(view: View) -> list[tuple[Span, str, int]]:
    """Spans with what they are, in order; of two at one place that of a name."""
    found: dict[int, tuple[Span, str, int]] = {}
    _statements(view, found)
    _expressions(view, found)
    for one in view.occurrences.found:
        known = _KINDS.get(one.symbol.kind)
        if known is not None:
            found[one.span.start] = (one.span, known[0], known[1] | (_DECLARATION if one.declares else 0))
    return [found[start] for start in sorted(found)]


def _statements(view: View, found: dict[int, tuple[Span, str, int]]) -> None:
    for one in view.statements:
        statement = one.statement
        span = Span(statement.start, statement.kind_end)
        if one.block is not None:
            found[span.start] = (span, "keyword", 0)
        elif one.attr is not None:
            found[span.start] = (span, "property", 0)
        sort = one.attr.sort if one.attr is not None else one.block.value if one.block is not None else None
        if sort in _TERMS or sort in _TYPES:
            token = "enumMember" if sort in _TERMS else "type"
            value = statement.value
            for item in value.items if isinstance(value, ast.List_) else (value,):
                if isinstance(item, ast.Name | ast.Field):
                    found[item.start] = (item.span, token, 0)
                elif isinstance(item, ast.Call):
                    found[item.name_start] = (_name(item), token, 0)
        if one.block is not None and one.block.labels == ("event",) and statement.labels:
            found[statement.labels[0].start] = (statement.labels[0].span, "event", _LIBRARY)


def _expressions(view: View, found: dict[int, tuple[Span, str, int]]) -> None:
    seen = view.recorder.seen.values() if view.recorder is not None else ()
    for one in seen:
        node = one.node
        if isinstance(node, ast.Call):
            span = _name(node)
            found[span.start] = (span, "function" if node.object is None else "method", _LIBRARY)
        elif isinstance(node, ast.Name) and node.name in ROOTS:
            found[node.start] = (node.span, "variable", _LIBRARY)
        elif isinstance(node, ast.Field):
            found[node.name_start] = (Span(node.name_start, node.end), "property", 0)
        elif isinstance(node, ast.Column) and not (view.source and view.source.text.startswith(".[", node.start)):
            found[node.start + 1] = (Span(node.start + 1, node.end), "property", 0)


def _name(node: ast.Call) -> Span:
    return Span(node.name_start, node.name_start + len(node.name))


FEATURES = (
    Feature(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        answer,
        types.SemanticTokensLegend(list(TOKENS), list(MODIFIERS)),
    ),
)
