"""Where a source's files come from: the library, and the project that it stands in."""

from __future__ import annotations

import os
import stat

from cowork_dsl.compiler.analysis.loader import RESOURCE_LIMIT, Refusal
from cowork_dsl.compiler.read import read_source
from cowork_dsl.compiler.source import Source

LIBRARY = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "grammar", "std")
_PROJECT_MARKS = ("cowork.toml", ".git")
_SUFFIX = ".cowork"


def project_of(path: str) -> str:
    """The folder that holds all that a source may use: the nearest with `cowork.toml` or `.git`, else its own."""
    here = folder = os.path.dirname(os.path.realpath(path))
    while True:
        if any(os.path.exists(os.path.join(folder, mark)) for mark in _PROJECT_MARKS):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return here
        folder = above


class Files:
    """A loader over real files."""

    def library(self, name: str) -> Source | None:
        """A file of the library."""
        path = os.path.join(LIBRARY, name + _SUFFIX)
        if not name.isidentifier() or not os.path.isfile(path):
            return None
        return read_source(path, f"std/{name}{_SUFFIX}")[0]

    def library_names(self) -> tuple[str, ...]:
        """All files of the library."""
        return tuple(sorted(name.removesuffix(_SUFFIX) for name in os.listdir(LIBRARY) if name.endswith(_SUFFIX)))

    def source(self, asking: Source, path: str) -> Source | Refusal:
        """Another source of the project."""
        found, refusal = self._inside(asking, path)
        if refusal is not None:
            return refusal
        shown = os.path.normpath(os.path.join(os.path.dirname(asking.path), path))
        return read_source(found, shown)[0] or "unreadable"

    def resource(self, asking: Source, path: str) -> bytes | Refusal:
        """The bytes of a file of the project."""
        found, refusal = self._inside(asking, path)
        if refusal is not None:
            return refusal
        try:
            if os.path.getsize(found) > RESOURCE_LIMIT:
                return "large"
            with open(found, "rb") as file:
                return file.read()
        except OSError:
            return "missing"

    def _inside(self, asking: Source, path: str) -> tuple[str, Refusal | None]:
        """The real path of a file of the project, links followed."""
        try:
            found = os.path.realpath(os.path.join(os.path.dirname(os.path.realpath(asking.path)), path))
            project = project_of(asking.path)
            if found != project and not found.startswith(os.path.join(project, "")):
                return "", "outside"
            return found, None if stat.S_ISREG(os.stat(found).st_mode) else "missing"
        except (OSError, ValueError):
            return "", "missing"
