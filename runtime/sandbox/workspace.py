"""What all sandboxes whose workspace is a folder of the host have in common."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from cowork_dsl.runtime.sandbox.api import SandboxFailed, Setup
from cowork_dsl.runtime.sandbox.home import Places, furnish, make_places
from cowork_dsl.runtime.workspace.confined import WorkspaceError, clean_path
from cowork_dsl.runtime.workspace.files import Listed
from cowork_dsl.runtime.workspace.folder import Folder, Look
from cowork_dsl.runtime.workspace.reads import Mark
from cowork_dsl.runtime.workspace.removal import remove_tree
from cowork_dsl.runtime.workspace.tree import Blobs, Changes, Tree


class FolderSandbox:
    """The file half of the interface. Paths are checked here, once, for every caller."""

    def __init__(self, setup: Setup, owner: int | None) -> None:
        self._setup = setup
        self._owner = owner
        self._furnished = False
        self._places: Places | None = make_places(owner)
        self._folder = Folder(
            self._places.workspace, owner=owner, entries=setup.limits.entries, space=setup.limits.space
        )
        self.tracks_reads = self._folder.tracks_reads
        self._still: Tree | None = None
        self._written: dict[str, bytes] = {}
        self._marked = False

    @property
    def places(self) -> Places:
        """The folders on the host, while the sandbox stands."""
        if self._places is None:
            raise SandboxFailed("the sandbox has been destroyed")
        return self._places

    def _furnish(self) -> None:
        """Make what programs need, before the first of them; a rollout without any does without."""
        if not self._furnished:
            furnish(self.places, self._owner)
            self._furnished = True

    def materialise(self, tree: Tree, blobs: Blobs, when: datetime | None = None) -> None:
        """Make the workspace hold exactly the tree, with ``when`` as the files' time."""
        self._moved()
        quiet = not self._programs()
        if self._folder.materialise(tree, blobs, when) and quiet:
            self._still, self._marked = tree, True

    def read(self, path: str, max_bytes: int = 64 << 20) -> bytes:
        """Read a file, unseen by ``reads_since``."""
        return self._folder.read(clean_path(path), max_bytes)

    def write(self, path: str, data: bytes, mode: int | None = None, when: datetime | None = None) -> bool:
        """Write a file in place, with the folders on the way; tell whether it is new."""
        cleaned = clean_path(path)
        try:
            new = self._folder.write(cleaned, data, mode, when)
        except WorkspaceError:
            self._moved()  # folders on the way may have been made
            raise
        self._written[cleaned] = data
        return new

    def list(self, path: str = "", *, recursive: bool = False) -> tuple[Listed, ...]:
        """List a folder."""
        folder = clean_path(path, root=True)
        if recursive and not folder and self._still is not None and not self._written:
            return tuple(Listed(name, entry.kind, entry.size) for name, entry in self._still.items())
        return self._folder.list(folder, recursive=recursive)

    def delete(self, path: str) -> None:
        """Delete a file or a whole folder."""
        self._moved()
        self._folder.delete(clean_path(path))

    def move(self, source: str, target: str) -> None:
        """Rename; never over something that stands."""
        self._moved()
        self._folder.move(clean_path(source), clean_path(target))

    def snapshot(self, blobs: Blobs) -> Tree:
        """Give the manifest, with contents that are new put into ``blobs``."""
        if self._still is None:
            quiet = not self._programs()
            return self._seen(self._folder.snapshot(blobs), quiet)
        if self._written:
            self._still = self._folder.renew(self._still, self._written, blobs)
            self._written.clear()
        return self._still

    def _moved(self) -> None:
        """What was last looked at no longer holds."""
        self._still, self._marked = None, False
        self._written.clear()

    def _seen(self, found: Tree, quiet: bool) -> Tree:
        """Keep a manifest that holds until the next command, because nothing ran when it was begun."""
        self._still = found if quiet else None
        self._written.clear()
        return found

    def _programs(self) -> bool:
        """Whether programs may be at work in the workspace."""
        return True

    def look(self, blobs: Blobs, since: Mark | None = None) -> Look:
        """``snapshot``, ``reads_since`` and ``mark`` in one walk."""
        if self._still is not None and self._marked and since is None:
            return Look(self.snapshot(blobs), (), self._folder.mark_standing())
        quiet = not self._programs()
        found = self._folder.look(blobs, since)
        self._seen(found.tree, quiet)
        self._marked = quiet
        return found

    def diff(self, since: Tree) -> Changes:
        """Compare with an earlier manifest."""
        return self._folder.diff(since)

    def mark(self) -> Mark:
        """Begin to watch for reads."""
        return self._folder.mark()

    def reads_since(self, mark: Mark) -> tuple[str, ...]:
        """Which files of ``mark`` any program has read since."""
        return self._folder.reads_since(mark)

    def stamp(self, changes: Changes, when: datetime) -> None:
        """Give what a call changed the in-universe time."""
        self._folder.stamp(changes, when)

    def permit(self, readonly: tuple[str, ...], hidden: tuple[str, ...]) -> None:
        """From now on commands can't change these files, nor see those; every process ends, as in ``stop``."""
        self.stop()
        self._setup = replace(self._setup, readonly=readonly, writable=None, hidden=hidden, shown=None)

    def stop(self) -> None:
        """End every process of the sandbox and keep its files; the next command starts afresh."""

    def destroy(self) -> None:
        """End every process and remove every file; a second time does nothing."""
        if self._places is not None:
            self.stop()
            top, self._places = self._places.top, None
            self._folder.close()
            remove_tree(top)
