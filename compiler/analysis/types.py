"""Types of the language."""

from __future__ import annotations

from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.grammar.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a table or object was declared, for messages: what it is called, and the place of its declaration."""

    title: str
    source: Source
    span: Span


@dataclass(frozen=True, slots=True)
class Type:
    """A type, by kind and arguments.

    Kinds with no argument: ``text int decimal percent date time datetime duration bool none any``.
    ``money`` has ``unit`` (None: any currency). ``list set bag optional`` have one argument in ``args``;
    ``map`` has the type of its values, and that of its keys where they aren't texts.
    ``one_of`` has its members in ``names``; ``ref`` the table in ``unit``.
    ``table row record`` have ``names`` and ``args`` in parallel (columns or fields); with no names
    the columns are unknown and everything is allowed. A table has the name of its key column in ``unit``.
    Further kinds of the verifier: ``doc`` (a document; ``names`` and ``args`` are its declared sections), ``file`` (a
    path, as text with parts), ``groups`` (a table by key: the table's and the key's type), ``root`` (after, before,
    truth, at, now), ``calls`` (recorded events), ``moment``, ``points`` (a tolerance), and ``domain`` (with the drawn
    type in ``args``; a generator has the drawn type itself).
    ``any`` is also the poisoned type: it silences follow-up messages.
    ``origin`` takes no part in comparisons.
    """

    kind: str
    args: tuple[Type, ...] = ()
    names: tuple[str, ...] = ()
    unit: str | None = None
    origin: Origin | None = field(default=None, compare=False, repr=False)


TEXT = Type("text")
INT = Type("int")
DECIMAL = Type("decimal")
PERCENT = Type("percent")
DATE = Type("date")
TIME = Type("time")
DATETIME = Type("datetime")
DURATION = Type("duration")
BOOL = Type("bool")
NONE = Type("none")
ANY = Type("any")
DOC = Type("doc")
FILE = Type("file")
CALLS = Type("calls")
MOMENT = Type("moment")
ROOT = Type("root")
POINTS = Type("points")


def money(unit: str | None) -> Type:
    """Money of one currency, or of any where ``unit`` is None."""
    return Type("money", unit=unit)


def list_of(item: Type) -> Type:
    """A list of ``item``."""
    return Type("list", (item,))


def map_of(item: Type, key: Type = TEXT) -> Type:
    """A map from ``key`` to ``item``."""
    return Type("map", (item,) if key.kind == "text" else (item, key))


def optional(item: Type) -> Type:
    """``item`` or none."""
    return item if item.kind in ("optional", "any", "none") else Type("optional", (item,))


def one_of(*names: str) -> Type:
    """One of some words."""
    return Type("one_of", names=names)


def table(columns: dict[str, Type], key: str | None = None, origin: Origin | None = None) -> Type:
    """A table with known columns; an empty dict leaves them unknown."""
    return Type("table", tuple(columns.values()), tuple(columns), key, origin)


def row(columns: dict[str, Type], origin: Origin | None = None) -> Type:
    """A row with known columns."""
    return Type("row", tuple(columns.values()), tuple(columns), None, origin)


def record(fields: dict[str, Type], origin: Origin | None = None) -> Type:
    """An object with known fields (a json file)."""
    return Type("record", tuple(fields.values()), tuple(fields), None, origin)


def doc(sections: dict[str, Type], origin: Origin | None = None) -> Type:
    """A document with declared sections."""
    return Type("doc", tuple(sections.values()), tuple(sections), None, origin)
