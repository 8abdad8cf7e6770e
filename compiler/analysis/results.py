"""Types of results that the catalogue names by a rule (``=rule``)."""

from __future__ import annotations

from collections.abc import Callable

from cowork_dsl.compiler.analysis.arguments import Given
from cowork_dsl.compiler.analysis.fitting import bare, union
from cowork_dsl.compiler.analysis.infer_access import element
from cowork_dsl.compiler.analysis.notation import type_from_text
from cowork_dsl.compiler.analysis.types import (
    ANY,
    BOOL,
    DATE,
    DECIMAL,
    DOC,
    INT,
    PERCENT,
    TEXT,
    Type,
    list_of,
    map_of,
    money,
    optional,
    record,
    table,
)
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Site:
    """A call whose result is wanted: its receiver, and its arguments with their types."""

    receiver: Type
    given: tuple[Given, ...]
    types: tuple[Type, ...]

    def typed(self, parameter: str) -> Type | None:
        """The type of a parameter's first argument."""
        for one, kind in zip(self.given, self.types, strict=True):
            if one.parameter.name == parameter:
                return kind
        return None


def _like(site: Site, columns: dict[str, Type]) -> Type:
    """Rows with these columns, of the receiver's sort."""
    if site.receiver.kind == "list":
        return list_of(record(columns))
    return table(columns, None, site.receiver.origin)


def _select(site: Site) -> Type:
    columns: dict[str, Type] = {}
    for one, kind in zip(site.given, site.types, strict=True):
        name = one.column
        if name is None and isinstance(one.argument.value, (ast.Column, ast.Field)):
            name = one.argument.value.name
        if name is not None:
            columns[name] = kind
    return table(columns, None, site.receiver.origin)


def _with(site: Site) -> Type:
    row = bare(element(site.receiver))
    if not row.names:
        return site.receiver
    columns = dict(zip(row.names, row.args, strict=True))
    columns.update({one.column: kind for one, kind in zip(site.given, site.types, strict=True) if one.column})
    return _like(site, columns)


def _join(site: Site) -> Type:
    other = site.typed("_other") or ANY
    left, right = bare(element(site.receiver)), bare(element(other))
    if not left.names or not right.names:
        return Type(site.receiver.kind) if site.receiver.kind == "table" else list_of(ANY)
    columns = dict(zip(right.names, right.args, strict=True)) | dict(zip(left.names, left.args, strict=True))
    order = {name: columns[name] for name in (*left.names, *right.names)}
    return _like(site, order)


def _group(site: Site) -> Type:
    receiver = site.receiver
    member = list_of(element(receiver)) if receiver.kind == "map" else receiver
    key = bare(site.types[0]) if len(site.types) == 1 else list_of(union(list(site.types)) or ANY)
    return Type("groups", (member, key))


def _key(site: Site) -> Type:
    return site.receiver.args[1] if site.receiver.kind == "groups" and len(site.receiver.args) > 1 else ANY


def by_key(site: Site, value: Type) -> Type:
    """A map with the keys of the receiver's groups."""
    return map_of(value, _key(site))


def _value(site: Site) -> Type:
    if site.types:
        return bare(site.types[0])
    receiver = site.receiver
    if receiver.kind == "map":
        return bare(receiver.args[0]) if receiver.args else ANY
    return bare(element(receiver))


def _mean(site: Site) -> Type:
    found = _value(site)
    return DECIMAL if found.kind == "int" else found


def _map(site: Site) -> Type:
    if len(site.types) == 1:
        return list_of(site.types[0])
    return map_of(site.types[1], bare(site.types[0]))


def _map_key(site: Site) -> Type:
    receiver = site.receiver
    return receiver.args[1] if receiver.kind == "map" and len(receiver.args) > 1 else TEXT


def _arg(site: Site) -> Type:
    return _map_key(site) if site.receiver.kind == "map" else element(site.receiver)


def _first(site: Site) -> Type:
    return site.receiver if site.types else element(site.receiver)


def _sort(site: Site) -> Type:
    return site.receiver


def _round(site: Site) -> Type:
    found = bare(site.types[0])
    if found.kind == "decimal" and site.typed("_digits") is None:
        return INT
    return found


def _widest(site: Site) -> Type:
    return union([bare(kind) for kind in site.types]) or ANY


def _pow(site: Site) -> Type:
    return INT if bare(site.types[0]).kind == "int" else DECIMAL


def _element_of(index: int) -> Callable[[Site], Type]:
    def rule(site: Site) -> Type:
        return bare(element(bare(site.types[index]))) if len(site.types) > index else ANY

    return rule


def _uniform(site: Site) -> Type:
    found = union([bare(kind) for kind in site.types[:2]]) or ANY
    return DECIMAL if found.kind == "int" else found


def _domain(site: Site) -> Type:
    return Type("domain", (_uniform(site),))


def _pick(site: Site) -> Type:
    if len(site.types) == 1 and bare(site.types[0]).kind == "list":
        return element(bare(site.types[0]))
    return union(list(site.types)) or ANY


def _serial(site: Site) -> Type:
    return INT if bare(site.types[0]).kind == "int" else TEXT


def _section(site: Site) -> Type:
    receiver = site.receiver
    argument = site.given[0].argument.value if site.given else None
    if receiver.names and isinstance(argument, ast.Literal_) and argument.text in receiver.names:
        declared = receiver.args[receiver.names.index(argument.text)]
        return DOC if declared.kind == "text" else declared
    return DOC


def _get(site: Site) -> Type:
    value = site.receiver.args[0] if site.receiver.kind == "map" and site.receiver.args else ANY
    if len(site.types) > 1:
        return union([value, site.types[1]]) or ANY
    return optional(value)


def _part(site: Site) -> Type:
    """A table of a database, by its literal name."""
    receiver = site.receiver
    argument = site.given[0].argument.value if site.given else None
    if receiver.names and isinstance(argument, ast.Literal_) and argument.text in receiver.names:
        return receiver.args[receiver.names.index(argument.text)]
    return Type("table")


def _sheet(site: Site) -> Type:
    """A sheet of a workbook, by its literal name; the first one where none is named."""
    receiver = site.receiver
    argument = site.given[0].argument.value if site.given else None
    if argument is None:
        return receiver.args[0] if receiver.args and receiver.args[0].kind == "table" else Type("table")
    wanted = argument.text.casefold() if isinstance(argument, ast.Literal_) else None
    found = (kind for name, kind in zip(receiver.names, receiver.args, strict=True) if name.casefold() == wanted)
    return next(found, Type("table"))


def _cell(site: Site) -> Type:
    """A cell of a workbook, where its type is declared."""
    receiver = site.receiver
    argument = site.given[0].argument.value if site.given else None
    wanted = argument.text.replace("'", "").casefold() if isinstance(argument, ast.Literal_) else None
    found = (kind for name, kind in zip(receiver.names, receiver.args, strict=True) if name.casefold() == wanted)
    return next(found, ANY)


_LABEL = record(
    {
        "text": TEXT,
        "number": optional(DECIMAL),
        "money": optional(money(None)),
        "percent": optional(PERCENT),
        "date": optional(DATE),
    }
)
_RUN = record({"exit": INT, "text": TEXT})

RULES: dict[str, Callable[[Site], Type]] = {
    "select": _select,
    "with": _with,
    "join": _join,
    "group": _group,
    "by_key_mean": lambda site: by_key(site, _mean(site)),
    "group_keys": lambda site: list_of(_key(site)),
    "sum": _value,
    "value": _value,
    "mean": _mean,
    "sort": _sort,
    "map": _map,
    "closure": lambda site: map_of(list_of(site.types[1]), bare(site.types[0])),
    "arg": _arg,
    "first": _first,
    "set": lambda site: Type("set", site.receiver.args),
    "bag": lambda site: Type("bag", site.receiver.args),
    "flat": lambda site: list_of(bare(element(bare(element(site.receiver))))),
    "keys": lambda site: list_of(_map_key(site)),
    "values": lambda site: list_of(
        site.receiver.args[0] if site.receiver.kind == "map" and site.receiver.args else ANY
    ),
    "get": _get,
    "round": _round,
    "widest": _widest,
    "pow": _pow,
    "element(2)": _element_of(1),
    "near": lambda site: BOOL,
    "domain": _domain,
    "pick_domain": lambda site: Type("domain", (_pick(site),)),
    "subset_domain": lambda site: Type("domain", (bare(site.types[0]),)) if site.types else ANY,
    "uniform": _uniform,
    "pick": _pick,
    "serial": _serial,
    "section": _section,
    "part": _part,
    "sheet": _sheet,
    "cell": _cell,
    "label": lambda site: _LABEL,
    "run": lambda site: _RUN,
}
_PLAIN: dict[str, Type] = {}


def result(notation: str, site: Site) -> Type:
    """The type that a result's notation means at a call."""
    found = _PLAIN.get(notation)
    if found is not None:
        return found
    if notation == "same":
        return site.receiver
    if notation == "T":
        return element(site.receiver)
    if notation == "list(T)":
        return list_of(element(site.receiver))
    if notation == "$1":
        return bare(site.types[0]) if site.types else ANY
    if notation == "list($1)":
        return list_of(site.types[0]) if site.types else list_of(ANY)
    if notation.startswith("=by_key("):
        inner = notation[8:-1]
        return by_key(site, _key_value(inner, site))
    if notation.startswith("="):
        try:
            return RULES[notation[1:]](site)
        except IndexError:
            # an argument is missing, which has been reported
            return ANY
    found = _PLAIN[notation] = type_from_text(notation)
    return found


def _key_value(inner: str, site: Site) -> Type:
    if inner == "T":
        return element(element(site.receiver))
    return result(inner, site)
