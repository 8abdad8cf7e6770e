"""The parts of an office file: a zip archive that an agent may have made to hurt."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from struct import error as StructError
from struct import unpack_from

from cowork_dsl.runtime.readers.bounds import MAX_BYTES, MAX_OFFICE, MAX_PART, MAX_PARTS
from cowork_dsl.runtime.readers.malformed import Malformed

_END = b"PK\x05\x06"
_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_DIRECTORY = 2 * 1024 * 1024
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    StructError,
    NotImplementedError,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    KeyError,
)


class Package:
    """An archive whose parts are unpacked one at a time, as far as the bounds allow.

    Raises:
        Malformed: It is no archive, it is encrypted, or it is larger than the bounds.
    """

    def __init__(self, data: bytes, what: str) -> None:
        if len(data) > MAX_BYTES:
            raise Malformed(f"is larger than {MAX_BYTES >> 20} MiB")
        if data.startswith(_OLD):
            raise Malformed(f"is encrypted, or in the format of before 2007; no {what} can be read from it")
        if not data.startswith(b"PK"):
            raise Malformed(f"is no {what}: its first bytes are those of another format")
        _directory(data, what)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _DAMAGE:
            raise Malformed(f"is a damaged {what}: the archive can't be opened") from None
        infos = self._zip.infolist()
        if len(infos) > MAX_PARTS:
            raise Malformed(f"has {len(infos)} parts, more than {MAX_PARTS}")
        if sum(info.file_size for info in infos) > MAX_OFFICE:
            raise Malformed(f"unpacks to more than {MAX_OFFICE >> 20} MiB")
        self._infos = {info.filename.lstrip("/").lower(): info for info in infos}
        self._what = what
        self._left = MAX_OFFICE

    def names(self) -> list[str]:
        """The names of all parts, in small letters."""
        return list(self._infos)

    def find(self, name: str) -> bytes | None:
        """A part's bytes, or None where there is none."""
        info = self._infos.get(name.lstrip("/").lower())
        if info is None:
            return None
        if info.flag_bits & 1:
            raise Malformed("is encrypted")
        most = min(MAX_PART, self._left)
        try:
            with self._zip.open(info) as part:
                data = part.read(most + 1)
        except _DAMAGE:
            raise Malformed(f"is a damaged {self._what}: {name} can't be unpacked") from None
        if len(data) > most:
            raise Malformed(f"is too large: {name} unpacks to more than {most >> 20} MiB")
        self._left -= len(data)
        return data

    def part(self, name: str) -> bytes:
        """A part's bytes.

        Raises:
            Malformed: There is no such part.
        """
        data = self.find(name)
        if data is None:
            raise Malformed(f"is no {self._what}: it has no {name}")
        return data

    def all(self) -> dict[str, bytes]:
        """All parts, by name as the archive has it."""
        return {info.filename: self.part(info.filename) for info in self._infos.values() if not info.is_dir()}

    def related(self, part: str) -> dict[str, tuple[str, str]]:
        """What a part refers to: identifier to the kind of relation and the target, inside the archive where it is."""
        from cowork_dsl.runtime.readers.office.elements import parse_xml

        folder, _, name = part.rpartition("/")
        data = self.find(f"{folder}/_rels/{name}.rels" if folder else f"_rels/{name}.rels")
        found: dict[str, tuple[str, str]] = {}
        for item in parse_xml(data) if data is not None else ():
            target = item.get("Target", "")
            if item.get("TargetMode") != "External":
                target = (
                    target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
                )
            found[item.get("Id", "")] = (item.get("Type", "").rpartition("/")[2], target)
        return found


def _directory(data: bytes, what: str) -> None:
    """Looks at the size of the archive's list before anything is made of it."""
    at = data.rfind(_END, max(0, len(data) - 65_557))
    try:
        size = unpack_from("<L", data, at + 12)[0] if at >= 0 else None
    except StructError:
        size = None
    if size is None:
        raise Malformed(f"is a damaged {what}: the archive has no end")
    if size > _DIRECTORY:
        raise Malformed(f"has more than {MAX_PARTS} parts")
