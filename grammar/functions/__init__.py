"""The function catalogue: every function and method of the expressions, as data.

A module a family; each holds ``ENTRIES``, tuples of ``(receivers, places, signature, doc)``:

- ``receivers``: the kinds that have it as a method, separated by spaces; empty for a free function;
  ``root`` for the readers of a state (``after.table(...)``); a namespace ends in a dot (``fake.``).
- ``places``: where it may stand, separated by spaces; empty for everywhere.
- ``signature``: ``name(parameters) -> result``; ``name=emitted(...)`` where the emitted Python name differs.
  A parameter is ``name: type``; ``name?:`` is optional, ``*name:`` takes any number by position, ``**name:``
  any number by name; a name that begins with ``_`` is given by position only; ``row TYPE`` is evaluated for every row,
  ``other TYPE`` for every row of the first argument.
- A ``doc`` that begins with ``!`` marks an entry that is not supported yet.

Types are written as in the language, with ``T`` (the receiver's row or element), ``same`` (the receiver's type), ``$1`` (the
type of the first argument), unions with ``|``, and ``=rule`` for results that need a rule of their own.
The catalogue is parsed an entry at a time, when it is first asked for.
"""

from __future__ import annotations

from functools import cache

from cowork_dsl.grammar.functions import (
    dates,
    documents,
    domains,
    filters,
    general,
    generators,
    numbers,
    process,
    readers,
    state,
    tables,
    texts,
)
from cowork_dsl.grammar.records import dataclass

Row = tuple[str, str, str, str]
FAMILIES: dict[str, tuple[Row, ...]] = {
    "tables": tables.ENTRIES,
    "texts": texts.ENTRIES,
    "documents": documents.ENTRIES,
    "numbers": numbers.ENTRIES,
    "dates": dates.ENTRIES,
    "general": general.ENTRIES,
    "readers": readers.ENTRIES,
    "state": state.ENTRIES,
    "process": process.ENTRIES,
    "domains": domains.ENTRIES,
    "generators": generators.ENTRIES,
    "filters": filters.ENTRIES,
}

# in Python a domain, a draw and a filter have names of their own: `date` alone is the literal
PREFIXES = {"domains": "domain_", "generators": "draw_", "filters": "filter_"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter.

    Attributes:
        name: Its name; one that begins with ``_`` can't be given by name.
        type: The type it takes, in the catalogue's notation.
        scope: ``row``, ``other`` or empty: evaluated for every row, or once.
        optional: May be left out.
        many: ``*`` any number by position, ``**`` any number by name, or empty.
    """

    name: str
    type: str
    scope: str = ""
    optional: bool = False
    many: str = ""


@dataclass(frozen=True, slots=True)
class Function:
    """One function, method, reader, domain, generator or filter."""

    name: str
    emitted: str
    family: str
    receivers: tuple[str, ...]
    places: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    result: str
    doc: str
    supported: bool
    signature: str

    @property
    def per_row(self) -> bool:
        """Whether any parameter is evaluated for every row."""
        return any(parameter.scope for parameter in self.parameters)


def _index() -> dict[str, list[tuple[str, Row]]]:
    found: dict[str, list[tuple[str, Row]]] = {}
    for family, rows in FAMILIES.items():
        for row in rows:
            signature = row[2]
            name = signature[: signature.index("(")].partition("=")[0]
            found.setdefault(name, []).append((family, row))
    return found


_INDEX = _index()


def _parameter(text: str) -> Parameter:
    name, _, kind = text.partition(":")
    many = "**" if name.startswith("**") else "*" if name.startswith("*") else ""
    name = name.lstrip("*")
    optional = name.endswith("?")
    scope, _, rest = kind.strip().partition(" ")
    if scope not in ("row", "other"):
        scope, rest = "", kind.strip()
    return Parameter(name.rstrip("?"), rest, scope, optional, many)


def _split(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for index, char in enumerate(text):
        if char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts


@cache
def _function(family: str, row: Row) -> Function:
    receivers, places, signature, doc = row
    head, _, result = signature.partition(" -> ")
    cut = head.index("(")
    name, _, emitted = head[:cut].partition("=")
    return Function(
        name,
        emitted or PREFIXES.get(family, "") + name,
        family,
        tuple(receivers.split()),
        tuple(places.split()),
        tuple(_parameter(part) for part in _split(head[cut + 1 : -1])),
        result,
        doc.lstrip("! "),
        not doc.startswith("!"),
        signature,
    )


@cache
def named(name: str) -> tuple[Function, ...]:
    """All entries of a name, methods and free functions alike."""
    return tuple(_function(family, row) for family, row in _INDEX.get(name, ()))


@cache
def free(name: str, place: str) -> Function | None:
    """The free function of a name that may stand at ``place``; else one that may not; else None."""
    other = None
    for function in named(name):
        if not function.receivers and function.family != "filters":
            if not function.places or place in function.places:
                return function
            other = other or function
    return other


@cache
def method(name: str, receiver: str) -> Function | None:
    """The method of a name for a kind of receiver, or None."""
    for function in named(name):
        if receiver in function.receivers:
            return function
    return None


@cache
def text_filter(name: str) -> Function | None:
    """The filter of a name for ``{{x | name}}``, or None."""
    for function in named(name):
        if function.family == "filters":
            return function
    return None


def names_of(receiver: str) -> list[str]:
    """Names of all methods that a kind of receiver has; of all free functions for an empty receiver."""
    found = []
    for name, rows in _INDEX.items():
        for family, row in rows:
            if (receiver in row[0].split()) if receiver else (not row[0] and family != "filters"):
                found.append(name)
                break
    return found


def filter_names() -> list[str]:
    """Names of all filters."""
    return [row[2][: row[2].index("(")] for row in FAMILIES["filters"]]


def catalogue() -> tuple[Function, ...]:
    """Everything, in the order of the reference."""
    return tuple(_function(family, row) for family, rows in FAMILIES.items() for row in rows)
