"""The catalogue of diagnostics: one module a family, each with its ``ENTRIES``."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from cowork_dsl.grammar.diagnostics.entry import Entry


@cache
def catalogue() -> dict[str, Entry]:
    """Every code with its entry; a family is found by listing the folder."""
    found: dict[str, Entry] = {}
    for module in iter_modules(__path__):
        for entry in getattr(import_module(f"{__name__}.{module.name}"), "ENTRIES", ()):
            found[entry.code] = entry
    return dict(sorted(found.items()))
