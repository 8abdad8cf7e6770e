"""The workspace of one rollout as a folder of the host: whole manifests, marks and times."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from cowork_dsl.runtime.workspace import confined
from cowork_dsl.runtime.workspace.confined import MAX_DEPTH, WorkspaceError
from cowork_dsl.runtime.workspace.droppings import is_dropping
from cowork_dsl.runtime.workspace.files import CREATE, Files, set_times
from cowork_dsl.runtime.workspace.reads import Mark, ReadLog
from cowork_dsl.runtime.workspace.scan import INODE, Key, key_of
from cowork_dsl.runtime.workspace.tree import Blobs, Changes, FileEntry, Kind, Tree, diff

DAWN = datetime(2026, 1, 1, tzinfo=UTC)
"""The time of files where no clock is given: the same in every run."""


@dataclass(frozen=True, slots=True)
class Look:
    """A workspace at one moment: its manifest, what was read since an earlier mark, and a new mark."""

    tree: Tree
    reads: tuple[str, ...]
    mark: Mark


class Folder(Files):
    """A workspace that knows its manifest.

    Every file that is materialised has the epoch as its access time, so that the first read by any program shows,
    also under ``relatime``.
    """

    def __init__(self, path: str, *, owner: int | None = None, entries: int = 100_000, space: int = 512 << 20) -> None:
        super().__init__(path, owner=owner, entries=entries, space=space)
        self._known: dict[str, tuple[Key, FileEntry]] = {}
        self._tree_now: Tree | None = None
        self._stored: set[str] = set()
        self._renewed: set[str] = set()
        self._log = ReadLog()
        self.tracks_reads = not os.fstatvfs(self._root).f_flag & os.ST_NOATIME

    def materialise(self, tree: Tree, blobs: Blobs, when: datetime | None = None) -> bool:
        """Make the folder hold exactly ``tree``; what stands already is left alone.

        Returns:
            Whether a look would surely find ``tree`` itself, all of it unread, if nobody has touched it since.
        """
        fresh = not self._known and not os.listdir(self._root)
        moved = diff(Tree() if fresh else self._tree(None), tree)
        seconds = int((when or DAWN).timestamp())
        for path in moved.removed:
            self.delete(path)
            self._prune(path.rpartition("/")[0])
        handles: dict[str, int] = {"": os.dup(self._root)}
        try:
            for path in (*moved.changed, *moved.added):
                self._place(path, tree[path], blobs, seconds, handles, fresh=path not in moved.changed)
            for folder in filter(None, handles):
                above, _, name = folder.rpartition("/")
                os.utime(name, (seconds, seconds), dir_fd=handles[above], follow_symlinks=False)
            os.utime(self._root, (seconds, seconds))
        finally:
            self._tree_now = None
            for handle in handles.values():
                os.close(handle)
        if not fresh or len(self._known) != len(tree) or not self._within_bounds(tree, len(handles)):
            return False
        self._tree_now = tree
        return True

    def _within_bounds(self, tree: Tree, folders: int) -> bool:
        """Whether a walk over these files would neither leave one out nor end at a bound."""
        return (
            len(tree) + folders <= self._entries
            and sum(entry.size for entry in tree.values()) <= self._space
            and not any(path.count("/") >= MAX_DEPTH or any(map(is_dropping, path.split("/"))) for path in tree)
        )

    def _prune(self, folder: str) -> None:
        """Remove folders that the last deletion has left empty."""
        while folder:
            try:
                with confined.parent_of(self._root, folder) as (above, name):
                    os.rmdir(name, dir_fd=above)
            except OSError:
                return
            folder = folder.rpartition("/")[0]

    def _place(
        self, path: str, entry: FileEntry, blobs: Blobs, seconds: int, handles: dict[str, int], *, fresh: bool
    ) -> None:
        if entry.kind == "dir":
            self._folder_handle(path, handles)
            return
        if not fresh:
            self.delete(path)
        folder, _, name = path.rpartition("/")
        inside = self._folder_handle(folder, handles)
        data = blobs.get(entry.blob)
        if entry.kind == "symlink":
            os.symlink(data, os.fsencode(name), dir_fd=inside)
            if self._owner is not None:
                os.chown(name, self._owner, self._owner, dir_fd=inside, follow_symlinks=False)
            return
        handle = os.open(name, CREATE | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, entry.mode, dir_fd=inside)
        try:
            self._fill(handle, data)
            os.utime(handle, (0, seconds))
            status = os.fstat(handle)
            if stat.S_IMODE(status.st_mode) != entry.mode:  # the umask has taken rights away
                os.fchmod(handle, entry.mode)
                status = os.fstat(handle)
            self._known[path] = (key_of(status), entry)
            self._stored.add(entry.blob)
        finally:
            os.close(handle)

    def _folder_handle(self, folder: str, handles: dict[str, int]) -> int:
        handle = handles.get(folder)
        if handle is None:
            above, _, name = folder.rpartition("/")
            parent = self._folder_handle(above, handles)
            self._make_folder(parent, name)
            handle = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
            handles[folder] = handle
        return handle

    def snapshot(self, blobs: Blobs) -> Tree:
        """Give the manifest; contents go into ``blobs``, except those that stand as they were materialised.

        Raises:
            WorkspaceLimit: the agent has made more entries or bytes than the bounds allow.
        """
        return self._tree(blobs)

    def renew(self, before: Tree, written: Mapping[str, bytes], blobs: Blobs) -> Tree:
        """``snapshot`` where nothing can have changed since ``before`` but these files, which the host wrote."""
        entries: dict[str, FileEntry] = {}
        self._renewed.update(written)
        for path, data in written.items():
            if any(map(is_dropping, path.split("/"))):
                return self.snapshot(blobs)  # its folders may be new, though it is not told itself
            with confined.parent_of(self._root, path) as (folder, name):
                status = os.stat(name, dir_fd=folder, follow_symlinks=False)
            if status.st_nlink > 1:
                return self.snapshot(blobs)  # other paths have changed with it
            digest = blobs.put(data)
            self._stored.add(digest)
            entries[path] = FileEntry(digest, len(data), _mode(status))
            self._known[path] = (key_of(status), entries[path])
        found = before.over(entries)
        if len(found) > self._entries or sum(entry.size for entry in found.values()) > self._space:
            return self.snapshot(blobs)
        self._tree_now = found
        return found

    def look(self, blobs: Blobs, since: Mark | None = None) -> Look:
        """``snapshot``, ``reads_since`` and ``mark`` in one walk."""
        found = self._scan()
        tree = self._tree(blobs, found)
        reads = () if since is None else self._log.since(since, found)
        mark = self._log.mark(found, self._set_unread)
        self._renewed.clear()
        return Look(tree, reads, mark)

    def mark_standing(self) -> Mark:
        """``mark`` without a walk, where the last look still holds, but for files that ``renew`` was told of."""
        for path in self._renewed:
            self._set_unread(path)
        self._renewed.clear()
        return self._log.again({key[INODE]: path for path, (key, entry) in self._known.items() if entry.kind == "file"})

    def diff(self, since: Tree) -> Changes:
        """Compare with an earlier manifest; only what moved since the last look is read."""
        return diff(since, self._tree(None))

    def _tree(self, blobs: Blobs | None, found: dict[str, os.stat_result] | None = None) -> Tree:
        known: dict[str, tuple[Key, FileEntry]] = {}
        moved = False
        for path, status in (self._scan() if found is None else found).items():
            key = key_of(status)
            before = self._known.get(path)
            if before is not None and before[0] == key and (blobs is None or before[1].blob in self._stored):
                known[path] = before
                continue
            moved = True
            try:
                entry = self._entry(path, status, blobs)
            except (FileNotFoundError, WorkspaceError):
                # gone or replaced between the look and the read: the next look sees what came of it
                continue
            known[path] = (key, entry)
        if moved or self._tree_now is None or len(known) != len(self._tree_now):
            self._tree_now = Tree({path: entry for path, (_, entry) in known.items()})
        self._known = known
        return self._tree_now

    def _entry(self, path: str, status: os.stat_result, blobs: Blobs | None) -> FileEntry:
        if stat.S_ISDIR(status.st_mode):
            return FileEntry("", 0, 0o755, "dir")
        kind: Kind = "file"
        if stat.S_ISLNK(status.st_mode):
            with confined.parent_of(self._root, path) as (folder, name):
                data = os.fsencode(os.readlink(name, dir_fd=folder))
            mode, kind = 0o777, "symlink"
        else:
            data = self.read(path, self._space)
            mode = _mode(status)
        digest = hashlib.sha256(data).hexdigest() if blobs is None else blobs.put(data)
        if blobs is not None:
            self._stored.add(digest)
        return FileEntry(digest, len(data), mode, kind)

    def mark(self) -> Mark:
        """Begin to watch for reads: those up to here are put on record, and every file is unread again."""
        mark = self._log.mark(self._scan(), self._set_unread)
        self._renewed.clear()
        return mark

    def reads_since(self, mark: Mark) -> tuple[str, ...]:
        """The files of ``mark`` that some program has opened and read since then, by access time.

        A file that a program moved is found by its inode; one that it read and then deleted or replaced is not.
        """
        return self._log.since(mark, self._scan())

    def stamp(self, changes: Changes, when: datetime) -> None:
        """Give what a call added or changed, and the folders that it touched, the in-universe time."""
        seconds = int(when.timestamp())
        for path in (*changes.added, *changes.changed):
            self._set_times(path, access=None, modification=seconds)
        for folder in {path.rpartition("/")[0] for path in changes.paths}:
            try:
                handle = confined.open_folder(self._root, folder)
            except OSError:
                continue
            set_times(handle, access=None, modification=seconds)
            os.close(handle)

    def _set_unread(self, path: str) -> None:
        self._set_times(path, access=0, modification=None)

    def _set_times(self, path: str, *, access: int | None, modification: int | None) -> None:
        """Set times; the manifest's memory of the file follows, unless somebody changed the file meanwhile."""
        try:
            handle, before = confined.open_regular(self._root, path)
        except (OSError, WorkspaceError):
            return
        try:
            set_times(handle, access=access, modification=modification)
            known = self._known.get(path)
            after = os.fstat(handle)
            still = after.st_size == before.st_size and (
                modification is not None or after.st_mtime_ns == before.st_mtime_ns
            )
            if known is not None and known[0] == key_of(before) and still:
                self._known[path] = (key_of(after), known[1])
        finally:
            os.close(handle)


def _mode(status: os.stat_result) -> int:
    """The mode that a manifest knows: whether a file may be run."""
    return 0o755 if status.st_mode & 0o100 else 0o644
