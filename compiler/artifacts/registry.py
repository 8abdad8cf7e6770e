"""Finds the writer of a kind of file: each module of this folder registers its own."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from cowork_dsl.compiler.analysis.environment import ColumnDecl


@dataclass(frozen=True, slots=True)
class TableContent:
    """What a table's writer gets: the columns, and each row's values by column name."""

    columns: Sequence[ColumnDecl]
    rows: Sequence[Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Stored:
    """A file inside of another: its bytes (None for a folder) and its mode."""

    data: bytes | None
    mode: int = 0o644


@dataclass(frozen=True, slots=True)
class Piece:
    """What a writer of a mail, calendar, picture, database, archive or repository gets: what stood between the braces.

    Attributes:
        kind: ``mail``, ``event``, ``commit`` …
        label: What it is called; of an entry its path.
        fields: The values of its attributes, in order, by name.
        table: Its rows, where it has any.
        files: The files inside of it, by path.
        parts: The pieces inside of it, in order.
    """

    kind: str
    label: str
    fields: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    table: TableContent | None = None
    files: Mapping[str, Stored] = field(default_factory=dict)
    parts: Sequence[Piece] = ()

    def one(self, name: str) -> object:
        """The value of an attribute; None where it is left out."""
        return self.fields[name][0] if name in self.fields else None

    def text(self, name: str, default: str = "") -> str:
        """A text; the default where it is left out."""
        found = self.one(name)
        return default if found is None else str(found)

    def texts(self, name: str) -> list[str]:
        """One text or a list of texts as a list."""
        found = self.one(name)
        return [] if found is None else [found] if isinstance(found, str) else [str(item) for item in found]  # type: ignore[attr-defined]


Files = Mapping[str, Stored]
"""Several files that one entry makes, by path; the empty path is the entry's own."""
Writer = Callable[..., Any]
"""What a kind holds to its bytes, or to the `Files` that it makes."""
_W = TypeVar("_W", bound=Writer)
_WRITERS: dict[tuple[str, str], Writer] = {}


class NoWriter(LookupError):
    """No writer is registered for an entry's kind and extension."""


def writes(kind: str, *extensions: str) -> Callable[[_W], _W]:
    """Registers a writer for an entry kind and the extensions it serves (none: whatever the extension)."""

    def register(writer: _W) -> _W:
        for extension in extensions or ("",):
            _WRITERS[kind, extension] = writer
        return writer

    return register


def writer_for(kind: str, path: str) -> Writer:
    """The writer of an entry kind for a path."""
    _load()
    name = path.rpartition("/")[2]
    extension = name[name.rfind(".") :].lower() if "." in name else ""
    found = _WRITERS.get((kind, extension)) or _WRITERS.get((kind, ""))
    if found is None:
        known = sorted(ext for of, ext in _WRITERS if of == kind)
        raise NoWriter(f"no {kind} can be written as {path!r}; its extension must be {' or '.join(known)}")
    return found


@cache
def _load() -> None:
    package = import_module(__package__)
    for module in sorted(found.name for found in pkgutil.iter_modules(package.__path__)):
        import_module(f"{__package__}.{module}")
