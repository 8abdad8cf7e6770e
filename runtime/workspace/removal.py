"""Removing a folder that an agent has worked in, whatever it made of it."""

from __future__ import annotations

import os
from contextlib import suppress

_DEEP = 64


def remove_tree(path: str, *, dir_fd: int | None = None) -> None:
    """Remove a folder and all in it, however deep, also what its owner has closed; nothing there is no error.

    Links are not followed. What lies deeper than a few levels is moved up before its turn comes, so that neither the
    descriptors nor the stack of this process can run out.
    """
    with suppress(FileNotFoundError):
        top = _opened(path, dir_fd)
        try:
            while _clear(top, top, 0):
                pass
        finally:
            os.close(top)
        os.rmdir(path, dir_fd=dir_fd)


def _opened(name: str, above: int | None) -> int:
    """A folder's descriptor, with the folder's owner given every right to it."""
    flags = os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    with suppress(PermissionError):
        handle = os.open(name, os.O_RDONLY | flags, dir_fd=above)
        if os.fstat(handle).st_mode & 0o700 == 0o700:
            return handle
        os.close(handle)
    pinned = os.open(name, os.O_PATH | flags, dir_fd=above)
    try:
        os.chmod(f"/proc/self/fd/{pinned}", 0o700)
        return os.open(".", os.O_RDONLY | flags, dir_fd=pinned)
    finally:
        os.close(pinned)


def _clear(top: int, folder: int, depth: int) -> bool:
    """Remove what is in a folder; give whether something was moved up to the top meanwhile."""
    moved = False
    with os.scandir(folder) as listing:
        entries = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in listing]
    for name, is_folder in entries:
        with suppress(FileNotFoundError):
            if not is_folder:
                os.unlink(name, dir_fd=folder)
                continue
            below = _opened(name, folder)
            try:
                if depth == _DEEP:
                    os.rename(name, os.urandom(16).hex(), src_dir_fd=folder, dst_dir_fd=top)
                    moved = True
                    continue
                moved |= _clear(top, below, depth + 1)
            finally:
                os.close(below)
            os.rmdir(name, dir_fd=folder)
    return moved
