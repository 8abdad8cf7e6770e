"""What a change is carried out on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from cowork_dsl.runtime.verdict.evidence import World


class MutableWorld(Protocol):
    """Files and service tables that can be changed; the live workspace, the truth replica and mutants are such."""

    def read(self, path: str) -> bytes | None:
        """The bytes of a regular file, or None where there is none."""
        ...

    def write(self, path: str, data: bytes, mode: int | None = None) -> None:
        """Create or replace a file with its folders; a mode of None keeps the one it has."""
        ...

    def make_folder(self, path: str) -> None:
        """Make sure that a folder is there."""
        ...

    def remove(self, path: str) -> None:
        """Remove a file, or a folder with all that is in it; nothing happens where there is none."""
        ...

    def paths(self) -> Iterable[str]:
        """The paths of the regular files."""
        ...

    def rows(self, table: str) -> Sequence[Mapping[str, Any]] | None:
        """The rows of a service's table (``service.table``), or None where there is no such table."""
        ...

    def set_rows(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replace the rows of a service's table."""
        ...


@dataclass(slots=True)
class MemoryWorld:
    """A world in memory: the truth replica, and what mutants are made in.

    It lies over a world that it never changes, so that making one costs nothing.
    """

    base: World
    files: dict[str, bytes | None] = field(default_factory=dict)
    tables: dict[str, tuple[Mapping[str, Any], ...]] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file."""
        if path in self.files:
            return self.files[path]
        return self.base.files.get(path)

    def write(self, path: str, data: bytes, mode: int | None = None) -> None:
        """Create or replace a file; modes are no part of a world that is only read."""
        self.files[path] = data

    def make_folder(self, path: str) -> None:
        """Nothing to do: folders are implied by their files."""

    def remove(self, path: str) -> None:
        """Remove a file or a folder."""
        inside = f"{path}/"
        for name in [name for name in self.paths() if name == path or name.startswith(inside)]:
            self.files[name] = None

    def paths(self) -> Iterable[str]:
        """The paths of the files, sorted."""
        return sorted(
            {path for path in self.base.files if path not in self.files}
            | {path for path, data in self.files.items() if data is not None}
        )

    def rows(self, table: str) -> Sequence[Mapping[str, Any]] | None:
        """The rows of a table."""
        return self.tables.get(table, self.base.tables.get(table))

    def set_rows(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replace the rows of a table."""
        self.tables[table] = tuple(rows)

    def frozen(self) -> World:
        """The world as it is now, for reading."""
        files: Mapping[str, bytes] = self.base.files
        if self.files:
            files = Files(self.base.files, dict(self.files))
        return World(files, *self.merged())

    def merged(self) -> tuple[dict[str, tuple[Mapping[str, Any], ...]], dict[str, Any]]:
        """The tables and the values as they are now."""
        return {**self.base.tables, **self.tables}, {**self.base.values, **self.values}


class Files(Mapping[str, bytes]):
    """Files over others: some replaced, some gone; nothing is read before it is asked for."""

    __slots__ = ("_base", "_changed", "_paths")

    def __init__(self, base: Mapping[str, bytes], changed: Mapping[str, bytes | None]) -> None:
        self._base = base
        self._changed = changed
        gone = {path for path, data in changed.items() if data is None}
        self._paths = tuple(sorted((base.keys() | changed.keys()) - gone))

    def __getitem__(self, path: str) -> bytes:
        if path in self._changed:
            data = self._changed[path]
            if data is None:
                raise KeyError(path)
            return data
        return self._base[path]

    def __contains__(self, path: object) -> bool:
        if path in self._changed:
            return self._changed[str(path)] is not None
        return path in self._base

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)
