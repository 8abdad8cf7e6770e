"""The objects of a git repository, loose and packed, unpacked in memory and within bounds.

What the repository says of other places (alternates, worktrees, includes, hooks) is never followed.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import NamedTuple

from cowork_dsl.runtime.readers.bounds import MAX_BYTES, MAX_INSIDE_BYTES
from cowork_dsl.runtime.readers.malformed import Malformed

_KINDS = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}
_OFFSET, _REFERENCE = 6, 7
_LONGEST_CHAIN = 200


class Object(NamedTuple):
    """An object: its kind and its body."""

    kind: str
    body: bytes


class Store:
    """Objects by digest; each is unpacked when it is asked for."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self._left = 2 * MAX_INSIDE_BYTES
        self._known: dict[str, Object] = {}
        self._packs = [
            _Pack(files[name], files[f"{name[:-4]}.pack"], self)
            for name in sorted(files)
            if name.startswith("objects/pack/") and name.endswith(".idx") and f"{name[:-4]}.pack" in files
        ]

    def get(self, digest: str, wanted: str) -> bytes:
        """The body of an object.

        Raises:
            Malformed: There is no such object, it is of another kind, it is broken, or too much was unpacked.
        """
        found = self._known.get(digest)
        if found is None:
            found = self._known[digest] = self.any(digest)
        if found.kind != wanted:
            raise Malformed(f"is damaged: {digest[:12]} is a {found.kind}, no {wanted}")
        return found.body

    def any(self, digest: str) -> Object:
        """An object of any kind."""
        loose = self._files.get(f"objects/{digest[:2]}/{digest[2:]}")
        if loose is not None:
            head, _, body = self.inflate(loose, None)[0].partition(b"\0")
            kind, _, size = head.decode("ascii", "replace").partition(" ")
            if kind not in _KINDS.values() or str(len(body)) != size:
                raise Malformed(f"is damaged: {digest[:12]} is no object")
            return Object(kind, body)
        for pack in self._packs:
            found = pack.find(digest)
            if found is not None:
                return pack.read(found)
        raise Malformed(f"is damaged: the object {digest[:12]} is missing")

    def known(self) -> list[str]:
        """The digests of all objects."""
        loose = [name[8:].replace("/", "") for name in self._files if name.startswith("objects/") and len(name) == 49]
        return [*loose, *(digest for pack in self._packs for digest in pack.offsets)]

    def inflate(self, data: bytes, size: int | None, start: int = 0) -> tuple[bytes, int]:
        """What a zlib stream holds, and where it ends."""
        stream = zlib.decompressobj()
        most = MAX_BYTES if size is None else size
        try:
            body = stream.decompress(data[start : start + MAX_BYTES], most + 1)
        except zlib.error as error:
            raise Malformed(f"is damaged: {error}") from None
        self._left -= len(body)
        if self._left < 0:
            raise Malformed(f"unpacks to more than {2 * MAX_INSIDE_BYTES >> 20} MiB")
        if len(body) > most or (size is not None and len(body) != size):
            raise Malformed("is damaged: an object has another size than it says")
        return body, start


class _Pack:
    """A pack file with its index of version 2."""

    def __init__(self, index: bytes, data: bytes, store: Store) -> None:
        self._data = data
        self._store = store
        self.offsets = _offsets(index)

    def find(self, digest: str) -> int | None:
        """Where an object begins."""
        return self.offsets.get(digest)

    def read(self, offset: int) -> Object:
        """The object that begins at an offset, its deltas applied."""
        deltas: list[bytes] = []
        for _ in range(_LONGEST_CHAIN):
            kind, size, at = self._head(offset)
            if kind == _OFFSET:
                back, at = self._back(at)
                deltas.append(self._store.inflate(self._data, size, at)[0])
                if not 0 < back <= offset:
                    raise Malformed("is damaged: a pack refers to what lies outside of it")
                offset -= back
                continue
            if kind == _REFERENCE:
                base = self._data[at : at + 20].hex()
                deltas.append(self._store.inflate(self._data, size, at + 20)[0])
                found = self.find(base)
                if found is not None:
                    offset = found
                    continue
                whole = self._store.any(base)
            elif kind in _KINDS:
                whole = Object(_KINDS[kind], self._store.inflate(self._data, size, at)[0])
            else:
                raise Malformed(f"is damaged: a pack holds an object of the kind {kind}")
            body = whole.body
            for delta in reversed(deltas):
                body = _applied(delta, body)
            return Object(whole.kind, body)
        raise Malformed("is damaged: a pack refers to itself")

    def _head(self, at: int) -> tuple[int, int, int]:
        byte = self._byte(at)
        kind, size, shift = byte >> 4 & 7, byte & 15, 4
        while byte & 0x80:
            at += 1
            byte = self._byte(at)
            size |= (byte & 0x7F) << shift
            shift += 7
            if shift > 40:
                raise Malformed("is damaged: an object has no size")
        return kind, size, at + 1

    def _back(self, at: int) -> tuple[int, int]:
        byte = self._byte(at)
        value = byte & 0x7F
        while byte & 0x80:
            at += 1
            byte = self._byte(at)
            value = (value + 1) << 7 | byte & 0x7F
            if value > len(self._data):
                raise Malformed("is damaged: a pack refers to what lies outside of it")
        return value, at + 1

    def _byte(self, at: int) -> int:
        if not 0 <= at < len(self._data):
            raise Malformed("is damaged: a pack is cut off")
        return self._data[at]


def _offsets(index: bytes) -> dict[str, int]:
    """Where each object begins, from an index of version 2."""
    if index[:8] != b"\xfftOc\0\0\0\x02" or len(index) < 1032:
        raise Malformed("has a pack whose index is of another version than 2")
    count = int.from_bytes(index[1028:1032], "big")
    names, places = 1032, 1032 + count * 24
    far = places + count * 4
    if len(index) < far:
        raise Malformed("is damaged: the index of a pack is cut off")
    found: dict[str, int] = {}
    for number in range(count):
        digest = index[names + number * 20 : names + number * 20 + 20].hex()
        place = int.from_bytes(index[places + number * 4 : places + number * 4 + 4], "big")
        if place & 0x80000000:
            at = far + (place & 0x7FFFFFFF) * 8
            place = int.from_bytes(index[at : at + 8], "big")
        found[digest] = place
    return found


def _applied(delta: bytes, base: bytes) -> bytes:
    """An object made of another one by a delta."""
    try:
        size, at = _varint(delta, 0)
        wanted, at = _varint(delta, at)
        if size != len(base) or wanted > MAX_BYTES:
            raise Malformed("is damaged: a delta is for another object")
        out = bytearray()
        while at < len(delta):
            code = delta[at]
            at += 1
            if code & 0x80:
                offset = length = 0
                for bit in range(4):
                    if code & 1 << bit:
                        offset |= delta[at] << 8 * bit
                        at += 1
                for bit in range(3):
                    if code & 16 << bit:
                        length |= delta[at] << 8 * bit
                        at += 1
                out += base[offset : offset + (length or 0x10000)]
            else:
                out += delta[at : at + code]
                at += code
            if len(out) > wanted or code == 0:
                raise Malformed("is damaged: a delta makes more than it says")
    except IndexError:
        raise Malformed("is damaged: a delta is cut off") from None
    if len(out) != wanted:
        raise Malformed("is damaged: a delta makes less than it says")
    return bytes(out)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if not byte & 0x80 or shift > 63:
            return value, at
