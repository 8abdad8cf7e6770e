"""`archive("a.zip")`: the files in a zip or tar file, unpacked in memory and within bounds."""

from __future__ import annotations

import io
import tarfile
import zipfile
import zlib
from collections.abc import Iterator

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.compiler.values.inside import Inside
from cowork_dsl.runtime.readers.bounds import MAX_BYTES, MAX_INSIDE, MAX_INSIDE_BYTES
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import reader

_BROKEN = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError, ValueError, NotImplementedError)


@reader("archive", ".zip", ".tar", ".tar.gz", ".tgz")
def parse_archive(data: bytes, path: str, form: Form | None) -> Inside:
    """The files of an archive by path; links and other things that are no files are left out.

    Raises:
        Malformed: It is no zip or tar file, is encrypted, holds a path twice or one that leads outside, or unpacks to
            more than the readers take.
    """
    if len(data) > MAX_BYTES:
        raise Malformed(f"is larger than {MAX_BYTES >> 20} MiB")
    try:
        members = _zip(data) if data.startswith((b"PK\x03\x04", b"PK\x05\x06")) else _tar(data)
        found: dict[str, bytes] = {}
        for name, content in members:
            clean = _clean(name)
            if clean in found:
                raise Malformed(f"holds {clean[:80]!r} twice")
            found[clean] = content
    except (*_BROKEN, RuntimeError, LookupError, OverflowError, MemoryError) as error:
        raise Malformed(f"is no archive that can be unpacked: {str(error)[:120] or error.__class__.__name__}") from None
    return Inside(dict(sorted(found.items())), path)


class _Budget:
    """What may still be unpacked."""

    def __init__(self) -> None:
        self._bytes = MAX_INSIDE_BYTES
        self._files = 4 * MAX_INSIDE

    def member(self) -> None:
        """Counts one, whatever it is."""
        self._files -= 1
        if self._files < 0:
            raise Malformed(f"holds more than {4 * MAX_INSIDE} members")

    def read(self, stream: io.BufferedIOBase) -> bytes:
        """The rest of a stream, as far as it may be."""
        content = stream.read(self._bytes + 1)
        self._bytes -= len(content)
        if self._bytes < 0:
            raise Malformed(f"unpacks to more than {MAX_INSIDE_BYTES >> 20} MiB")
        return content


def _zip(data: bytes) -> Iterator[tuple[str, bytes]]:
    budget = _Budget()
    with zipfile.ZipFile(io.BytesIO(data)) as whole:
        for info in whole.infolist():
            budget.member()
            if info.flag_bits & 1:
                raise Malformed("is encrypted")
            if not info.is_dir() and (info.external_attr >> 28) in (0, 8):
                with whole.open(info) as stream:
                    yield info.filename, budget.read(stream)  # type: ignore[arg-type]


def _tar(data: bytes) -> Iterator[tuple[str, bytes]]:
    budget = _Budget()
    plain = _gunzip(data) if data.startswith(b"\x1f\x8b") else data
    with tarfile.open(fileobj=io.BytesIO(plain), mode="r:") as whole:
        for info in whole:
            budget.member()
            if info.isreg() and not info.issparse():
                stream = whole.extractfile(info)
                assert stream is not None  # it is a regular file
                yield info.name, budget.read(stream)  # type: ignore[arg-type]


def _gunzip(data: bytes) -> bytes:
    most = 2 * MAX_INSIDE_BYTES
    unpacked = zlib.decompressobj(31)
    content = unpacked.decompress(data, most)
    if unpacked.unconsumed_tail or not unpacked.eof:
        raise Malformed("is cut off" if not unpacked.unconsumed_tail else f"unpacks to more than {most >> 20} MiB")
    return content


def _clean(name: str) -> str:
    """A member's path in its plain form."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
    if ".." in parts or name.startswith("/") or not parts or len(name) > 1000 or "\x00" in name:
        raise Malformed(f"holds the path {name[:80]!r}, which leads outside")
    return "/".join(parts)
