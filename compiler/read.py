"""From bytes to a source: what a `.cowork` file may be made of, and where files may come from."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from cowork_dsl.compiler.analysis.loader import RESOURCE_LIMIT, Refusal
from cowork_dsl.compiler.diagnostics.model import Diagnostic, Fix
from cowork_dsl.compiler.source import Source, Span

SOURCE_LIMIT = 2_000_000
"""The most bytes of a source file."""

LIBRARY = Path(__file__).resolve().parent.parent / "grammar" / "std"
_PROJECT_MARKS = ("cowork.toml", ".git")


def decode(path: str, data: bytes) -> tuple[Source, tuple[Diagnostic, ...]]:
    """The source that some bytes are, and what is wrong with them; one finding is enough to stop at."""
    if len(data) > SOURCE_LIMIT:
        empty = Source(path, "")
        return empty, (
            Diagnostic(
                "CW186",
                f"the file is larger than {SOURCE_LIMIT // 1_000_000} MB",
                empty,
                Span(0, 0),
                fix=Fix("keep data beside the source and name it with `from`", applicability="display"),
            ),
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        source = Source(path, before)
        message = f"byte 0x{data[error.start]:02x} at offset {error.start} is no UTF-8; a source is UTF-8 text"
        return source, (Diagnostic("CW181", message, source, Span(len(before), len(before))),)
    if text.startswith("\ufeff"):
        source = Source(path, text[1:])
        return source, (Diagnostic("CW182", "the file begins with a byte order mark", source, Span(0, 0)),)
    if "\r" in text:
        text = text.replace("\r\n", "\n")
        at = text.find("\r")
        if at >= 0:
            source = Source(path, text)
            return source, (Diagnostic("CW183", "a lone carriage return ends no line; lines end with LF", source, Span(at, at + 1)),)
    source = Source(path, text)
    at = text.find("\0")
    if at >= 0:
        return source, (Diagnostic("CW184", "the file holds a NUL character; it is no text", source, Span(at, at + 1)),)
    if not text.strip():
        return source, (
            Diagnostic(
                "CW185",
                "the file is empty",
                source,
                Span(0, 0),
                fix=Fix("begin with `cowork 1`; `cowork new NAME` writes a whole environment", applicability="display"),
            ),
        )
    return source, ()


def read(path: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """Reads a source file, never more of it than a source may hold.

    Raises:
        OSError: The file cannot be read.
    """
    with open(path, "rb") as file:
        return decode(path, file.read(SOURCE_LIMIT + 1))


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
        if not name.isidentifier():
            return None
        path = LIBRARY / f"{name}.cowork"
        if not path.is_file():
            return None
        return Source(f"std/{name}.cowork", path.read_text(encoding="utf-8"))

    def library_names(self) -> tuple[str, ...]:
        """All files of the library."""
        return tuple(sorted(path.stem for path in LIBRARY.glob("*.cowork")))

    def source(self, asking: Source, path: str) -> Source | Refusal:
        """Another source of the project."""
        found = self._inside(asking, path)
        if not isinstance(found, Path):
            return found
        if found.stat().st_size > SOURCE_LIMIT:
            return "large"
        source, wrong = decode(os.path.join(os.path.dirname(asking.path), path), found.read_bytes())
        return "unreadable" if wrong else source

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
