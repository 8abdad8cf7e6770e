"""States of the world as blobs: a manifest that names every file by digest, with tables and values as code."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from cowork_dsl.compiler.values.admit import evaluate
from cowork_dsl.compiler.values.failures import is_none
from cowork_dsl.compiler.values.library import PLAIN
from cowork_dsl.compiler.values.show import spell
from cowork_dsl.runtime.verdict.evidence import World
from cowork_dsl.runtime.workspace.tree import Blobs, FileEntry, Tree


class StoredFiles(Mapping[str, bytes]):
    """Files by digest; a content is fetched when it is asked for."""

    __slots__ = ("_blobs", "_digests")

    def __init__(self, digests: Mapping[str, str], blobs: Blobs) -> None:
        self._digests = dict(digests)
        self._blobs = blobs

    def __getitem__(self, path: str) -> bytes:
        return self._blobs.get(self._digests[path])

    def __contains__(self, path: object) -> bool:
        return path in self._digests

    def __iter__(self) -> Iterator[str]:
        return iter(self._digests)

    def __len__(self) -> int:
        return len(self._digests)

    @property
    def digests(self) -> Mapping[str, str]:
        """Path to sha256."""
        return self._digests

    def digest(self, path: str) -> str:
        """The sha256 of one file, without fetching it."""
        return self._digests[path]


def save_tree(tree: Tree, blobs: Blobs) -> str:
    """Hold a workspace manifest, whose contents the blobs hold already, and give the manifest's digest."""
    plain = {path: [entry.kind, entry.mode, entry.size, entry.blob] for path, entry in tree.items()}
    return blobs.put(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode("ascii"))


def load_tree(digest: str, blobs: Blobs) -> Tree:
    """The workspace manifest of a digest.

    Raises:
        KeyError: The manifest is missing.
        ValueError: What lies there is not what the digest says.
    """
    return Tree(
        {path: FileEntry(blob, size, mode, kind) for path, (kind, mode, size, blob) in _manifest(digest, blobs).items()}
    )


def _manifest(digest: str, blobs: Blobs) -> dict[str, Any]:
    data = blobs.get(digest)
    if sha256(data).hexdigest() != digest:
        raise ValueError(f"the blob {digest} holds something else")
    plain: dict[str, Any] = json.loads(data)
    return plain


def tree_files(tree: Tree, blobs: Blobs) -> StoredFiles:
    """The regular files of a workspace manifest."""
    return StoredFiles({path: entry.blob for path, entry in tree.items() if entry.kind == "file"}, blobs)


def _digest(files: Mapping[str, bytes], path: str, blobs: Blobs) -> str:
    return files.digest(path) if isinstance(files, StoredFiles) else blobs.put(files[path])


def save_world(world: World, blobs: Blobs) -> str:
    """Hold a world and give the digest of its manifest."""
    plain = {
        "files": {path: _digest(world.files, path, blobs) for path in sorted(world.files)},
        "tables": {name: [dict(_spelled(row)) for row in rows] for name, rows in world.tables.items()},
        "values": dict(_spelled(world.values)),
    }
    return blobs.put(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode("ascii"))


def _spelled(values: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    return ((name, "None" if is_none(value) else spell(value)) for name, value in values.items())


def _read(spelled: Mapping[str, str]) -> dict[str, object]:
    return {name: evaluate(text, PLAIN) for name, text in spelled.items()}


def load_world(digest: str, blobs: Blobs) -> World:
    """The world of a manifest.

    Raises:
        KeyError: The manifest is missing.
        ValueError: What lies there is not what the digest says.
    """
    plain = _manifest(digest, blobs)
    return World(
        StoredFiles(plain["files"], blobs),
        {name: tuple(_read(row) for row in rows) for name, rows in plain["tables"].items()},
        _read(plain["values"]),
    )
