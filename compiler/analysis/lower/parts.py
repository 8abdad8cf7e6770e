"""What stands between the braces of mails, calendars, pictures, databases, archives and repositories."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.environment import Code, Each, Entry, Part, TableData, Text
from cowork_dsl.compiler.analysis.notation import type_from_text
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.schema.shaped import Given, Shaped
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax.ast import Literal_
from cowork_dsl.grammar.schema_files import HOLDERS, KINDS, PARTS

KIND_NAMES = tuple(KINDS)
_OF_ENTRIES = frozenset({"when", "readonly", "executable", "modified", "copy", "silent", "fill"})
"""Attributes that are no content."""

Rows = Callable[[Shaped], TableData | None]
Inside = Callable[[Shaped], tuple[Entry | Each, ...]]


def lower_part(shaped: Shaped, ctx: Context, scope: Scope, rows: Rows, inside: Inside) -> Part:
    """An entry's content, or a part of one; `rows` and `inside` lower a table and the entries between the braces."""
    label = shaped.statement.labels[0]
    when = shaped.one("when")
    fields = [
        (item.name, field)
        for item in shaped.items
        if isinstance(item, Given) and item.sound and item.name not in _OF_ENTRIES
        for field in _fields(item, ctx, scope)
    ]
    return Part(
        shaped.block.name,
        Text((label.value,), label.span, ctx.source) if label.kind == "name" else ctx.text(label, scope),
        tuple(fields),
        rows(shaped) if shaped.block.body == "rows" or (shaped.block.body == "sheet" and shaped.rows) else None,
        inside(shaped) if shaped.block.name in HOLDERS else (),
        tuple(_parts(shaped, ctx, scope, rows, inside)),
        None if when is None else ctx.condition(when.value, scope),
    )


def _parts(shaped: Shaped, ctx: Context, scope: Scope, rows: Rows, inside: Inside) -> Iterator[Part]:
    """The parts inside of a part: those with braces, and those with a value alone (`cell "B7" = 5`)."""
    for item in shaped.items:
        if not isinstance(item, Shaped):
            continue
        if item.block.body in PARTS:
            yield lower_part(item, ctx, scope, rows, inside)
        elif shaped.block.body in PARTS and item.value is not None:
            label = item.statement.labels[0]
            name = Text((label.value,), label.span, ctx.source)
            yield Part(item.block.name, name, (("value", _value(item, ctx, scope)),))


def _value(item: Shaped, ctx: Context, scope: Scope) -> Code | Text:
    expr = item.value
    assert expr is not None
    if isinstance(expr, Literal_) and expr.kind in ("string", "text"):
        return ctx.text(expr, scope)
    return ctx.code(expr, scope)


def _fields(given: Given, ctx: Context, scope: Scope) -> list[Code | Text]:
    """The value of an attribute; a list of strings gives several."""
    data = given.data
    if given.attr.sort == "text":
        return [ctx.text(cast(Literal_, data), scope)]
    if given.attr.sort == "expr":
        wanted = type_from_text(given.attr.type) if given.attr.type else None
        return [ctx.code(given.value, scope, wanted)]
    if isinstance(data, Word):
        return [Text((data.text,), given.value.span, ctx.source)]
    if isinstance(data, tuple):
        return [Text((word.text,), Span(word.start, word.end), ctx.source) for word in cast(tuple[Word, ...], data)]
    return [ctx.code(given.value, scope)]
