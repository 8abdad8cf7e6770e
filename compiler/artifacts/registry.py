"""Finds the writer of a kind of file: each module of this folder registers its own."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TypeVar

from cowork_dsl.compiler.analysis.environment import ColumnDecl


@dataclass(frozen=True, slots=True)
class TableContent:
    """What a table's writer gets: the columns, and each row's values by column name."""

    columns: Sequence[ColumnDecl]
    rows: Sequence[Mapping[str, object]]


Writer = Callable[..., bytes]
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
