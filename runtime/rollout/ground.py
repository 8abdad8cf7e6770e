"""What a rollout stands on: workspace, services, truth replica, values, clock, and the log of what changes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.bundle.models import Permit
from cowork_dsl.compiler.values.admit import evaluate
from cowork_dsl.runtime.changes.world import MemoryWorld
from cowork_dsl.runtime.harness.agent import OutOfBounds
from cowork_dsl.runtime.record.log import Log, clean
from cowork_dsl.runtime.record.trajectory import FileChange, WorkspaceChange
from cowork_dsl.runtime.record.worlds import StoredFiles, save_world, tree_files
from cowork_dsl.runtime.rollout.clock import UniverseClock
from cowork_dsl.runtime.rollout.live import LiveWorld
from cowork_dsl.runtime.rollout.permissions import permissions_of
from cowork_dsl.runtime.sandbox.api import Sandbox
from cowork_dsl.runtime.services.services import Services
from cowork_dsl.runtime.verdict.evidence import World
from cowork_dsl.runtime.verdict.library import PLAIN_LIBRARY
from cowork_dsl.runtime.verdict.names import schema_of
from cowork_dsl.runtime.workspace.confined import WorkspaceLimit
from cowork_dsl.runtime.workspace.tree import Blobs, FileEntry, Tree, diff


def start_tree(bundle: Bundle) -> Tree:
    """The workspace at the start."""
    return Tree(
        {
            path: FileEntry(entry.blob, entry.size, entry.mode, entry.kind)
            for path, entry in bundle.snapshot.entries.items()
        }
    )


class Ground:
    """The state of one rollout's world.

    Attributes:
        bundle: The environment.
        blobs: Where contents go.
        clock: In-universe time.
        log: The record so far.
        services: The services.
        sandbox: The workspace.
        live: The world as users change it.
        truth: The start plus what users really changed.
        schema: The declared forms and tables.
        permits: What users gave and took of the agent's rights, in order.
        tree: The workspace as it was last looked at.
    """

    def __init__(self, bundle: Bundle, sandbox: Sandbox, blobs: Blobs) -> None:
        self.bundle = bundle
        self.blobs = blobs
        self.sandbox = sandbox
        self.clock = UniverseClock(bundle.tools.clock)
        self.log = Log(lambda: self.clock.text)
        self.services = Services(bundle.services, lambda: self.clock.now, bundle.forms)
        self.live = LiveWorld(sandbox, self.services.store, lambda: self.clock.now)
        self.schema = schema_of(bundle)
        self.permits: list[Permit] = []
        self.values: dict[str, Any] = {
            name: evaluate(code, PLAIN_LIBRARY) for name, code in bundle.policy.values.items()
        }
        sandbox.materialise(start_tree(bundle), blobs, self.clock.now)
        self.tree = sandbox.snapshot(blobs)
        self._start_files = tree_files(self.tree, blobs)
        self._files: tuple[Tree, StoredFiles] | None = None
        self.before = World(self._start_files, self.services.store.state(), dict(self.values))
        self.truth = MemoryWorld(self.before)
        self._held: dict[str, tuple[bytes, str]] = {}

    def world(self) -> World:
        """Everything as it is now."""
        if self._files is None or self._files[0] is not self.tree:
            self._files = (self.tree, tree_files(self.tree, self.blobs))
        return World(self._files[1], self.services.store.state(), dict(self.values))

    def truth_world(self) -> World:
        """The truth replica as it is now."""
        digests = dict(self._start_files.digests)
        for path, data in self.truth.files.items():
            if data is None:
                digests.pop(path, None)
            else:
                digests[path] = self._digest(path, data)
        tables, values = self.truth.merged()
        return World(StoredFiles(digests, self.blobs), tables, values)

    def _digest(self, path: str, data: bytes) -> str:
        """The digest of a file of the truth replica; held once, however often one looks."""
        held = self._held.get(path)
        if held is None or held[0] is not data:
            held = self._held[path] = (data, self.blobs.put(data))
        return held[1]

    def keep(self) -> tuple[str, str]:
        """Hold the world and the truth replica as they are now; gives their digests."""
        return save_world(self.world(), self.blobs), save_world(self.truth_world(), self.blobs)

    def set_value(self, name: str, value: Any) -> None:
        """A value in force changes, in truth as in the world."""
        self.values[name] = value
        self.truth.values[name] = value

    def permit(self, permit: Permit) -> None:
        """A user gives or takes a right; programs are bound by it, too."""
        self.permits.append(permit)
        now = permissions_of(self.bundle.tools, self.permits)
        if permit.subject in ("read", "write"):
            standing = [path for path, entry in self.tree.items() if entry.kind == "file"]
            self.sandbox.permit(
                tuple(path for path in standing if not now.may_write(path)),
                tuple(path for path in standing if not now.may_read(path)),
            )

    def note_changes(
        self, by: str, tables: Iterable[str] = (), *, lost: bool = False, found: Tree | None = None
    ) -> None:
        """Look at the workspace and log what changed since the last look.

        Args:
            by: ``agent`` or a user's name.
            tables: Service tables that changed.
            lost: The change of a user found nothing left to change.
            found: The workspace as it is, where somebody has just looked.

        Raises:
            OutOfBounds: The workspace holds more than it may.
        """
        before = self.tree
        try:
            self.tree = found if found is not None else self.sandbox.snapshot(self.blobs)
        except WorkspaceLimit:
            raise OutOfBounds("limit_space") from None
        changes = diff(before, self.tree)
        named = tuple(tables)
        if changes or named or lost:
            files = tuple(
                FileChange(path=clean(path), before=_blob(before, path), after=_blob(self.tree, path))
                for path in changes.paths
            )
            body = WorkspaceChange(by=by, files=files, tables=named, lost=lost)
            self.log.add("workspace", "private", body)


def _blob(tree: Mapping[str, FileEntry], path: str) -> str | None:
    entry = tree.get(path)
    return None if entry is None else entry.blob
