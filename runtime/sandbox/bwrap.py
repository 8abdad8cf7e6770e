"""The default sandbox: bubblewrap, one box a rollout, started by its first command."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from cowork_dsl.runtime.sandbox.api import ExecResult, SandboxUnavailable, Setup
from cowork_dsl.runtime.sandbox.arguments import box_arguments
from cowork_dsl.runtime.sandbox.box import Box
from cowork_dsl.runtime.sandbox.clock import clock_environment
from cowork_dsl.runtime.sandbox.command import environment, shell_text, working_folder
from cowork_dsl.runtime.sandbox.home import box_user, make_mount_point, shared_etc, shared_filter
from cowork_dsl.runtime.sandbox.mounts import OPEN, plan
from cowork_dsl.runtime.sandbox.watch import excess
from cowork_dsl.runtime.sandbox.workspace import FolderSandbox

MEND = "apt-get install bubblewrap (or dnf install bubblewrap)"


def find_bwrap() -> str:
    """Where bubblewrap lies.

    Raises:
        SandboxUnavailable: it is not installed.
    """
    path = shutil.which("bwrap", path="/usr/bin:/usr/local/bin:/bin")
    if path is None:
        raise SandboxUnavailable("bubblewrap is not installed", MEND)
    return path


class BwrapSandbox(FolderSandbox):
    """A workspace in memory, and namespaces of its own for the commands: no network, no host files, no rights.

    Programs that a command leaves behind live on until ``stop`` or ``destroy``, or until a call outlives its time or a
    bound: that ends all of the box, and the next command starts a new one. Files, ``/tmp`` and the home stay.
    """

    kind = "bwrap"

    def __init__(self, setup: Setup | None = None) -> None:
        self._bwrap = find_bwrap()
        self._user = box_user()
        self._box: Box | None = None
        super().__init__(setup or Setup(), self._user)

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
        """Run a shell command, or a program with its arguments, in the box."""
        text, folder = shell_text(command), working_folder(cwd)
        variables = {**clock_environment(fake_time), **environment(env)}
        self._moved()
        if self._box is None or not self._box.alive:
            self._box = self._start()
        return self._box.call(text, cwd=folder, stdin=stdin, timeout=timeout, max_output=max_output, env=variables)

    def _start(self) -> Box:
        # with nothing running, what is looked at here can't change before it is bound
        self.stop()
        self._furnish()
        places, setup = self.places, self._setup
        self._folder.check_place()
        bounds = OPEN
        if setup.readonly or setup.hidden or setup.writable is not None or setup.shown is not None:
            standing = [line.path for line in self.list(recursive=True) if line.kind == "file"]
            bounds = plan(standing, setup)
            for folder in bounds.opened:
                self._folder.make_folder(folder)
        for inside, outside in setup.binds.items():
            make_mount_point(places.root, inside, os.path.isdir(outside))
        arguments = box_arguments(self._bwrap, places, shared_etc(), bounds, setup.binds, setup.limits)
        watcher = partial(excess, folder=places.root, limits=setup.limits)
        return Box(arguments, places.control, self._user, watcher, shared_filter())

    def _programs(self) -> bool:
        return self._box is not None and not self._box.idle

    def stop(self) -> None:
        """End every process of the box and keep its files; the next command starts a new one."""
        if self._box is not None:
            self._box.kill()
            self._box = None
