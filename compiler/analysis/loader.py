"""What a file may ask for: other sources for `use`, bytes for `from` and `run`."""

from __future__ import annotations

from typing import Literal, Protocol

from cowork_dsl.compiler.source import Source

RESOURCE_LIMIT = 64_000_000
"""The most bytes of one resource."""

Refusal = Literal["missing", "outside", "large", "unreadable"]


class Loader(Protocol):
    """Gives files; it never leaves the project of the source that asks."""

    def library(self, name: str) -> Source | None:
        """`use std.NAME`."""

    def library_names(self) -> tuple[str, ...]:
        """The names that `use std.NAME` takes."""

    def source(self, asking: Source, path: str) -> Source | Refusal:
        """`use name = "path"`, relative to the source that asks."""

    def resource(self, asking: Source, path: str) -> bytes | Refusal:
        """A file beside the source that asks."""


class NoFiles:
    """A loader that has nothing, for a text that is no file."""

    def library(self, name: str) -> Source | None:
        """None: there is no library."""
        return None

    def library_names(self) -> tuple[str, ...]:
        """None at all."""
        return ()

    def source(self, asking: Source, path: str) -> Source | Refusal:
        """Always missing."""
        return "missing"

    def resource(self, asking: Source, path: str) -> bytes | Refusal:
        """Always missing."""
        return "missing"
