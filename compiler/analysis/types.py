"""Types of the language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """A type, by kind and arguments.

    Kinds with no argument: ``text int decimal percent date time datetime duration bool none any``.
    ``money`` has ``unit`` (None: any currency). ``list map optional`` have one argument in ``args``.
    ``one_of`` has its members in ``names``; ``ref`` the table in ``unit``.
    ``table row record`` have ``names`` and ``args`` in parallel (columns or fields); with no names
    the columns are unknown and everything is allowed.
    Further kinds of the verifier: ``doc`` (a document), ``root`` (after, before, truth, at, made, now),
    ``calls`` (recorded events), ``moment``, ``domain`` and ``generator`` (with the drawn type in ``args``).
    ``any`` is also the poisoned type: it silences follow-up messages.
    """

    kind: str
    args: tuple[Type, ...] = ()
    names: tuple[str, ...] = ()
    unit: str | None = None


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
CALLS = Type("calls")
MOMENT = Type("moment")


def money(unit: str | None) -> Type:
    """Money of one currency, or of any where ``unit`` is None."""
    return Type("money", unit=unit)


def list_of(item: Type) -> Type:
    """A list of ``item``."""
    return Type("list", (item,))


def map_of(item: Type) -> Type:
    """A map from text to ``item``."""
    return Type("map", (item,))


def optional(item: Type) -> Type:
    """``item`` or none."""
    return item if item.kind == "optional" else Type("optional", (item,))


def one_of(*names: str) -> Type:
    """One of some words."""
    return Type("one_of", names=names)


def table(columns: dict[str, Type]) -> Type:
    """A table with known columns; an empty dict leaves them unknown."""
    return Type("table", tuple(columns.values()), tuple(columns))


def row(columns: dict[str, Type]) -> Type:
    """A row with known columns."""
    return Type("row", tuple(columns.values()), tuple(columns))


def record(fields: dict[str, Type]) -> Type:
    """An object with known fields (a json file)."""
    return Type("record", tuple(fields.values()), tuple(fields))
