"""The manifest of a workspace, where its contents lie, what two manifests differ in, and overlays of one."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import ItemsView, Iterable, Iterator, Mapping, ValuesView
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, Protocol

Kind = Literal["file", "dir", "symlink"]


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One entry: content by digest. A symlink's content is its target; an (empty) folder has none."""

    blob: str
    size: int
    mode: int = 0o644
    kind: Kind = "file"


EMPTY_DIR = FileEntry("", 0, 0o755, "dir")


class Tree(Mapping[str, FileEntry]):
    """A frozen manifest: relative POSIX path to entry, sorted by path.

    Folders are implied by the files in them and appear only where they are empty, so that equal workspaces have
    equal manifests however they came about. Names that are not UTF-8 are kept with surrogate escapes.
    """

    def __init__(self, entries: Mapping[str, FileEntry] | Iterable[tuple[str, FileEntry]] = ()) -> None:
        given: dict[str, FileEntry] = dict(entries._entries if isinstance(entries, Tree) else entries)
        folders = [path for path, entry in given.items() if entry.kind == "dir"]
        if folders:
            filled = {parent for path in given for parent in _parents(path)}
            for path in filled.intersection(folders):
                del given[path]
        self._entries: dict[str, FileEntry] = dict(sorted(given.items()))

    def __getitem__(self, path: str) -> FileEntry:
        return self._entries[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, path: object) -> bool:
        return path in self._entries

    # the dictionary's own views; those of ``Mapping`` would call back for every path
    def items(self) -> ItemsView[str, FileEntry]:
        """Paths and entries, sorted."""
        return self._entries.items()

    def values(self) -> ValuesView[FileEntry]:
        """The entries, in the order of their paths."""
        return self._entries.values()

    def over(self, entries: Mapping[str, FileEntry]) -> Tree:
        """This manifest with further files, or other contents for its own."""
        return Tree({**self._entries, **entries})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and self._entries == other._entries

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"Tree({len(self)} entries, {self.digest[:12]})"

    @cached_property
    def digest(self) -> str:
        """The canonical digest: one line an entry, NUL-separated, independent of order and place."""
        hasher = hashlib.sha256(b"tree 1\n")
        for path, entry in self._entries.items():
            line = f"{entry.kind}\0{entry.mode:o}\0{entry.size}\0{entry.blob}\0".encode()
            hasher.update(line + os.fsencode(path) + b"\0\n")
        return hasher.hexdigest()

    @classmethod
    def of(cls, files: Mapping[str, bytes], blobs: Blobs) -> Tree:
        """Make a manifest of plain files, putting their contents into ``blobs``."""
        return cls({path: FileEntry(blobs.put(data), len(data)) for path, data in files.items()})

    def files(self) -> tuple[str, ...]:
        """The paths of the regular files."""
        return tuple(path for path, entry in self._entries.items() if entry.kind == "file")


def _parents(path: str) -> Iterator[str]:
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


@dataclass(frozen=True, slots=True)
class Changes:
    """What moved between two manifests; each a sorted tuple of paths."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)

    @property
    def paths(self) -> tuple[str, ...]:
        """All paths, sorted."""
        return tuple(sorted((*self.added, *self.changed, *self.removed)))


NO_CHANGES = Changes()


def diff(before: Tree, after: Tree) -> Changes:
    """Compare two manifests. An empty folder that gets files, or loses its last one, is no change of its own."""
    if before is after:
        return NO_CHANGES
    old, new = before._entries, after._entries
    added = new.keys() - old.keys()
    removed = old.keys() - new.keys()
    changed = {path for path, entry in new.items() if path in old and old[path] is not entry and old[path] != entry}
    for gone, entries, others in ((added, after, before), (removed, before, after)):
        for path in [path for path in gone if entries[path].kind == "dir"]:
            if any(other.startswith(path + "/") for other in others):
                gone.discard(path)
    return Changes(tuple(sorted(added)), tuple(sorted(changed)), tuple(sorted(removed)))


class Blobs(Protocol):
    """Contents by their sha256."""

    def get(self, digest: str) -> bytes:
        """Give the content; ``KeyError`` where it is not held."""
        ...

    def put(self, data: bytes) -> str:
        """Hold the content and give its digest."""
        ...


class MemoryBlobs:
    """Contents in memory, over an optional store below that is only read."""

    def __init__(self, below: Blobs | None = None) -> None:
        self._held: dict[str, bytes] = {}
        self._below = below

    def get(self, digest: str) -> bytes:
        """Give the content; ``KeyError`` where neither this store nor the one below holds it."""
        held = self._held.get(digest)
        if held is not None:
            return held
        if self._below is None:
            raise KeyError(digest)
        return self._below.get(digest)

    def put(self, data: bytes) -> str:
        """Hold the content and give its digest."""
        digest = hashlib.sha256(data).hexdigest()
        self._held.setdefault(digest, data)
        return digest


class DiskBlobs:
    """Contents in a folder fanned out by the first two digits, over an optional store below that is only read.

    Each file appears by an atomic rename, so a reader never sees half of one and many processes may share a folder.
    """

    def __init__(self, folder: Path, below: Blobs | None = None) -> None:
        self._folder = folder
        self._below = below

    def _path(self, digest: str) -> Path:
        return self._folder / digest[:2] / digest

    def get(self, digest: str) -> bytes:
        """Give the content; ``KeyError`` where neither this store nor the one below holds it."""
        try:
            return self._path(digest).read_bytes()
        except FileNotFoundError:
            if self._below is None:
                raise KeyError(digest) from None
            return self._below.get(digest)

    def put(self, data: bytes) -> str:
        """Write the content unless it is there, and give its digest."""
        digest = hashlib.sha256(data).hexdigest()
        target = self._path(digest)
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix=".new-", dir=target.parent)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.replace(name, target)
        return digest


class Overlay(Mapping[str, bytes]):
    """The files of a tree as path to content, with some replaced and some removed, nothing copied."""

    def __init__(
        self, base: Tree, blobs: Blobs, replaced: Mapping[str, bytes] | None = None, removed: Iterable[str] = ()
    ) -> None:
        self._base = base
        self._blobs = blobs
        self._replaced = dict(replaced or {})
        self._removed = frozenset(removed) - self._replaced.keys()
        kept = {path for path in base.files() if path not in self._removed}
        self._paths = tuple(sorted(kept | self._replaced.keys()))

    def __getitem__(self, path: str) -> bytes:
        if path in self._replaced:
            return self._replaced[path]
        entry = None if path in self._removed else self._base.get(path)
        if entry is None or entry.kind != "file":
            raise KeyError(path)
        return self._blobs.get(entry.blob)

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)

    def __contains__(self, path: object) -> bool:
        if path in self._replaced:
            return True
        return path not in self._removed and path in self._base and self._base[str(path)].kind == "file"

    def digest(self, path: str) -> str:
        """The sha256 of one file, without reading those that stand as in the base."""
        if path in self._replaced:
            return hashlib.sha256(self._replaced[path]).hexdigest()
        if path not in self:
            raise KeyError(path)
        return self._base[path].blob

    def over(self, replaced: Mapping[str, bytes], removed: Iterable[str] = ()) -> Overlay:
        """Another overlay: this one with further paths replaced and removed."""
        gone = set(removed)
        mine = {path: data for path, data in self._replaced.items() if path not in gone}
        return Overlay(self._base, self._blobs, {**mine, **replaced}, self._removed | gone)

    def tree(self, blobs: Blobs) -> Tree:
        """The manifest of this overlay; replaced contents go into ``blobs``."""
        entries = {path: entry for path, entry in self._base.items() if path not in self._removed}
        for path, data in self._replaced.items():
            mode = entries[path].mode if path in entries else 0o644
            entries[path] = FileEntry(blobs.put(data), len(data), mode)
        return Tree(entries)
