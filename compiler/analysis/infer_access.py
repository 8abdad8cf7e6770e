"""Columns, fields, elements."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.fitting import OPEN, bare, fits, words
from cowork_dsl.compiler.analysis.infer_core import RULES, Inference, listed
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.types import (
    ANY,
    BOOL,
    DATE,
    DATETIME,
    DECIMAL,
    INT,
    MOMENT,
    TEXT,
    TIME,
    Type,
    list_of,
    map_of,
    table,
)
from cowork_dsl.compiler.diagnostics.model import Edit, Fix, Label
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.grammar.functions import method, named

SCALAR = "scalar"
"""The kind of a row that is no row: an element without columns, which must be named."""

_DAY = {"year": INT, "month": INT, "day": INT}
_CLOCK = {"hour": INT, "minute": INT, "second": INT}
PARTS: dict[str, dict[str, Type]] = {
    "file": {"path": TEXT, "name": TEXT, "stem": TEXT, "suffix": TEXT, "folder": TEXT},
    "date": _DAY,
    "time": _CLOCK,
    "datetime": {**_DAY, **_CLOCK, "date": DATE, "time": TIME},
    "duration": {"days": DECIMAL, "hours": DECIMAL, "minutes": DECIMAL, "seconds": INT},
    "money": {"amount": DECIMAL, "currency": TEXT},
    "percent": {"points": DECIMAL},
    "database": {"tables": list_of(TEXT)},
    "repository": {
        "head": TEXT,
        "branch": TEXT,
        "branches": map_of(TEXT),
        "tags": map_of(TEXT),
        "log": table(
            {
                "id": TEXT,
                "parent": TEXT,
                "author": TEXT,
                "email": TEXT,
                "at": DATETIME,
                "message": TEXT,
                "title": TEXT,
                "merge": BOOL,
            },
            "id",
        ),
    },
}
"""What may be read with a dot of values that have no fields of their own."""


def declared(look: Inference, kind: Type) -> tuple[tuple[Label, ...], tuple[str, ...]]:
    """Where the columns of a type were declared, and which they are."""
    notes = (f"its columns: {listed(kind.names)}",) if kind.names else ()
    origin = kind.origin
    if origin is None:
        return (), notes
    if origin.source is look.source:
        return (Label(origin.span, f"{origin.title} is declared here"),), notes
    line = origin.source.position(origin.span.start)[0]
    return (), (*notes, f"{origin.title} is declared in {origin.source.path}, line {line}")


def _column(look: Inference, node: ast.Column, scope: Scope, expected: Type | None) -> Type:
    row = scope.current_row()
    if row is None:
        if scope.lookup(node.name) is not None:
            fix = Fix(f"write `{node.name}`", (Edit(Span(node.start, node.start + 1), ""),))
            return look.error("CW258", f"there is no row here, so `.{node.name}` has no value", node.span, fix=fix)
        return look.error("CW258", f"there is no row here, so `.{node.name}` has no value", node.span)
    if row.kind == SCALAR:
        return look.error(
            "CW258",
            f"the elements are {words(row.args[0])} each, which has no columns",
            node.span,
            notes=("name the element in the argument: `list.all(x: x …)`",),
        )
    if not row.names:
        return ANY
    if node.name in row.names:
        return row.args[row.names.index(node.name)]
    labels, notes = declared(look, row)
    span = Span(node.start + 1, node.end) if not look.source.text.startswith(".[", node.start) else node.span
    title = row.origin.title if row.origin is not None else "this table"
    return look.unknown("CW251", f"`{node.name}` is not a column of {title}", node.name, span, row.names, labels, notes)


def _field(look: Inference, node: ast.Field, scope: Scope, expected: Type | None) -> Type:
    whole = bare(look.infer(node.object, scope))
    kind, name = whole.kind, node.name
    span = Span(node.name_start, node.end)
    if kind in OPEN:
        return ANY
    if kind in ("row", "record"):
        return _of_record(look, whole, name, span)
    if kind == "root":
        return _of_root(look, whole, name, span, scope)
    if kind == "service":
        if name in whole.names:
            return whole.args[whole.names.index(name)]
        return look.unknown("CW260", f"the service {whole.unit} has no table `{name}`", name, span, whole.names)
    if kind == "map":
        return whole.args[0] if whole.args else ANY
    if kind == "user":
        return MOMENT
    parts = PARTS.get(kind)
    if parts is not None and name in parts:
        return parts[name]
    receiver = receiver_of(whole)
    if method(name, receiver) is not None:
        fix = Fix(f"write `{name}()`", (Edit(Span(node.end, node.end), "()"),))
        return look.error("CW256", f"`{name}` is a method, and methods take ()", span, fix=fix)
    if kind == "table" and name in whole.names:
        notes = (f"the values of a column are `.list(.{name})`, those of a row `.row(…).{name}`",)
        return look.error("CW256", f"`{name}` is a column, and a table is no row", span, notes=notes)
    known = (f"it has {listed(parts)}",) if parts else ()
    return look.unknown("CW256", f"{words(whole)} has no field `{name}`", name, span, parts or (), notes=known)


def _of_record(look: Inference, whole: Type, name: str, span: Span) -> Type:
    if name in whole.names:
        return whole.args[whole.names.index(name)]
    if not whole.names:
        return ANY
    title = whole.origin.title if whole.origin is not None else words(whole)
    labels, notes = declared(look, whole)
    if whole.kind == "row":
        return look.unknown("CW251", f"`{name}` is not a column of {title}", name, span, whole.names, labels, notes)
    notes = (f"its fields: {listed(whole.names)}",)
    return look.unknown("CW256", f"`{name}` is not a field of {title}", name, span, whole.names, labels, notes)


def _of_root(look: Inference, whole: Type, name: str, span: Span, scope: Scope) -> Type:
    around = scope.found()
    if around is None:
        return ANY
    if name in around.services:
        tables = around.services[name]
        return Type("service", tuple(tables.values()), tuple(tables), name)
    if name in around.values:
        return around.values[name]
    known = [*around.services, *around.values]
    if any("root" in one.receivers for one in named(name)):
        return look.error("CW256", f"`{name}` is a reader, and readers take ()", span)
    notes = (f"known are {listed(known)}",) if known else ()
    return look.unknown(
        "CW260", f"there is no service and no value in force named `{name}`", name, span, known, notes=notes
    )


def _index(look: Inference, node: ast.Index, scope: Scope, expected: Type | None) -> Type:
    whole = bare(look.infer(node.object, scope))
    key = bare(look.infer(node.key, scope))
    kind = whole.kind
    if kind in OPEN:
        return ANY
    if kind in ("list", "table"):
        if key.kind not in ("int", "any"):
            return look.error("CW301", f"an element has a number, and this is {words(key)}", node.key.span)
        return element(whole)
    if kind in ("row", "record"):
        if isinstance(node.key, ast.Literal_) and node.key.kind == "string" and whole.names:
            return _of_record(look, whole, node.key.text, node.key.span)
        return ANY
    if kind == "map":
        wanted = whole.args[1] if len(whole.args) > 1 else TEXT
        if not fits(key, wanted):
            return look.error("CW301", f"the keys are {words(wanted)}, and this is {words(key)}", node.key.span)
        return whole.args[0] if whole.args else ANY
    return look.error("CW256", f"{words(whole)} has no elements", node.object.span)


def element(whole: Type) -> Type:
    """The type of a row or element."""
    kind = whole.kind
    if kind == "table":
        return Type("row", whole.args, whole.names, None, whole.origin)
    if kind == "groups":
        return whole.args[0]
    if kind == "map":
        key = whole.args[1] if len(whole.args) > 1 else TEXT
        return Type("row", (key, whole.args[0] if whole.args else ANY), ("key", "value"))
    if kind in ("list", "set", "bag"):
        return whole.args[0] if whole.args else ANY
    if kind == "calls":
        return Type("row")
    return ANY


def row_of(whole: Type) -> Type:
    """What ``.column`` refers to inside a method of ``whole``: a row, or the mark that there are no columns."""
    found = bare(element(whole))
    if found.kind in ("row", "record", "any"):
        return found
    if found.kind == "map":
        return Type("row")
    parts = PARTS.get(found.kind)
    if parts is not None:
        # `files("in/*").all(.suffix == ".md")`: the parts of a path, date … are its columns
        return Type("row", tuple(parts.values()), tuple(parts))
    return Type(SCALAR, (found,))


def receiver_of(kind: Type) -> str:
    """The catalogue's name of what has methods."""
    return _RECEIVERS.get(kind.kind, kind.kind)


_RECEIVERS = {"one_of": "text", "record": "map", "row": "map"}

RULES[ast.Column] = _column  # type: ignore[assignment]
RULES[ast.Field] = _field  # type: ignore[assignment]
RULES[ast.Index] = _index  # type: ignore[assignment]
