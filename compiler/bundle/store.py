"""The store: bytes by their sha256, shared by all bundles."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from cowork_dsl.compiler.bundle.canonical import digest_of
from cowork_dsl.compiler.bundle.regular import NotRegular, read_regular


class MissingBlob(LookupError):
    """The store has no bytes under a digest."""


class DamagedBlob(ValueError):
    """The bytes under a digest have another digest."""


class BlobStore(Protocol):
    """What keeps blobs."""

    def get(self, digest: str) -> bytes:
        """The bytes; raises MissingBlob or DamagedBlob."""

    def put(self, data: bytes) -> str:
        """Keeps bytes and gives their digest."""

    def has(self, digest: str) -> bool:
        """Whether bytes are kept under a digest."""


class MemoryStore:
    """A store that lasts as long as the process."""

    def __init__(self) -> None:
        self._blobs: dict[str, bytes] = {}

    def get(self, digest: str) -> bytes:
        """The bytes under a digest."""
        try:
            return self._blobs[digest]
        except KeyError:
            raise MissingBlob(digest) from None

    def put(self, data: bytes) -> str:
        """Keeps bytes and gives their digest."""
        digest = digest_of(data)
        self._blobs.setdefault(digest, data)
        return digest

    def has(self, digest: str) -> bool:
        """Whether bytes are kept under a digest."""
        return digest in self._blobs

    def blobs(self) -> dict[str, bytes]:
        """All bytes by digest."""
        return dict(sorted(self._blobs.items()))


class Store:
    """A store on disk, ``ab/cdef...``; each blob is written aside and renamed, so none is ever half there."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, digest: str) -> bytes:
        """The bytes under a digest, verified."""
        try:
            data = read_regular(self._place(digest))
        except FileNotFoundError:
            raise MissingBlob(digest) from None
        except NotRegular:
            raise DamagedBlob(digest) from None
        if digest_of(data) != digest:
            raise DamagedBlob(digest)
        return data

    def put(self, data: bytes) -> str:
        """Keeps bytes and gives their digest; the same bytes are written once, a damaged blob is replaced."""
        digest = digest_of(data)
        place = self._place(digest)
        if self._holds(place, digest):
            return digest
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=place.parent, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(data)
            # nobody may write a blob that others share
            os.chmod(aside, 0o444)
            os.replace(aside, place)
        except BaseException:
            Path(aside).unlink(missing_ok=True)
            raise
        return digest

    def _holds(self, place: Path, digest: str) -> bool:
        try:
            return digest_of(read_regular(place)) == digest
        except OSError:
            return False  # nothing is there, or what is there is damaged

    def has(self, digest: str) -> bool:
        """Whether bytes are kept under a digest."""
        return self._place(digest).exists()

    def digests(self) -> Iterator[str]:
        """All digests, sorted."""
        if not self.path.is_dir():
            return
        for fan in sorted(self.path.iterdir()):
            if len(fan.name) == 2 and fan.is_dir():
                for blob in sorted(fan.iterdir()):
                    if len(blob.name) == 62:
                        yield fan.name + blob.name

    def remove(self, digest: str) -> int:
        """Forgets a blob; gives the bytes that were freed."""
        place = self._place(digest)
        size = place.stat().st_size
        place.unlink()
        return size

    def size(self, digest: str) -> int:
        """The size of a blob in bytes."""
        return self._place(digest).stat().st_size

    def _place(self, digest: str) -> Path:
        if len(digest) != 64 or not all(char in "0123456789abcdef" for char in digest):
            # a digest from a hostile file must not become a path
            raise MissingBlob(digest[:80])
        return self.path / digest[:2] / digest[2:]
