"""Hover: what stands under the cursor, with its doc and its type."""

from __future__ import annotations

from lsprotocol import types

from cowork_dsl.compiler.analysis.symbols import Occurrence
from cowork_dsl.compiler.analysis.typed import Typed
from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.schema.walk import Placed
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.face.lsp import describe
from cowork_dsl.face.lsp.desk import Desk
from cowork_dsl.face.lsp.features import Feature
from cowork_dsl.face.lsp.terms import meaning
from cowork_dsl.face.lsp.view import View
from cowork_dsl.grammar.functions import method, named, text_filter
from cowork_dsl.grammar.operators import OPERATORS
from cowork_dsl.grammar.schema_users import EVENTS


def answer(desk: Desk, params: types.HoverParams) -> types.Hover | None:
    """Names first, then functions, words of the schema, and last the type of the expression."""
    view = desk.view(params.text_document.uri)
    if view is None or view.source is None:
        return None
    at = view.offset(params.position)
    found = _name(view, at) or _function(view, at) or _schema(view, at) or _expression(view, at)
    if found is None:
        return None
    span, text = found
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), view.range(span))


def _name(view: View, at: int) -> tuple[Span, str] | None:
    found = view.occurrences.at(at)
    return None if found is None else (found.span, describe.of_symbol(found.symbol, _type_at(view, found)))


def _type_at(view: View, found: Occurrence) -> Type | None:
    """The type of a name where it stands; at its declaration that of a use."""
    if found.symbol.kind == "path" and view.inspected is not None:
        form = view.inspected.context.form(found.symbol.name)
        return None if form is None else form.type
    spans = {one.span.end for one in view.occurrences.of(found.symbol)}
    for one in _nodes(view):
        if one.node.span.end in spans and isinstance(one.node, ast.Name | ast.Column | ast.Field):
            return one.type
    return None


def _nodes(view: View) -> list[Typed]:
    return [] if view.recorder is None else list(view.recorder.seen.values())


def _function(view: View, at: int) -> tuple[Span, str] | None:
    calls = view.recorder.calls or {} if view.recorder is not None else {}
    for one in _nodes(view):
        node = one.node
        if not isinstance(node, ast.Call):
            continue
        span = Span(node.name_start, node.name_start + len(node.name))
        if span.start <= at <= span.end:
            resolved = calls.get(id(node))
            functions = (resolved.function,) if resolved is not None else named(node.name)
            if functions:
                kind = describe.type_text(one.type)
                given = f"\n\nHere it gives `{kind}`." if kind else ""
                return span, describe.of_function(functions[0]) + given
    return None


def _schema(view: View, at: int) -> tuple[Span, str] | None:
    inner: Placed | None = None
    for one in view.statements:
        statement = one.statement
        if statement.start <= at <= statement.kind_end:
            span = Span(statement.start, statement.kind_end)
            if one.block is not None:
                return span, describe.of_block(one.block)
            return None if one.attr is None else (span, describe.of_attr(one.attr))
        if statement.start <= at <= statement.end:
            inner = one
    return None if inner is None else _word(view, inner, at)


def _word(view: View, one: Placed, at: int) -> tuple[Span, str] | None:
    """Terms of the taxonomy, events, operators, filters."""
    for label in one.statement.labels:
        if label.start <= at <= label.end and one.block is not None and one.block.labels == ("event",):
            event = EVENTS.get(label.value)
            return None if event is None else (label.span, f"event `{event.name}`\n\n{event.doc}")
    value = one.statement.value
    for item in value.items if isinstance(value, ast.List_) else (value,):
        if item is None or not item.start <= at <= item.end:
            continue
        text = view.source.text[item.start : item.end] if view.source is not None else ""
        if one.body is not None and one.body.name == "env":
            meant = meaning(one.statement.kind, text)
            return None if meant is None else (item.span, f"`{text}`\n\n{meant}")
        if isinstance(item, ast.Call) and one.block is not None and one.block.main == "by":
            known = OPERATORS.get(item.name)
            return (
                None if known is None else (item.span, f"operator `{item.name}({', '.join(known[0])})`\n\n{known[1]}")
            )
    return None


def _expression(view: View, at: int) -> tuple[Span, str] | None:
    """The smallest expression; a filter of a text by its name."""
    inner: Typed | None = None
    for one in _nodes(view):
        span = one.node.span
        if span.start <= at <= span.end and (inner is None or _size(span) < _size(inner.node.span)):
            inner = one
    if inner is None or view.source is None:
        return None
    if not isinstance(inner.node, ast.Literal_ | ast.Name | ast.Column | ast.Call | ast.Field | ast.Money_):
        return None
    kind = describe.type_text(inner.type)
    if isinstance(inner.node, ast.Name):
        function = text_filter(inner.node.name) or method(inner.node.name, "root")
        if function is not None and not kind:
            return inner.node.span, describe.of_function(function)
    return (inner.node.span, f"`{kind}`") if kind else None


def _size(span: Span) -> int:
    return span.end - span.start


FEATURES = (Feature(types.TEXT_DOCUMENT_HOVER, answer),)
