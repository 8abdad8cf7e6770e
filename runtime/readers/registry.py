"""The readers by name: each turns the bytes of one file into values, and stands in a file of its own.

Adding a reader is adding a module beside this one that calls `@reader(...)`; it is found by listing the folder.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar

from cowork_dsl.compiler.bundle.models import Form

Parse = Callable[[bytes, str, Form | None], object]
AnyParse = TypeVar("AnyParse", bound=Parse)


@dataclass(frozen=True, slots=True)
class Reader:
    """One reader.

    Attributes:
        name: How checks call it, and what a form's ``kind`` is.
        parse: Bytes, path and form to a value; raises ``Malformed`` with a reason, and nothing else.
        extensions: What files it is for where no form says so.
    """

    name: str
    parse: Parse
    extensions: tuple[str, ...]


_READERS: dict[str, Reader] = {}


def reader(name: str, *extensions: str) -> Callable[[AnyParse], AnyParse]:
    """Register a function as the reader of a name and some file extensions."""

    def register(parse: AnyParse) -> AnyParse:
        _READERS[name] = Reader(name, parse, extensions)
        return parse

    return register


@cache
def readers() -> dict[str, Reader]:
    """All readers, by name."""
    package = __name__.rpartition(".")[0]
    for module in iter_modules(import_module(package).__path__):
        import_module(f"{package}.{module.name}")
    return dict(sorted(_READERS.items()))


def reader_of(path: str, form: Form | None) -> Reader | None:
    """The reader of a file by its form, or by its extension; None where only its bytes are known."""
    known = readers()
    if form is not None and form.kind in known:
        return known[form.kind]
    lowered = path.lower()
    return next((found for found in known.values() if lowered.endswith(found.extensions)), None)
