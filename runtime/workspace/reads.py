"""Which files were read, from access times: a file whose access time is the epoch has not been read."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment, and the files that stood then: inode to path."""

    number: int
    files: Mapping[int, str]


class ReadLog:
    """Reads by the mark after which they happened, so that several marks may be open at once."""

    def __init__(self) -> None:
        self._number = 0
        self._files: Mapping[int, str] = {}
        self._seen: list[tuple[int, str]] = []

    def mark(self, now: Mapping[str, os.stat_result], reset: Callable[[str], None]) -> Mark:
        """Record what was read since the last mark, reset what carries an access time, and give a new mark."""
        for path in self._read(self._files, now):
            self._seen.append((self._number, path))
        files: dict[int, str] = {}
        for path, status in now.items():
            if stat.S_ISREG(status.st_mode):
                files[status.st_ino] = path
                if status.st_atime_ns != 0:
                    reset(path)
        self._number += 1
        self._files = files
        return Mark(self._number, files)

    def again(self, files: Mapping[int, str]) -> Mark:
        """Give a new mark where nobody has read anything since the last one; these files, all unread, stand now."""
        self._number += 1
        self._files = files
        return Mark(self._number, files)

    def since(self, mark: Mark, now: Mapping[str, os.stat_result]) -> tuple[str, ...]:
        """The paths read after ``mark`` among the files that stood at it."""
        stood = set(mark.files.values())
        earlier = {path for number, path in self._seen if number >= mark.number and path in stood}
        return tuple(sorted(earlier.union(self._read(mark.files, now))))

    @staticmethod
    def _read(files: Mapping[int, str], now: Mapping[str, os.stat_result]) -> set[str]:
        return {
            files[status.st_ino]
            for status in now.values()
            if status.st_atime_ns != 0 and status.st_ino in files and stat.S_ISREG(status.st_mode)
        }
