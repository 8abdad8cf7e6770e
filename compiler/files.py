"""Where a source's files come from: the library, and the project that it stands in."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from cowork_dsl.compiler.analysis.loader import RESOURCE_LIMIT, Refusal
from cowork_dsl.compiler.read import read_source
from cowork_dsl.compiler.source import Source

LIBRARY = Path(__file__).resolve().parent.parent / "grammar" / "std"
_PROJECT_MARKS = ("cowork.toml", ".git")


def project_of(path: str) -> Path:
    """The folder that holds all that a source may use: the nearest with `cowork.toml` or `.git`, else its own."""
    here = Path(path).resolve().parent
    for folder in (here, *here.parents):
        if any((folder / mark).exists() for mark in _PROJECT_MARKS):
            return folder
    return here


class Files:
    """A loader over real files."""

    def library(self, name: str) -> Source | None:
        """A file of the library."""
        path = LIBRARY / f"{name}.cowork"
        if not name.isidentifier() or not path.is_file():
            return None
        return read_source(str(path), f"std/{name}.cowork")[0]

    def library_names(self) -> tuple[str, ...]:
        """All files of the library."""
        return tuple(sorted(path.stem for path in LIBRARY.glob("*.cowork")))

    def source(self, asking: Source, path: str) -> Source | Refusal:
        """Another source of the project."""
        found = self._inside(asking, path)
        if not isinstance(found, Path):
            return found
        shown = os.path.normpath(os.path.join(os.path.dirname(asking.path), path))
        return read_source(str(found), shown)[0] or "unreadable"

    def resource(self, asking: Source, path: str) -> bytes | Refusal:
        """The bytes of a file of the project."""
        found = self._inside(asking, path)
        if not isinstance(found, Path):
            return found
        if found.stat().st_size > RESOURCE_LIMIT:
            return "large"
        return found.read_bytes()

    def _inside(self, asking: Source, path: str) -> Path | Refusal:
        try:
            found = Path(asking.path).resolve().parent.joinpath(path).resolve()
            if not found.is_relative_to(project_of(asking.path)):
                return "outside"
            return found if stat.S_ISREG(found.stat().st_mode) else "missing"
        except (OSError, ValueError):
            return "missing"
