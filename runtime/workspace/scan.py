"""Walking a workspace by stat: what is there, without opening a single file."""

from __future__ import annotations

import os
import stat

from cowork_dsl.runtime.workspace.confined import MAX_DEPTH, WorkspaceLimit, open_folder
from cowork_dsl.runtime.workspace.droppings import is_dropping

Key = tuple[int, int, int, int, int]
INODE = 3
"""The place of the inode in a key."""


def key_of(status: os.stat_result) -> Key:
    """What moves when content or mode does; the change time can't be set back by the agent."""
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_mode)


def walk(root: int, start: str, *, entries: int, space: int) -> dict[str, os.stat_result]:
    """Stat every regular file, symbolic link and empty folder below ``start``.

    FIFOs, sockets and devices carry no content and are left out, and so are the droppings of tools. Folders that
    vanish on the way are no error.

    Raises:
        WorkspaceLimit: there are more than ``entries`` of them, more than ``space`` bytes, or too many levels.
    """
    found: dict[str, os.stat_result] = {}
    pending = [start]
    seen = total = 0
    while pending:
        folder = pending.pop()
        try:
            handle = open_folder(root, folder)
        except (FileNotFoundError, NotADirectoryError):
            continue
        prefix = folder + "/" if folder else ""
        if prefix.count("/") > MAX_DEPTH:
            os.close(handle)
            raise WorkspaceLimit(f"the workspace is deeper than {MAX_DEPTH} folders")
        try:
            empty = True
            with os.scandir(handle) as listing:
                for entry in listing:
                    if is_dropping(entry.name):
                        continue
                    empty = False
                    seen += 1
                    if seen > entries:
                        raise WorkspaceLimit(f"the workspace holds more than {entries} entries")
                    path = prefix + entry.name
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(path)
                        continue
                    try:
                        status = entry.stat(follow_symlinks=False)
                    except FileNotFoundError:
                        continue
                    if stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode):
                        found[path] = status
                        total += status.st_size
            if empty and folder != start:
                found[folder] = os.fstat(handle)
        finally:
            os.close(handle)
    if total > space:
        raise WorkspaceLimit(f"the workspace holds more than {space >> 20} MiB")
    return found
