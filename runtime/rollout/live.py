"""The live world of a rollout, as changes by users are carried out on it: the workspace and the services."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from cowork_dsl.runtime.changes.editable import Unfit
from cowork_dsl.runtime.sandbox.api import Sandbox
from cowork_dsl.runtime.services.store import ServiceStore
from cowork_dsl.runtime.verdict.evidence import Rows
from cowork_dsl.runtime.workspace.confined import WorkspaceError


class LiveWorld:
    """Files through the sandbox, at in-universe time; rows through the services' store."""

    def __init__(self, sandbox: Sandbox, store: ServiceStore, now: Callable[[], datetime]) -> None:
        self._sandbox = sandbox
        self._store = store
        self._now = now

    def read(self, path: str) -> bytes | None:
        """The bytes of a regular file."""
        try:
            return self._sandbox.read(path)
        except WorkspaceError:
            return None

    def write(self, path: str, data: bytes, mode: int | None = None) -> None:
        """Create or replace a file.

        Raises:
            Unfit: The agent has made that impossible, by a file where a folder must be, say.
        """
        try:
            self._sandbox.write(path, data, mode, self._now())
        except WorkspaceError as problem:
            raise Unfit(str(problem)) from None

    def make_folder(self, path: str) -> None:
        """Make sure that a folder is there."""
        if self.read(path) is not None:
            raise Unfit(f"{path}: is a file")
        if path not in self._lines():
            # the sandbox knows folders by their files, so one comes and goes
            inside = f"{path}/.folder"
            self.write(inside, b"")
            self.remove(inside)

    def remove(self, path: str) -> None:
        """Remove a file or a folder, where there is one."""
        try:
            self._sandbox.delete(path)
        except WorkspaceError:
            return

    def paths(self) -> Iterable[str]:
        """The paths of the regular files."""
        return sorted(path for path, kind in self._lines().items() if kind == "file")

    def _lines(self) -> dict[str, str]:
        try:
            return {line.path: line.kind for line in self._sandbox.list(recursive=True)}
        except WorkspaceError as problem:
            raise Unfit(str(problem)) from None

    def rows(self, table: str) -> Rows | None:
        """The rows of a service's table."""
        return self._store.rows(table) if table in self._store else None

    def set_rows(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replace the rows of a service's table."""
        self._store.set_rows(table, rows)
