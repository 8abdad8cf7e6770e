"""Literals, names, lists, maps, choices."""

from __future__ import annotations

from datetime import date, datetime, time

from cowork_dsl.compiler.analysis.fitting import bare, fits, union, words
from cowork_dsl.compiler.analysis.infer_core import RULES, Inference, listed
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.types import (
    ANY,
    BOOL,
    DATE,
    DATETIME,
    DECIMAL,
    DURATION,
    INT,
    MOMENT,
    NONE,
    PERCENT,
    TEXT,
    TIME,
    Type,
    list_of,
    map_of,
    money,
    record,
)
from cowork_dsl.compiler.diagnostics.model import Edit, Fix
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.compiler.syntax.holes import holes

_KINDS = {
    "int": INT,
    "decimal": DECIMAL,
    "percent": PERCENT,
    "duration": DURATION,
    "date": DATE,
    "time": TIME,
    "datetime": DATETIME,
    "string": TEXT,
    "text": TEXT,
    "bool": BOOL,
    "none": NONE,
}
_READ = {"date": date.fromisoformat, "time": time.fromisoformat, "datetime": datetime.fromisoformat}
_FACES = {"date": "no day of the calendar", "time": "no time of day", "datetime": "no instant"}
_MOST_DAYS = 9  # digits of a duration's part

ROOTS = {name: Type("root", unit=name) for name in ("after", "before", "truth", "now")}
ROOT_PLACES = {"verify": ROOTS, "process": ROOTS, "case": ROOTS, "solution": {"before": ROOTS["before"]}}
BUILTINS = {"made": list_of(TEXT), "reply": TEXT, "replies": list_of(TEXT)}
BUILTIN_PLACES = frozenset(("verify", "process"))
SAID = frozenset(("reply", "replies"))
"""What guards know of these: the agent's words, which are public."""


def _literal(look: Inference, node: ast.Literal_, scope: Scope, expected: Type | None) -> Type:
    kind = node.kind
    if kind in ("string", "text"):
        if "{{" in node.text:
            for part in holes(node, look.source, look.report):
                if not isinstance(part, str):
                    look.infer(part, scope)  # type: ignore[arg-type]
            return TEXT
        if expected is not None:
            wanted = bare(expected)
            if wanted.kind == "one_of" and node.text not in wanted.names:
                return look.unknown(
                    "CW311",
                    f'"{node.text}" is not one of {listed(wanted.names)}',
                    node.text,
                    Span(node.start + 1, node.end - 1) if kind == "string" else node.span,
                    wanted.names,
                )
        return TEXT
    if kind in _READ:
        try:
            _READ[kind](node.raw)
        except ValueError:
            look.error("CW313", f"{node.raw} is {_FACES[kind]}", node.span)
            return _KINDS[kind]
    elif kind == "duration" and any(
        len(part) > _MOST_DAYS for part in node.raw.replace("h", "d").replace("m", "d").replace("s", "d").split("d")
    ):
        return look.error("CW313", f"{node.raw} is longer than any duration", node.span)
    return _KINDS[kind]


def _money(look: Inference, node: ast.Money_, scope: Scope, expected: Type | None) -> Type:
    return money(node.unit)


def name_type(look: Inference, node: ast.Name, scope: Scope) -> Type | None:
    """The type of a bare name, or None where it means nothing here."""
    name = node.name
    found = scope.lookup(name)
    if found is not None:
        kind = found.kind
        if kind == "state":
            return MOMENT
        if kind == "user":
            return Type("user", unit=name)
        if kind == "fact":
            return Type("fact", unit=name) if scope.place in ("verify", "process", "case") else found.type
        if kind == "root":
            return ROOTS.get(name) or BUILTINS.get(name) or found.type
        return found.type
    roots = ROOT_PLACES.get(scope.place)
    if roots is not None:
        if name in roots:
            return roots[name]
        if name in BUILTINS and scope.place in BUILTIN_PLACES:
            return BUILTINS[name]
    if name in SAID and scope.place == "guard":
        return BUILTINS[name]
    around = scope.found()
    if around is not None and scope.place == "guard" and name in around.services:
        tables = around.services[name]
        return Type("service", tuple(tables.values()), tuple(tables), name)
    return None


def _name(look: Inference, node: ast.Name, scope: Scope, expected: Type | None) -> Type:
    found = name_type(look, node, scope)
    if found is not None:
        return found
    name = node.name
    row = scope.current_row()
    if row is not None and name in row.names:
        fix = Fix(f"write `.{name}`", (Edit(Span(node.start, node.start), "."),))
        return look.error(
            "CW257", f"`{name}` is a column, and a column is written with a dot: `.{name}`", node.span, fix=fix
        )
    wanted = bare(expected) if expected is not None else None
    if wanted is not None and wanted.kind == "one_of" and name in wanted.names:
        fix = Fix("write it as a text", (Edit(node.span, f'"{name}"'),))
        return look.error(
            "CW250", f"`{name}` is not a name here; a word of one_of is written as a text", node.span, fix=fix
        )
    if name in ROOTS or name in BUILTINS:
        return look.error(
            "CW259", f"`{name}` can't be read here", node.span, notes=(f"this is {place_words(scope.place)}",)
        )
    known = [*scope.visible(), *ROOT_PLACES.get(scope.place, ())]
    return look.unknown("CW250", f"`{name}` is not a name that is known here", name, node.span, known)


_PLACES = {
    "params": "in the params",
    "goal": "in the goal",
    "workspace": "in the workspace",
    "interface": "in the interface",
    "service": "in a service",
    "user": "in a user",
    "guard": "a guard, which sees what is there now",
    "verify": "in a check",
    "process": "in a process check",
    "solution": "in the solution",
    "case": "in a mutant or variant",
    "domain": "the domain of a parameter",
    "fill": "a generator of `fill`",
}


def place_words(place: str) -> str:
    """A place in a sentence."""
    return _PLACES.get(place, "outside of every section")


def _list(look: Inference, node: ast.List_, scope: Scope, expected: Type | None) -> Type:
    wanted = bare(expected) if expected is not None else None
    inner = wanted.args[0] if wanted is not None and wanted.kind in ("list", "set", "bag") and wanted.args else None
    kinds = [look.infer(item, scope, inner) for item in node.items]
    found = union(kinds)
    if found is None:
        for item, kind in zip(node.items, kinds, strict=True):
            if not fits(kind, kinds[0]) and not fits(kinds[0], kind):
                look.error(
                    "CW317",
                    f"this is {words(kind)}, and the list began with {words(kinds[0])}",
                    item.span,
                )
                break
        return list_of(ANY)
    return list_of(found)


def _map(look: Inference, node: ast.Map_, scope: Scope, expected: Type | None) -> Type:
    wanted = bare(expected) if expected is not None else None
    fields: dict[str, Type] = {}
    for entry in node.entries:
        name = entry.name or ""
        if name in fields:
            look.error("CW308", f"`{name}` is given twice", entry.span)
            continue
        inner = None
        if wanted is not None and wanted.kind == "map" and wanted.args:
            inner = wanted.args[0]
        elif wanted is not None and name in wanted.names and wanted.kind in ("record", "row"):
            inner = wanted.args[wanted.names.index(name)]
        fields[name] = look.infer(entry.value, scope, inner)
    if wanted is not None and wanted.kind == "map":
        return map_of(union(list(fields.values())) or ANY)
    return record(fields)


def _if(look: Inference, node: ast.If, scope: Scope, expected: Type | None) -> Type:
    condition(look, node.condition, scope)
    then = look.infer(node.then, scope, expected)
    other = look.infer(node.other, scope, expected)
    found = union([then, other])
    if found is None:
        return look.error("CW319", f"one way gives {words(then)}, the other {words(other)}", node.span)
    return found


def condition(look: Inference, node: ast.Expr, scope: Scope) -> None:
    """Reports what is no condition."""
    found = look.infer(node, scope)
    if found.kind not in ("bool", "any"):
        notes = ("compare it: `x == true`",) if bare(found).kind == "bool" else ()
        look.error("CW307", f"a condition is true or false, and this is {words(found)}", node.span, notes=notes)


RULES[ast.Literal_] = _literal  # type: ignore[assignment]
RULES[ast.Money_] = _money  # type: ignore[assignment]
RULES[ast.Name] = _name  # type: ignore[assignment]
RULES[ast.List_] = _list  # type: ignore[assignment]
RULES[ast.Map_] = _map  # type: ignore[assignment]
RULES[ast.If] = _if  # type: ignore[assignment]
