"""No sandbox at all: a plain folder, and commands as ourselves. For trusted scripts only, and it says so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime

from cowork_dsl.runtime.sandbox.api import KILLED, TIMED_OUT, ExecResult, SandboxUnavailable, Setup
from cowork_dsl.runtime.sandbox.arguments import BOX_ENVIRONMENT
from cowork_dsl.runtime.sandbox.clock import clock_environment, forget_clocks
from cowork_dsl.runtime.sandbox.command import environment, shell_text, working_folder
from cowork_dsl.runtime.sandbox.workspace import FolderSandbox

_LOOK_EVERY = 0.01
_DYING = 0.05


class PlainSandbox(FolderSandbox):
    """The same interface without any isolation; running anything needs ``trust``."""

    kind = "none"

    def __init__(self, setup: Setup | None = None, *, trust: bool = False) -> None:
        self._trust = trust
        self._groups: list[int] = []
        self._began = time.time() - 1
        self._clocked = False
        super().__init__(setup or Setup(), None)
        if trust:
            print(
                "cowork: --sandbox none: commands run on this machine as you, with your files and your network",
                file=sys.stderr,
            )

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
        """Run a command on the host.

        Raises:
            SandboxUnavailable: nobody said that what runs here is trusted.
        """
        text, folder = shell_text(command), working_folder(cwd)
        if not self._trust:
            raise SandboxUnavailable(
                "--sandbox none runs nothing, because it would run on this machine without any isolation",
                "use --sandbox bwrap, or give --trust if every command is your own",
            )
        self._furnish()
        places = self.places
        variables = {**BOX_ENVIRONMENT, "HOME": places.home, "TMPDIR": places.tmp}
        variables |= {**clock_environment(fake_time), **environment(env)}
        started = time.monotonic()
        # output goes to a file, so that programs left behind can't keep the call open
        with tempfile.TemporaryFile(dir=places.top) as output, tempfile.TemporaryFile(dir=places.top) as source:
            source.write(stdin or b"")
            source.seek(0)
            process = subprocess.Popen(
                ["/bin/sh", "-c", text],
                cwd=os.path.join(places.workspace, folder),
                env=variables,
                stdin=source,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self._groups.append(process.pid)
            killed = self._wait(process, started + timeout, output.fileno())
            size = os.fstat(output.fileno()).st_size
            output.seek(0)
            data = output.read(max_output)
        if fake_time is not None:
            self._clocked = True
            forget_clocks(self._began)
        timed_out = killed == "time"
        status = process.returncode if process.returncode >= 0 else 128 - process.returncode
        return ExecResult(
            exit=TIMED_OUT if timed_out else KILLED if killed else status,
            output=data,
            truncated=size > max_output,
            timed_out=timed_out,
            seconds=time.monotonic() - started,
            killed="" if timed_out else killed,
        )

    def _wait(self, process: subprocess.Popen[bytes], deadline: float, output: int) -> str:
        """Wait for the end; give why the group was killed, if it was."""
        limit = self._setup.limits.file_size
        while True:
            reason = ""
            try:
                process.wait(min(_LOOK_EVERY, max(0.0, deadline - time.monotonic())))
                return ""
            except subprocess.TimeoutExpired:
                if os.fstat(output).st_size > limit:
                    reason = f"the output took more than {limit >> 20} MiB"
                elif time.monotonic() >= deadline:
                    reason = "time"
            if reason:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return reason

    def stop(self) -> None:
        """End the process groups that commands have left behind."""
        for group in self._groups:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
        if self._clocked and self._groups:
            time.sleep(_DYING)  # a process that was killed a moment ago still seems to live
            forget_clocks(self._began)
        self._groups.clear()
