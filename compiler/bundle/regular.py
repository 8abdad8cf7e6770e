"""Reading files that a stranger has made: regular ones only, so that no pipe or device holds anybody up."""

from __future__ import annotations

import os
import stat
from pathlib import Path


class NotRegular(OSError):
    """A folder, a pipe, a device or a larger file than may be stands where a file should."""


def read_regular(path: Path, most: int | None = None) -> bytes:
    """The bytes of a regular file, or of one that a link leads to.

    Args:
        path: Where it is.
        most: How many bytes it may have.

    Raises:
        NotRegular: Something else is there, or it is larger.
        OSError: It can't be read.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise NotRegular(f"{path} is no regular file")
        if most is not None and status.st_size > most:
            raise NotRegular(f"{path} is larger than {most} bytes")
        with open(handle, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(handle)
