"""Values of attributes: words, names, terms, types, operators; and expressions, by the types of a check."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol.types import CompletionItemKind as Kind

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.fitting import bare
from cowork_dsl.compiler.analysis.infer_access import PARTS, receiver_of
from cowork_dsl.compiler.analysis.infer_calls import GUESSES, NAMESPACES
from cowork_dsl.compiler.analysis.infer_values import BUILTIN_PLACES, BUILTINS, ROOT_PLACES
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.typed import Typed, parts, typed
from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.compiler.syntax.tokens import WORDS
from cowork_dsl.face.lsp import describe
from cowork_dsl.face.lsp.choices import KINDS, Choice
from cowork_dsl.face.lsp.choices_labels import names, tools
from cowork_dsl.face.lsp.choices_schema import types_of
from cowork_dsl.face.lsp.desk import Desk
from cowork_dsl.face.lsp.place import Place
from cowork_dsl.face.lsp.terms import terms
from cowork_dsl.face.lsp.view import View
from cowork_dsl.grammar.functions import free, method, names_of
from cowork_dsl.grammar.names import REFERS
from cowork_dsl.grammar.operators import OPERATORS

_HERE = "zz_cursor"
"""A name that stands at the cursor while the text is looked at."""
_MOMENT_PLACES = frozenset({"verify", "process", "guard", "case", "user"})
_EXPRESSIONS = frozenset({"expr", "generator", "moment"})


def of_value(desk: Desk, view: View, place: Place, at: int) -> Iterator[Choice]:
    """What may stand in the value of an attribute."""
    attr, body = place.attr, place.body
    if attr is None or body is None:
        return
    start, sort = place.start, attr.sort
    owner = body.name if body.name != "top" else place.kind
    kind = REFERS.get((body.name, attr.name))
    if sort in _EXPRESSIONS:
        yield from expressions(desk, view, place, at)
    elif kind is not None:
        user = next((head.name for head in place.heads if head.kind == "user"), "")
        yield from names(view, kind, start, user if kind == "state" else None)
    elif sort == "bool":
        for word in ("true", "false"):
            yield Choice(word, start, Kind.Keyword)
    elif sort in ("word", "words"):
        for word in attr.words:
            yield Choice(word, start, Kind.EnumMember)
    elif sort in ("term", "terms") and owner == "env":
        begin = _dotted_start(place)
        for name, term in terms(attr.name).items():
            yield Choice(name, begin, Kind.EnumMember, term.means)
    elif sort in ("type", "type_or_shape"):
        yield from types_of(start)
    elif sort == "operator":
        for name, (parameters, doc) in OPERATORS.items():
            snippet = f"{name}($1)" if parameters else f"{name}()"
            yield Choice(name, start, Kind.Operator, f"({', '.join(parameters)})", doc, snippet)
    elif sort == "subject":
        yield from tools(view, start, place.tokens[1][1] if len(place.tokens) > 1 else "")
    elif sort == "names_or_globs":
        yield from names(view, "value", start)
        for table in view.inspected.context.tables if view.inspected is not None else ():
            yield Choice(table, start, KINDS["table"])
    elif sort == "sees":
        for word in ("reply", "replies"):
            yield Choice(word, start, Kind.Variable)


def _dotted_start(place: Place) -> int:
    """Where a dotted term begins."""
    start = place.start
    for kind, text in reversed(place.tokens):
        if kind not in ("DOT", "NAME"):
            break
        start -= len(text)
    return start


# ---------------------------------------------------------------- expressions


def expressions(desk: Desk, view: View, place: Place, at: int, ends: str = "") -> Iterator[Choice]:
    """Members after a dot; else names, functions and words; `ends` would close what the cursor stands in."""
    after_dot = bool(place.tokens) and place.tokens[-1][0] == "DOT"
    found = _looked(desk, view, place, at, ends)
    if after_dot:
        if found is not None:
            yield from _members(found, place.start)
        return
    if found is not None:
        yield from _visible(found.scope, place.start)
        yield from _named_in(found, place)
    yield from _functions(found.scope.place if found is not None else "", place.start)
    for word in WORDS:
        yield Choice(word, place.start, Kind.Keyword, rank=8)


def _looked(desk: Desk, view: View, place: Place, at: int, ends: str) -> _Found | None:
    """The name that was put at the cursor, as a check sees it; brackets left open are closed if need be."""
    if view.source is None:
        return None
    text = view.source.text
    end = at
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    closing = "".join({"RPAR": ")", "RSQB": "]", "RBRACE": "}"}[one] for one in reversed(place.open)) or ends
    for more in ("", closing) if closing else ("",):
        guess = desk.guess(view, f"{text[: place.start]}{_HERE}{more}{text[end:]}")
        if guess.inspected is None:
            return None
        recorder = typed(guess.inspected.context)
        for node, scope in parts(guess.inspected.context, recorder):
            if isinstance(node, ast.Name | ast.Field | ast.Column | ast.Call) and node.name == _HERE:
                return _Found(node, scope, recorder.seen, guess.inspected.context)
    return None


class _Found:
    """What the look found around the cursor."""

    def __init__(self, node: ast.Expr, scope: Scope, seen: dict[int, Typed], ctx: Context) -> None:
        self.node = node
        self.scope = scope
        self.seen = seen
        self.ctx = ctx


def _visible(scope: Scope, start: int) -> Iterator[Choice]:
    readable = ROOT_PLACES.get(scope.place, {})
    for name in dict.fromkeys(scope.visible()):
        binding = scope.lookup(name)
        if binding is None or name == _HERE or (binding.kind == "root" and name not in readable):
            continue
        if binding.kind == "state" and scope.place not in _MOMENT_PLACES:
            continue
        detail = describe.type_text(binding.type) or binding.kind
        rank = 6 if binding.kind == "state" else 1
        yield Choice(name, start, KINDS.get(binding.kind, Kind.Variable), detail, binding.kind, rank=rank)
    for name in (*readable, *(BUILTINS if scope.place in BUILTIN_PLACES else ())):
        yield Choice(name, start, KINDS["root"], "state of the world" if name in readable else "of the agent", rank=2)


def _named_in(found: _Found, place: Place) -> Iterator[Choice]:
    """Facts after `asked(`, tools after `calls(`."""
    opened = [text for kind, text in place.tokens if kind in ("NAME", "LPAR")][-2:]
    if opened == ["asked", "("]:
        for name in sorted(found.ctx.facts):
            yield Choice(name, place.start, KINDS["fact"], "fact", rank=0)
    elif opened == ["calls", "("]:
        around = found.scope.found()
        for name in sorted(around.tools) if around is not None else ():
            yield Choice(name, place.start, KINDS["tool"], "tool", rank=0)


def _functions(where: str, start: int) -> Iterator[Choice]:
    for name in names_of(""):
        function = free(name, where)
        if function is not None and function.supported and (not function.places or where in function.places):
            snippet = f"{name}($1)" if function.parameters else f"{name}()"
            yield Choice(name, start, Kind.Function, function.doc, describe.of_function(function), snippet, 4)
    if where == "fill":
        for name in sorted(NAMESPACES):
            yield Choice(name, start, Kind.Module, "generators", rank=4)
    if where == "guard":
        yield from _methods("root", start)


def _members(found: _Found, start: int) -> Iterator[Choice]:
    node, scope = found.node, found.scope
    if isinstance(node, ast.Column):
        row = scope.current_row()
        if row is not None:
            yield from _fields(row, start)
        return
    if not isinstance(node, ast.Field | ast.Call) or node.object is None:
        return
    receiver = node.object
    if isinstance(receiver, ast.Name) and receiver.name in NAMESPACES and scope.lookup(receiver.name) is None:
        yield from _methods(receiver.name + ".", start)
        return
    known = found.seen.get(id(receiver))
    if known is None:
        return
    kind = bare(known.type)
    if kind.kind == "user":
        return
    yield from _fields(kind, start)
    if kind.kind == "root":
        yield from _of_root(scope, start)
    for name in GUESSES if kind.kind == "any" else (receiver_of(kind),):
        yield from _methods(name, start)


def _fields(kind: Type, start: int) -> Iterator[Choice]:
    if kind.kind in ("row", "record", "service", "scalar"):
        for name, inner in zip(kind.names, kind.args, strict=False):
            if name.isidentifier():
                yield Choice(name, start, KINDS["column"], describe.type_text(inner), rank=1)
    for name, inner in PARTS.get(kind.kind, {}).items():
        yield Choice(name, start, Kind.Property, describe.type_text(inner), rank=2)


def _of_root(scope: Scope, start: int) -> Iterator[Choice]:
    around = scope.found()
    if around is not None:
        for service in around.services:
            yield Choice(service, start, KINDS["service"], "service", rank=1)
        for name, kind in around.values.items():
            yield Choice(name, start, KINDS["value"], describe.type_text(kind), rank=1)


def _methods(receiver: str, start: int) -> Iterator[Choice]:
    for name in names_of(receiver):
        function = method(name, receiver)
        if function is not None and function.supported:
            snippet = f"{name}($1)" if function.parameters else f"{name}()"
            yield Choice(name, start, Kind.Method, function.doc, describe.of_function(function), snippet, 3)
