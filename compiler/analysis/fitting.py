"""Which types fit, compare and order."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.notation import type_to_text
from cowork_dsl.compiler.analysis.types import ANY, DECIMAL, TEXT, Type

NUMBERS = frozenset(("int", "decimal", "percent"))
FAMILY = {
    "int": "number",
    "decimal": "number",
    "percent": "number",
    "money": "money",
    "text": "text",
    "one_of": "text",
    "file": "text",
    "doc": "text",
    "date": "date",
    "datetime": "datetime",
    "time": "time",
    "duration": "duration",
    "bool": "bool",
    "list": "list",
    "set": "list",
    "bag": "list",
    "table": "list",
    "map": "map",
    "row": "map",
    "record": "map",
    "moment": "moment",
    "groups": "groups",
    "points": "points",
}
ORDERED = frozenset(("number", "money", "date", "datetime", "time", "duration", "text"))
ADDABLE = frozenset(("number", "money", "duration"))
OPEN = frozenset(("any", "ref"))
WORDS = {
    "int": "a whole number",
    "decimal": "a number",
    "percent": "a percentage",
    "number": "a number",
    "text": "a text",
    "file": "a path",
    "doc": "a document",
    "workbook": "a workbook",
    "date": "a date",
    "datetime": "an instant",
    "time": "a time of day",
    "duration": "a duration",
    "bool": "true or false",
    "none": "none",
    "calls": "events",
    "root": "a state of the world",
    "groups": "groups",
    "inside": "files inside of a file",
    "database": "a database",
    "repository": "a repository",
    "table": "a table",
    "row": "a row",
    "record": "an object",
    "orderable": "something with an order",
    "addable": "a number, an amount or a duration",
    "moment": "a moment",
    "points": "percentage points",
    "service": "a service",
    "user": "a user",
    "calendar": "a business calendar",
    "fact": "a fact",
    "any": "anything",
}


def words(kind: Type) -> str:
    """A type in a sentence."""
    if kind.kind == "union":
        return " or ".join(words(arg) for arg in kind.args)
    if kind.kind == "optional":
        return f"{words(kind.args[0])} or none"
    if kind.kind == "money":
        return f"an amount in {kind.unit}" if kind.unit else "an amount of money"
    if kind.kind == "list":
        return f"a list of {type_to_text(kind.args[0])}" if kind.args and kind.args[0].kind != "any" else "a list"
    if kind.kind == "map":
        return f"a map to {type_to_text(kind.args[0])}" if kind.args and kind.args[0].kind != "any" else "a map"
    return WORDS.get(kind.kind) or f"`{type_to_text(kind)}`"


def bare(kind: Type) -> Type:
    """Without ``optional``."""
    return kind.args[0] if kind.kind == "optional" else kind


def fits(actual: Type, wanted: Type) -> bool:
    """Whether a value of one type may stand where the other is wanted; what may be none is let through."""
    a, w = actual.kind, wanted.kind
    if a in OPEN or w in OPEN or a == w == "none":
        return True
    if w == "union":
        return any(fits(actual, arg) for arg in wanted.args)
    if a == "optional":
        return fits(actual.args[0], wanted)
    if w == "optional":
        return a == "none" or fits(actual, wanted.args[0])
    if a == w:
        return _same_kind(actual, wanted)
    family = FAMILY.get(a)
    if w == "number":
        return family == "number"
    if w == "orderable":
        return family in ORDERED
    if w == "addable":
        return family in ADDABLE
    if w == "decimal":
        return family == "number"
    if w in ("text", "file", "one_of"):
        return family == "text"
    if w == "list":
        return a in ("set", "bag") or (a == "table" and not wanted.args)
    if w in ("map", "record", "row"):
        return family == "map"
    return False


def _same_kind(actual: Type, wanted: Type) -> bool:
    kind = actual.kind
    if kind == "money":
        return actual.unit is None or wanted.unit is None or actual.unit == wanted.unit
    if kind in ("list", "map", "set", "bag", "domain"):
        return not actual.args or not wanted.args or fits(actual.args[0], wanted.args[0])
    if kind == "one_of":
        return not actual.names or not wanted.names or not set(actual.names).isdisjoint(wanted.names)
    if kind in ("row", "record"):
        known = dict(zip(wanted.names, wanted.args, strict=True))
        return all(fits(arg, known[name]) for name, arg in zip(actual.names, actual.args, strict=True) if name in known)
    return True


def union(types: list[Type]) -> Type | None:
    """The one type that all of some types are, or None where there is none."""
    found: Type | None = None
    maybe = False
    for kind in types:
        if kind.kind == "none":
            maybe = True
            continue
        if kind.kind == "optional":
            maybe, kind = True, kind.args[0]
        if found is None or found == kind:
            found = kind
            continue
        joined = _joined(found, kind)
        if joined is None:
            return None
        found = joined
    if found is None:
        return Type("none") if maybe else ANY
    return Type("optional", (found,)) if maybe and found.kind != "any" else found


def _joined(a: Type, b: Type) -> Type | None:
    if a.kind in OPEN or b.kind in OPEN:
        return ANY
    first, second = FAMILY.get(a.kind), FAMILY.get(b.kind)
    if first != second or first is None:
        return None
    if first == "number":
        return a if a.kind == b.kind else DECIMAL
    if first == "text":
        return TEXT
    if first == "money":
        return None
    if a.kind == b.kind in ("list", "map") and a.args and b.args:
        inner = union([a.args[0], b.args[0]])
        return None if inner is None else Type(a.kind, (inner, *a.args[1:]))
    if first == "map":
        return _joined_records(a, b)
    return a if a.kind == b.kind else None


def _joined_records(a: Type, b: Type) -> Type:
    if "map" in (a.kind, b.kind) or not a.names or not b.names:
        return Type("record")
    fields: dict[str, Type] = {}
    for name, kind in (*zip(a.names, a.args, strict=True), *zip(b.names, b.args, strict=True)):
        known = fields.get(name)
        fields[name] = kind if known is None else union([known, kind]) or ANY
    both = set(a.names) & set(b.names)
    # a field that only one of two objects has may be missing from a row
    kinds = tuple(
        kind if name in both or kind.kind in ("any", "optional", "none") else Type("optional", (kind,))
        for name, kind in fields.items()
    )
    return Type("record", kinds, tuple(fields))


def comparable(a: Type, b: Type) -> bool:
    """Whether two types have values that can be equal."""
    a, b = bare(a), bare(b)
    if a.kind in OPEN or b.kind in OPEN or "none" in (a.kind, b.kind):
        return True
    first, second = FAMILY.get(a.kind), FAMILY.get(b.kind)
    if first is None or first != second:
        return False
    if first == "money":
        return a.unit is None or b.unit is None or a.unit == b.unit
    if (
        first in ("list", "map")
        and a.args
        and b.args
        and not a.names
        and not b.names
        and "table" not in (a.kind, b.kind)
    ):
        return comparable(a.args[0], b.args[0])
    return True
