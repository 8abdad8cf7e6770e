"""Single files of a workspace, worked on from the host's side by descriptor only."""

from __future__ import annotations

import ctypes
import os
import stat
from dataclasses import dataclass
from datetime import datetime

from cowork_dsl.runtime.workspace import confined
from cowork_dsl.runtime.workspace.confined import WorkspaceError, WorkspaceLimit
from cowork_dsl.runtime.workspace.removal import remove_tree
from cowork_dsl.runtime.workspace.scan import walk
from cowork_dsl.runtime.workspace.tree import Kind

_libc = ctypes.CDLL(None, use_errno=True)
_futimens = _libc.futimens
_OMIT = (1 << 30) - 2
CREATE = os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK | os.O_NOCTTY


class _Times(ctypes.Structure):
    _fields_ = (("a_s", ctypes.c_long), ("a_ns", ctypes.c_long), ("m_s", ctypes.c_long), ("m_ns", ctypes.c_long))


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a listing."""

    path: str
    kind: Kind
    size: int


def set_times(handle: int, *, access: int | None, modification: int | None) -> None:
    """Set the times that are given, in seconds, and leave the others exactly as they are."""
    times = _Times(
        access or 0, 0 if access is not None else _OMIT, modification or 0, 0 if modification is not None else _OMIT
    )
    if _futimens(handle, ctypes.byref(times)) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


class _Worded:
    """Turns an ``OSError`` into words for an agent; a class, because every file operation enters it."""

    __slots__ = ("_path",)

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            raise confined.explain(error, self._path or ".") from None


class Files:
    """Read, write, list, move and delete beneath one folder; messages never hold a path of the host.

    What the host writes belongs to ``owner``, the user that the box runs as (``None``: ourselves).
    """

    def __init__(self, path: str, *, owner: int | None = None, entries: int = 100_000, space: int = 512 << 20) -> None:
        self.path = path
        self._owner = owner
        self._entries = entries
        self._space = space
        self._root = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)

    def close(self) -> None:
        """Let go of the folder; removing it is the business of whoever made it."""
        if self._root >= 0:
            os.close(self._root)
            self._root = -1

    def check_place(self) -> None:
        """Refuse to go on where somebody has put another folder, or a link, at the path of this one."""
        there, ours = os.lstat(self.path), os.fstat(self._root)
        if (there.st_dev, there.st_ino) != (ours.st_dev, ours.st_ino):
            raise WorkspaceError("the workspace has been replaced by something else")

    def _scan(self, start: str = "") -> dict[str, os.stat_result]:
        return walk(self._root, start, entries=self._entries, space=self._space)

    def read(self, path: str, max_bytes: int) -> bytes:
        """Read a regular file whole, without touching its access time."""
        with _Worded(path):
            handle, status = confined.open_regular(self._root, path)
            try:
                if status.st_size > max_bytes:
                    raise WorkspaceError(f"{path}: {status.st_size} bytes are more than the {max_bytes} that fit")
                parts: list[bytes] = []
                left = max_bytes + 1
                while left and (part := os.read(handle, min(left, 1 << 20))):
                    parts.append(part)
                    left -= len(part)
            finally:
                os.close(handle)
        if not left:
            raise WorkspaceError(f"{path}: grew beyond {max_bytes} bytes while it was read")
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def write(self, path: str, data: bytes, mode: int | None = None, when: datetime | None = None) -> bool:
        """Write a file in place, making the folders on the way; tell whether it is new.

        In place, so that a file bound read-only into a running box stays the same file there. A standing file keeps
        its mode unless one is given.
        """
        if len(data) > self._space:
            raise WorkspaceLimit(f"{path}: {len(data)} bytes are more than a workspace may hold")
        seconds = None if when is None else int(when.timestamp())
        with _Worded(path):
            handle, new = self._open_for_writing(path)
            try:
                status = os.fstat(handle)
                if not stat.S_ISREG(status.st_mode):
                    raise WorkspaceError(f"{path}: not a regular file")
                os.ftruncate(handle, 0)
                standing = 0o644 if new else status.st_mode & 0o777
                self._fill(handle, data)
                os.fchmod(handle, standing if mode is None else mode)
                # the access time stays: a read that nobody has asked about yet must remain visible
                if seconds is not None:
                    set_times(handle, access=None, modification=seconds)
            finally:
                os.close(handle)
        return new

    def _open_for_writing(self, path: str) -> tuple[int, bool]:
        """Open, after making the folders on the way or giving us back the right to write; tell whether it is new."""
        flags = os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY
        try:
            return confined.open_beneath(self._root, path, flags), False
        except FileNotFoundError:
            self.make_folder(path.rpartition("/")[0])
            return confined.open_beneath(self._root, path, CREATE, 0o644), True
        except PermissionError:
            confined.unlock_folders(self._root, path)
        try:
            handle, status = confined.open_regular(self._root, path)
        except FileNotFoundError:
            return confined.open_beneath(self._root, path, CREATE, 0o644), True
        try:
            os.fchmod(handle, stat.S_IMODE(status.st_mode) | 0o200)
            return confined.open_beneath(self._root, path, flags), False
        finally:
            os.close(handle)

    def make_folder(self, folder: str) -> None:
        """Make a folder and those above it."""
        with _Worded(folder):
            here = os.dup(self._root)
            try:
                for name in folder.split("/") if folder else ():
                    self._make_folder(here, name)
                    below = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=here)
                    os.close(here)
                    here = below
            finally:
                os.close(here)

    def list(self, path: str = "", *, recursive: bool = False) -> tuple[Listed, ...]:
        """List files, links and folders; ``recursive`` gives files, links and empty folders below."""
        with _Worded(path):
            os.close(confined.open_folder(self._root, path))
            if recursive:
                return tuple(sorted((_listed(name, status) for name, status in self._scan(path).items()), key=_by_path))
            prefix = path + "/" if path else ""
            lines: list[Listed] = []
            handle = confined.open_folder(self._root, path)
            try:
                for name in os.listdir(handle):
                    try:
                        status = os.stat(name, dir_fd=handle, follow_symlinks=False)
                    except FileNotFoundError:
                        continue
                    lines.append(_listed(prefix + name, status))
                    if len(lines) > self._entries:
                        raise WorkspaceLimit(f"{path or '.'}: more than {self._entries} entries")
            finally:
                os.close(handle)
        return tuple(sorted(lines, key=_by_path))

    def delete(self, path: str) -> None:
        """Delete a file, a link or a whole folder."""
        with _Worded(path), confined.parent_of(self._root, path) as (folder, name):
            status = os.stat(name, dir_fd=folder, follow_symlinks=False)
            if stat.S_ISDIR(status.st_mode):
                remove_tree(name, dir_fd=folder)
            else:
                os.unlink(name, dir_fd=folder)

    def move(self, source: str, target: str) -> None:
        """Rename a file or folder, making the folders on the way; never over something that stands."""
        with _Worded(source), confined.parent_of(self._root, source) as (old, old_name):
            os.stat(old_name, dir_fd=old, follow_symlinks=False)
            if target == source or target.startswith(source + "/"):
                raise WorkspaceError(f"{target}: is the thing to move, or below it")
            with _Worded(target):
                self.make_folder(target.rpartition("/")[0])
                with confined.parent_of(self._root, target) as (new, new_name):
                    try:
                        os.stat(new_name, dir_fd=new, follow_symlinks=False)
                    except FileNotFoundError:
                        os.rename(old_name, new_name, src_dir_fd=old, dst_dir_fd=new)
                        return
        raise WorkspaceError(f"{target}: already exists")

    def _fill(self, handle: int, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(handle, view) :]
        if self._owner is not None:
            os.fchown(handle, self._owner, self._owner)

    def _make_folder(self, parent: int, name: str) -> None:
        try:
            os.mkdir(name, 0o755, dir_fd=parent)
        except FileExistsError:
            return
        if self._owner is not None:
            os.chown(name, self._owner, self._owner, dir_fd=parent, follow_symlinks=False)
        # the umask may have taken rights away; by descriptor, because by name it would follow a link
        handle = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
        os.fchmod(handle, 0o755)
        os.close(handle)


def _by_path(line: Listed) -> str:
    return line.path


def _listed(path: str, status: os.stat_result) -> Listed:
    kind: Kind = "dir" if stat.S_ISDIR(status.st_mode) else "symlink" if stat.S_ISLNK(status.st_mode) else "file"
    return Listed(path, kind, 0 if kind == "dir" else status.st_size)
