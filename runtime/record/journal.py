"""The append-only record of finished rollouts: one line of JSON each, in a zstd frame of its own.

A frame is written by one ``write`` and made durable by one ``fdatasync``. What a kill leaves half-written at the end
is no whole frame: readers leave it out, and whoever appends next cuts it off first.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import zstandard

from cowork_dsl.runtime.record.trajectory import Trajectory

SUFFIX = ".jsonl.zst"
_MAGIC = b"\x28\xb5\x2f\xfd"


class JournalDamaged(Exception):
    """A record file is broken in the middle, so it was not just a writer that was killed."""


def _frame(data: bytes, start: int) -> tuple[bytes, int] | None:
    """The content of the frame at an offset and the offset behind it; None where no whole frame stands there."""
    if not data.startswith(_MAGIC, start):
        return None
    reader = zstandard.ZstdDecompressor().decompressobj()
    try:
        content = reader.decompress(memoryview(data)[start:])
    except zstandard.ZstdError:
        return None
    return (content, len(data) - len(reader.unused_data)) if reader.eof else None


def _frames(path: Path) -> Iterator[tuple[bytes, int]]:
    """Each whole frame's content, and the offset behind it."""
    data = path.read_bytes()
    at = 0
    while at < len(data):
        found = _frame(data, at)
        if found is None:
            later = data.find(_MAGIC, at + 1)
            while later >= 0:
                if _frame(data, later) is not None:
                    raise JournalDamaged(f"{path} is damaged at byte {at}, before rollouts that are whole")
                later = data.find(_MAGIC, later + 1)
            return
        content, at = found
        yield content, at


def read(path: Path) -> Iterator[Trajectory]:
    """The finished rollouts of one file, in the order in which they were written.

    Raises:
        JournalDamaged: The file is broken in the middle.
    """
    for content, _ in _frames(path):
        yield Trajectory.model_validate_json(content)


class Journal:
    """Appends to one file; only one writer at a time may have it open."""

    def __init__(self, path: Path) -> None:
        """Open for appending, after cutting off what a killed writer left half-written.

        Waits while another process has the file open for appending.

        Raises:
            JournalDamaged: The file is broken in the middle.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        fcntl.flock(self._handle, fcntl.LOCK_EX)
        whole = 0
        for _, end in _frames(path):
            whole = end
        if os.fstat(self._handle).st_size > whole:
            os.ftruncate(self._handle, whole)
        self._compressor = zstandard.ZstdCompressor(level=1, write_checksum=True)

    def append(self, trajectory: Trajectory) -> None:
        """Write one finished rollout; when this returns, it is durable."""
        frame = self._compressor.compress(trajectory.model_dump_json().encode("utf-8") + b"\n")
        written = os.write(self._handle, frame)
        if written != len(frame):
            # a full disk took a part: take it back, so that the file stays whole for whoever comes next
            os.ftruncate(self._handle, os.fstat(self._handle).st_size - written)
            raise OSError(f"only {written} of {len(frame)} bytes could be written")
        os.fdatasync(self._handle)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._handle)
