"""Labels of heads: names that they refer to, events, tools, tables, files of the library."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol.types import CompletionItemKind as Kind

from cowork_dsl.compiler.files import Files
from cowork_dsl.face.lsp import describe
from cowork_dsl.face.lsp.choices import KINDS, Choice
from cowork_dsl.face.lsp.place import Place
from cowork_dsl.face.lsp.view import View
from cowork_dsl.grammar.names import LABELLED, SUBJECTS
from cowork_dsl.grammar.schema_interface import SUBJECTS as PERMITTED
from cowork_dsl.grammar.schema_interface import TOOL_SETS
from cowork_dsl.grammar.schema_users import EVENTS

_PERMISSIONS = frozenset({"allow", "deny", "rule", "ask", "grant", "revoke"})


def of_label(view: View, place: Place) -> Iterator[Choice]:
    """What may stand as the label that is being written."""
    block, body = place.block, place.body
    if block is None or body is None:
        return
    start = place.start
    before = [text for _, text in place.tokens[1:]]
    # The dotted part before the word belongs to the label, too.
    dotted = "".join(before)
    start -= len(dotted) if dotted.endswith(".") else 0
    if block.name == "use":
        for name in Files().library_names():
            yield Choice(f"std.{name}", start, Kind.Module, "library")
    elif block.name == "on":
        yield from _events(view, place, before)
    elif block.name in ("call", "trouble"):
        yield from tools(view, start)
    elif block.name == "set" and place.heads and place.heads[-1].kind in ("insert", "update"):
        yield from columns(view, place)
    elif block.labels and block.labels[0] in ("table", "target"):
        for table, known in (view.inspected.context.tables if view.inspected is not None else {}).items():
            detail = ", ".join(column.name for column in known)
            yield Choice(table, start, KINDS["table"], detail)
    elif kind := LABELLED.get((body.name, block.name)):
        yield from names(view, kind, start, _user(place) if kind == "state" and body.name == "on" else None)
        if block.name in _PERMISSIONS:
            for word in (*PERMITTED, *TOOL_SETS):
                yield Choice(word, start, Kind.Keyword)


def _events(view: View, place: Place, before: list[str]) -> Iterator[Choice]:
    if not before:
        for event in EVENTS.values():
            yield Choice(event.name, place.start, Kind.Event, event.doc)
        return
    kind = SUBJECTS.get(before[0])
    dotted = "".join(before[1:])
    if kind == "tool":
        yield from tools(view, place.start - len(dotted))
    elif kind == "fact" and not dotted:
        yield from names(view, kind, place.start, _user(place))
    elif kind == "state":
        for symbol in view.occurrences.declared("state"):
            name = f"{symbol.owner}.{symbol.name}"
            yield Choice(name, place.start - len(dotted), KINDS["state"], "state", rank=1)


def _user(place: Place) -> str:
    return next((head.name for head in place.heads if head.kind == "user"), "")


def names(view: View, kind: str, start: int, owner: str | None = None) -> Iterator[Choice]:
    """The declared names of a kind."""
    if kind == "service" and view.inspected is not None:
        for name, service in view.inspected.draft.names.services.items():
            yield Choice(name, start, KINDS["service"], service.origin.doc or "service")
        return
    for symbol in view.occurrences.declared(kind, owner):
        line = symbol.source.line(symbol.source.position(symbol.start)[0]).strip() if symbol.source else ""
        detail = describe.type_text(symbol.type) or f"{kind}" + (f" of {symbol.owner}" if symbol.owner else "")
        yield Choice(symbol.name, start, KINDS.get(kind, Kind.Value), detail, describe.code(line), rank=1)


def tools(view: View, start: int, service: str = "") -> Iterator[Choice]:
    """The tools that the agent has; those of one service without its name."""
    if view.inspected is None:
        return
    known = view.inspected.draft.names
    if service in known.services:
        for tool in known.services[service].tools:
            yield Choice(tool.name, start, Kind.Function, f"tool of {service}", tool.doc, rank=1)
        return
    for name, arguments in known.tools.items():
        yield Choice(name, start, Kind.Function, f"({', '.join(arguments)})")


def columns(view: View, place: Place) -> Iterator[Choice]:
    """The columns of the table that the change around names."""
    if view.inspected is None or not place.heads[-1].labels:
        return
    ctx, label = view.inspected.context, place.heads[-1].labels[0]
    form = ctx.form(label.strip('"')) if label.startswith('"') else None
    known = form.columns if form is not None else ctx.tables.get(label, ())
    if not known and not label.startswith('"') and len(place.heads) > 1:
        service = next((head.name for head in place.heads if head.kind == "service"), "")
        known = ctx.tables.get(f"{service}.{label}", ())
    for column in known:
        yield Choice(column.name, place.start, KINDS["column"], describe.type_text(column.type), rank=1)
