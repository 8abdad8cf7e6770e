"""Where each name of a file is declared and used, from what a check knew; `cowork check` itself never asks."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.check import Inspected
from cowork_dsl.compiler.analysis.naming import Naming, declare
from cowork_dsl.compiler.analysis.naming_expr import mention
from cowork_dsl.compiler.analysis.patterns import pattern_of
from cowork_dsl.compiler.analysis.symbols import Occurrence, Occurrences
from cowork_dsl.compiler.analysis.typed import Recorder
from cowork_dsl.compiler.schema.sorts import dotted
from cowork_dsl.compiler.schema.walk import Placed, placed
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.grammar.names import LABELLED, REFERS, SUBJECTS

_CALLED = frozenset({"call"})
_PATHS = frozenset({"path", "table", "target"})


def occurrences(inspected: Inspected, recorder: Recorder) -> Occurrences:
    """All places where names stand, in the order of the text."""
    naming = Naming(inspected)
    statements = tuple(placed(inspected.file))
    declare(naming, statements)
    for one in statements:
        _labels(naming, one)
        _values(naming, one)
    mention(naming, recorder)
    unique: dict[int, Occurrence] = {}
    for found in naming.found:
        known = unique.get(found.span.start)
        if known is None or (found.declares and not known.declares):
            unique[found.span.start] = found
    return Occurrences(tuple(unique[start] for start in sorted(unique)))


def _labels(naming: Naming, one: Placed) -> None:
    """What the labels of a statement refer to."""
    labels, block, body = one.statement.labels, one.block, one.body
    if block is None or body is None or not labels:
        return
    first = labels[0]
    spec = block.labels[0].rstrip("?") if block.labels else ""
    if first.kind == "string" and spec in _PATHS:
        naming.path(pattern_of(first.value), Span(first.start + 1, first.end - 1), declares=False)
    elif first.kind == "name" and spec in ("table", "target"):
        _table(naming, first)
    elif block.name in _CALLED:
        naming.refer("tool", first.value, first.span)
    elif block.name == "set" and one.around and (header := naming.header_of(one.around[-1])) is not None:
        if first.value in header:
            naming.add(first.span, header[first.value])
    elif kind := LABELLED.get((body.name, block.name)):
        naming.refer(kind, first.value, first.span)
    elif spec == "event" and len(labels) > 1:
        subject = labels[1]
        if subject.kind == "string":
            naming.path(pattern_of(subject.value), Span(subject.start + 1, subject.end - 1), declares=False)
        elif first.value in SUBJECTS:
            owner = _user(one) if first.value == "ask" else None
            naming.refer(SUBJECTS[first.value], subject.value, subject.span, owner)


def _table(naming: Naming, label: ast.Label) -> None:
    service, dot, _ = label.value.partition(".")
    if dot:
        naming.refer("service", service, Span(label.start, label.start + len(service)))
    name = label.value[len(service) + 1 :] if dot else label.value
    naming.refer("table", name, Span(label.end - len(name), label.end), service if dot else None)


def _values(naming: Naming, one: Placed) -> None:
    """What the value of an attribute names."""
    attr, body, value = one.attr, one.body, one.statement.value
    if one.block is not None and one.block.main == "by" and isinstance(value, ast.Call):
        _operands(naming, value, one)
    if attr is None or body is None or value is None:
        return
    called = one.around[-1] if one.around else None
    if body.name == "call" and called is not None:
        tool = called.name.rpartition(".")[2]
        naming.refer("arg", attr.name, Span(one.statement.start, one.statement.kind_end), tool)
        return
    if attr.sort == "generator" and isinstance(value, ast.Call) and called is not None:
        _fill(naming, value, called)
        return
    if attr.sort == "operator" and isinstance(value, ast.Call) and called is not None:
        _operands(naming, value, called)
        return
    kind = REFERS.get((body.name, attr.name))
    owner = _user(one) if kind == "state" else None
    for item in value.items if isinstance(value, ast.List_) else (value,):
        name = dotted(item)
        if kind is not None and name is not None:
            naming.refer(kind, name, item.span, owner)
        elif attr.sort in ("globs", "names_or_globs", "sees"):
            if isinstance(item, ast.Literal_) and item.kind == "string":
                naming.path(pattern_of(item.text), Span(item.start + 1, item.end - 1), declares=False)
            elif isinstance(item, ast.Name):
                naming.refer("value", item.name, item.span)
            elif isinstance(item, ast.Field) and isinstance(item.object, ast.Name):
                naming.refer("service", item.object.name, item.object.span)
                naming.refer("table", item.name, Span(item.name_start, item.end), item.object.name)


def _fill(naming: Naming, call: ast.Call, table: Placed) -> None:
    """`rows(n, column: generator)`: the arguments are columns of the table around."""
    header = naming.header_of(table) or {}
    for argument in call.args:
        if argument.name is not None and argument.name in header:
            start = argument.start + (1 if argument.quoted else 0)
            naming.add(Span(start, start + len(argument.name)), header[argument.name])


def _operands(naming: Naming, call: ast.Call, edit: Placed) -> None:
    """`edit TARGET = bump(col, 1)`: names among the arguments are columns of the target."""
    header = naming.header_of(edit) or {}
    for argument in call.args:
        if isinstance(argument.value, ast.Name) and argument.value.name in header:
            naming.add(argument.value.span, header[argument.value.name])


def _user(one: Placed) -> str:
    return next((above.name for above in one.around if above.statement.kind == "user"), "")
