"""The one interface of all sandboxes: files, commands, manifests and reads of a rollout's workspace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from cowork_dsl.runtime.workspace.files import Listed
from cowork_dsl.runtime.workspace.folder import Look
from cowork_dsl.runtime.workspace.reads import Mark
from cowork_dsl.runtime.workspace.tree import Blobs, Changes, Tree

PYTHON = "/usr/bin/python3"
TIMED_OUT = 124
KILLED = 137


class SandboxError(Exception):
    """Something about a sandbox went wrong; ``mend`` says what to do about it."""

    def __init__(self, message: str, mend: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.mend = mend


class SandboxUnavailable(SandboxError):
    """This machine can't give the sandbox that was asked for."""


class SandboxFailed(SandboxError):
    """A sandbox broke down under a rollout: an infrastructure failure, never the agent's loss."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one sandbox may use; bytes, counts and seconds."""

    memory: int = 2 << 30
    address_space: int = 8 << 30
    processes: int = 128
    file_size: int = 256 << 20
    space: int = 512 << 20
    entries: int = 100_000
    open_files: int = 1024
    cpu_seconds: int = 600


@dataclass(frozen=True, slots=True)
class Setup:
    """What a sandbox is made with.

    ``readonly`` are globs over the workspace that no command in the box may change, ``writable`` those that it may
    (``None``: all); ``hidden`` those that appear empty to it, and with ``shown`` all others do. They are enforced by
    binds at the granularity of folders and standing files (see ``mounts``).
    ``binds`` are further folders or files of the host, by the path below /opt, /srv or /mnt at which the box shows
    them, read-only.
    """

    limits: Limits = field(default_factory=Limits)
    readonly: tuple[str, ...] = ()
    writable: tuple[str, ...] | None = None
    hidden: tuple[str, ...] = ()
    shown: tuple[str, ...] | None = None
    binds: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExecResult:
    """How a command ended; ``output`` is stdout and stderr together, cut at the bound.

    ``exit`` is 124 after a time-out, 137 after the sandbox had to kill for a limit (``killed`` says which).
    """

    exit: int
    output: bytes
    truncated: bool
    timed_out: bool
    seconds: float
    killed: str = ""


class Sandbox(Protocol):
    """One rollout's workspace and, beside it, the place where its commands run."""

    @property
    def kind(self) -> str:
        """The backend's name: ``bwrap`` or ``none``."""
        ...

    @property
    def tracks_reads(self) -> bool:
        """Whether access times work where the workspace lies."""
        ...

    def materialise(self, tree: Tree, blobs: Blobs, when: datetime | None = None) -> None:
        """Make the workspace hold exactly the tree, with ``when`` as the files' time."""
        ...

    def exec(
        self,
        command: str | Sequence[str],
        *,
        cwd: str = "",
        stdin: bytes | None = None,
        timeout: float = 60.0,
        max_output: int = 1 << 20,
        env: Mapping[str, str] | None = None,
        fake_time: datetime | None = None,
    ) -> ExecResult:
        """Run a shell command, or a program with its arguments, in the workspace."""
        ...

    def read(self, path: str, max_bytes: int = 64 << 20) -> bytes:
        """Read a file, unseen by ``reads_since``."""
        ...

    def write(self, path: str, data: bytes, mode: int | None = None, when: datetime | None = None) -> bool:
        """Write a file in place, with the folders on the way; tell whether it is new."""
        ...

    def list(self, path: str = "", *, recursive: bool = False) -> tuple[Listed, ...]:
        """List a folder."""
        ...

    def delete(self, path: str) -> None:
        """Delete a file or a whole folder."""
        ...

    def move(self, source: str, target: str) -> None:
        """Rename; never over something that stands."""
        ...

    def snapshot(self, blobs: Blobs) -> Tree:
        """Give the manifest, with contents that are new put into ``blobs``."""
        ...

    def look(self, blobs: Blobs, since: Mark | None = None) -> Look:
        """``snapshot``, ``reads_since`` and ``mark`` in one walk."""
        ...

    def diff(self, since: Tree) -> Changes:
        """Compare with an earlier manifest."""
        ...

    def mark(self) -> Mark:
        """Begin to watch for reads."""
        ...

    def reads_since(self, mark: Mark) -> tuple[str, ...]:
        """Which files of ``mark`` any program has read since."""
        ...

    def stamp(self, changes: Changes, when: datetime) -> None:
        """Give what a call changed the in-universe time."""
        ...

    def permit(self, readonly: tuple[str, ...], hidden: tuple[str, ...]) -> None:
        """From now on commands can't change these files, nor see those; every process ends, as in ``stop``."""
        ...

    def stop(self) -> None:
        """End every process of the sandbox and keep its files; the next command starts afresh."""
        ...

    def destroy(self) -> None:
        """End every process and remove every file; a second time does nothing."""
        ...
