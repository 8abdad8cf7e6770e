"""Opening paths beneath a folder, by descriptor, so that nothing an agent leaves there can lead a read or a write out.

``openat2`` refuses ``..``, absolute paths and every symbolic link in the kernel; where it is missing, each component is
opened by itself without following links. No link is followed at all, on either way.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

_RESOLVE = 0x08 | 0x02 | 0x04  # BENEATH | NO_MAGICLINKS | NO_SYMLINKS
_SYS_OPENAT2 = 437  # the same number on every architecture
_RETRIES = 16
MAX_PATH = 4000
MAX_DEPTH = 64
WORKSPACE = "/workspace"

_libc = ctypes.CDLL(None, use_errno=True)
_syscall = _libc.syscall
_syscall.restype = ctypes.c_long
_syscall.argtypes = (ctypes.c_long, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t)


class WorkspaceError(Exception):
    """A file operation that cannot be done; the message names the path and the reason and suits an agent's eyes."""


class WorkspaceLimit(WorkspaceError):
    """The workspace has outgrown its bounds (entries, bytes, depth)."""


def clean_path(path: str, *, root: bool = False) -> str:
    """Check a path given by an agent or an author and give it relative to the workspace.

    ``/workspace/a`` and ``./a`` are accepted for ``a``; an absolute path elsewhere, ``..`` and NUL are refused. The
    workspace itself (``""``) is accepted only with ``root``.
    """
    if "\0" in path or len(path) > MAX_PATH:
        raise WorkspaceError("a path may hold no NUL and at most 4000 characters")
    text = path
    if text == WORKSPACE or text.startswith(WORKSPACE + "/"):
        text = text[len(WORKSPACE) + 1 :]
    if text.startswith("/"):
        raise WorkspaceError(f"{path}: outside the workspace; give a path relative to it")
    parts = [part for part in text.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise WorkspaceError(f"{path}: '..' is not allowed; give a path relative to the workspace")
    if len(parts) > MAX_DEPTH:
        raise WorkspaceError(f"{path}: deeper than {MAX_DEPTH} folders")
    if not parts and not root:
        raise WorkspaceError(f"{path!r}: names no file")
    return "/".join(parts)


@cache
def _how(flags: int, mode: int) -> bytes:
    """The kernel's ``struct open_how``; there are few of them."""
    return struct.pack("=QQQ", flags, mode, _RESOLVE)


def _has_openat2() -> bool:
    how = _how(os.O_PATH | os.O_CLOEXEC, 0)
    handle = int(_syscall(_SYS_OPENAT2, -100, b".", how, len(how)))
    if handle >= 0:
        os.close(handle)
    return handle >= 0


HAS_OPENAT2 = _has_openat2()


def open_beneath(root: int, path: str, flags: int, mode: int = 0) -> int:
    """Open ``path`` (relative, already clean; ``""`` is the folder itself) beneath the folder ``root``.

    Raises the plain ``OSError``; a symbolic link anywhere on the way is ``ELOOP``.
    """
    flags |= os.O_CLOEXEC | os.O_NOFOLLOW
    if "/" not in path and (not path or not flags & os.O_DIRECTORY):
        # one name, and never `..`: there is nothing on the way that could lead out; only for a link in the place of a
        # folder openat2 has the better error
        return os.open(path or ".", flags, mode, dir_fd=root)
    if not HAS_OPENAT2:
        return _walk_open(root, path, flags, mode)
    how = _how(flags, mode)
    name = os.fsencode(path)
    for _ in range(_RETRIES):
        handle = int(_syscall(_SYS_OPENAT2, root, name, how, len(how)))
        if handle >= 0:
            return handle
        code = ctypes.get_errno()
        # the kernel asks for another try when something was renamed under it
        if code not in (errno.EAGAIN, errno.EINTR):
            break
    raise OSError(code, os.strerror(code), path)


def _walk_open(root: int, path: str, flags: int, mode: int) -> int:
    *parents, last = path.split("/")
    here = os.dup(root)
    try:
        for part in parents:
            below = os.open(part, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=here)
            os.close(here)
            here = below
        return os.open(last or ".", flags, mode, dir_fd=here)
    finally:
        os.close(here)


@contextmanager
def parent_of(root: int, path: str) -> Iterator[tuple[int, str]]:
    """Give the descriptor of the folder that holds ``path``, and the last name."""
    folder, _, name = path.rpartition("/")
    handle = open_beneath(root, folder, os.O_PATH | os.O_DIRECTORY)
    try:
        yield handle, name
    finally:
        os.close(handle)


def open_regular(root: int, path: str) -> tuple[int, os.stat_result]:
    """Open a regular file for reading, without touching its access time and without ever blocking on a FIFO."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY
    try:
        handle = open_beneath(root, path, flags | os.O_NOATIME)
    except PermissionError:
        handle = _open_forbidden(root, path, flags)
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        kind = "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"
        raise WorkspaceError(f"{path}: is {kind}")
    return handle, status


def _open_forbidden(root: int, path: str, flags: int) -> int:
    """Open what its owner, the agent, has closed to itself: only the mode stands in the way, and we own it, too.

    Folders stay open from then on, because their entries can't be looked at otherwise; a file gets its mode back.
    """
    unlock_folders(root, path)
    pinned = open_beneath(root, path, os.O_PATH)
    try:
        status = os.fstat(pinned)
        link = f"/proc/self/fd/{pinned}"
        if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        os.chmod(link, stat.S_IMODE(status.st_mode) | 0o700)
        handle = os.open(link, flags | os.O_NOATIME | os.O_CLOEXEC)
        if stat.S_ISREG(status.st_mode):
            os.chmod(link, stat.S_IMODE(status.st_mode))
        return handle
    finally:
        os.close(pinned)


def unlock_folders(root: int, path: str) -> None:
    """Give us back the way through the folders above a path."""
    parts = path.split("/")[:-1]
    for count in range(1, len(parts) + 1):
        pinned = open_beneath(root, "/".join(parts[:count]), os.O_PATH | os.O_DIRECTORY)
        try:
            os.chmod(f"/proc/self/fd/{pinned}", 0o755)
        finally:
            os.close(pinned)


def open_folder(root: int, path: str) -> int:
    """Open a folder for listing, also one that its owner has closed to itself."""
    try:
        return open_beneath(root, path, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:
        return _open_forbidden(root, path, os.O_RDONLY | os.O_DIRECTORY)


def explain(error: OSError, path: str) -> WorkspaceError:
    """Word an ``OSError`` for an agent, without any path of the host."""
    words = {
        errno.ENOENT: "no such file or folder",
        errno.ELOOP: "goes through a symbolic link; file tools follow none, name the target itself",
        errno.EXDEV: "outside the workspace",
        errno.ENOTDIR: "a part of the path is no folder",
        errno.EISDIR: "is a folder",
        errno.EEXIST: "already exists",
        errno.ENOTEMPTY: "the folder is not empty",
        errno.ENXIO: "not a regular file",
        errno.ENAMETOOLONG: "the name is too long",
        errno.ENOSPC: "no space left",
    }
    return WorkspaceError(f"{path}: {words.get(error.errno or 0, os.strerror(error.errno or errno.EIO).lower())}")
