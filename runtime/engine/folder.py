"""The folder of a run: run.json, the bundles, the store of all contents, the journals of finished rollouts."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.bundle.folder import load, write
from cowork_dsl.compiler.bundle.store import Store
from cowork_dsl.runtime.record.journal import SUFFIX, Journal, read
from cowork_dsl.runtime.record.trajectory import Trajectory


class RunBusy(Exception):
    """Somebody else is at work on the run."""


class RunFolder:
    """Where everything of a run lies."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.store = Store(path / "store")

    def keep_bundle(self, bundle: Bundle) -> None:
        """Keep a bundle, so that the run can be repeated and read when its source has gone on."""
        write(bundle, self.path / "bundles" / bundle.digest, self.store)

    def bundle(self, digest: str) -> Bundle:
        """A bundle of the run, verified."""
        return load(self.path / "bundles" / digest, self.store)

    def journal(self, slot: str) -> Journal:
        """The journal of one writer; waits for one that has it still."""
        return Journal(self.path / "rollouts" / f"{slot}{SUFFIX}")

    def journals(self) -> list[Path]:
        """The files of all journals, in order."""
        return sorted((self.path / "rollouts").glob(f"*{SUFFIX}"))

    def rollouts(self) -> Iterator[Trajectory]:
        """The finished rollouts, each once."""
        seen: set[str] = set()
        for path in self.journals():
            for trajectory in read(path):
                if trajectory.id not in seen:
                    seen.add(trajectory.id)
                    yield trajectory

    def written_by(self, slot: str) -> list[Trajectory]:
        """The finished rollouts in the journal of a writer that is gone; what it left half-written is cut off."""
        path = self.path / "rollouts" / f"{slot}{SUFFIX}"
        Journal(path).close()
        return list(read(path))

    def settle(self) -> None:
        """Wait for the writers of a driver that is gone, and cut off what they left half-written."""
        for path in self.journals():
            Journal(path).close()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else drives this run meanwhile.

        Raises:
            RunBusy: Somebody does.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        handle = os.open(self.path / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise RunBusy(f"another `cowork run` is at work in {self.path}") from None
            yield
        finally:
            os.close(handle)
