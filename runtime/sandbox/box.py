"""One running box: a shell inside, process 1 of its own world, that forks for each call."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from shlex import quote

from cowork_dsl.runtime.sandbox.api import KILLED, TIMED_OUT, ExecResult, SandboxFailed, SandboxUnavailable
from cowork_dsl.runtime.sandbox.arguments import BOX_ENVIRONMENT, CONTROL
from cowork_dsl.runtime.sandbox.spawn import Order, start
from cowork_dsl.runtime.sandbox.watch import childless, children
from cowork_dsl.runtime.workspace.confined import WORKSPACE

_CHUNK = 1 << 16
_DISCARD = 16 << 20
_FIRST_LOOK = 0.25
_LOOK_EVERY = 0.5
_STOP_WITHIN = 10
_HELD = 16


class Box:
    """A started box. ``excess(pid)`` is asked a few times a second, during long calls, which bound is crossed."""

    def __init__(
        self,
        arguments: Sequence[str],
        control: str,
        user: int | None,
        excess: Callable[[int], str],
        call_filter: str | None,
    ) -> None:
        self._control = control
        self._user = user
        self._excess = excess
        self._held: list[int] = []
        self._errors = control + ".errors"

        with ExitStack() as opened:
            errors = opened.enter_context(open(self._errors, "wb")).fileno()
            kept: tuple[int, ...] = ()
            if call_filter is not None:
                # opened anew for each box, because bubblewrap reads it to its end
                kept = (opened.enter_context(open(call_filter, "rb")).fileno(),)
                arguments = [arguments[0], "--seccomp", str(kept[0]), *arguments[1:]]
            self._process = start(Order(arguments, BOX_ENVIRONMENT, errors, kept), user)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._requests = self._process.stdin.fileno()
        self._answers = self._process.stdout.fileno()

    @property
    def alive(self) -> bool:
        """Whether the box still runs."""
        return self._process.poll() is None

    @property
    def idle(self) -> bool:
        """Whether nothing runs in the box but its server, which is process 1 there and inherits all that is left."""
        servers = children(self._process.pid)
        return len(servers) == 1 and childless(servers[0])

    def call(
        self,
        command: str,
        *,
        cwd: str,
        stdin: bytes | None,
        timeout: float,
        max_output: int,
        env: Mapping[str, str],
    ) -> ExecResult:
        """Run one shell command; a call that outlives its time, or a bound, ends the whole box with it."""
        started = time.monotonic()
        self._drain_held()
        # a name that no program of an earlier call can guess, and a folder that none can list
        name = os.urandom(8).hex()
        files = {"command": command.encode(errors="surrogateescape") + b"\n"}
        if env:
            files[f"e{name}"] = "".join(f"export {name}={quote(value)}\n" for name, value in env.items()).encode()
        if stdin is not None:
            files[f"i{name}"] = stdin
        made = [self._put(file, data) for file, data in files.items()]
        fifo = os.path.join(self._control, f"o{name}")
        made.append(fifo)
        reader = -1
        try:
            os.mkfifo(fifo, 0o600)
            if self._user is not None:
                os.chown(fifo, self._user, self._user)
            reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            exports = f"{CONTROL}/e{name}" if env else "/dev/null"
            source = f"{CONTROL}/i{name}" if stdin is not None else "/dev/null"
            folder = f"{WORKSPACE}/{cwd}" if cwd else WORKSPACE
            self._request(f"{name} {exports} {source} {folder}\n".encode(errors="surrogateescape"))
            call = _Call(self, name, reader, started + timeout, max_output)
            result = call.run(started)
            if call.still_open:
                self._held.append(reader)
                reader = -1
            return result
        finally:
            if reader >= 0:
                os.close(reader)
            for path in made:
                with suppress(FileNotFoundError):
                    os.unlink(path)

    def _put(self, name: str, data: bytes) -> str:
        path = os.path.join(self._control, name)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        try:
            os.fchmod(handle, 0o644)
            view = memoryview(data)
            while view:
                view = view[os.write(handle, view) :]
        finally:
            os.close(handle)
        return path

    def _request(self, line: bytes) -> None:
        try:
            os.write(self._requests, line)
        except BrokenPipeError:
            raise self.broken() from None

    def _drain_held(self) -> None:
        """Throw away what background programs of earlier calls have printed, so that they don't block."""
        while len(self._held) > _HELD:
            os.close(self._held.pop(0))
        for reader in tuple(self._held):
            try:
                while part := os.read(reader, _CHUNK):
                    del part
            except BlockingIOError:
                continue
            self._held.remove(reader)
            os.close(reader)

    def answer(self, name: str) -> int | None:
        """Read the exit status of a call; ``None`` for a line that isn't this call's."""
        line = os.read(self._answers, 64)
        if not line:
            raise self.broken()
        told, _, status = line.decode("ascii", "replace").strip().partition(" ")
        return int(status) if told == name and status.isdigit() else None

    def broken(self) -> SandboxFailed | SandboxUnavailable:
        """Why the box has ended, from what it said."""
        self.kill()
        try:
            with open(self._errors, "rb") as file:
                said = file.read(2000).decode(errors="replace").strip()
        except OSError:
            said = ""
        if "Can't find source path" in said:
            return SandboxFailed(f"a folder or file can't be shown in the box: {said}", MEND_BINDS)
        if "bwrap:" in said:
            return SandboxUnavailable(f"bubblewrap can't make a box here: {said}", MEND_NAMESPACES)
        return SandboxFailed(f"the box ended unexpectedly{': ' + said if said else ''}")

    def excess(self) -> str:
        """Which bound is crossed, as the watcher words it."""
        inside = children(self._process.pid)
        return self._excess(inside[0]) if inside else ""

    def kill(self) -> None:
        """End every process of the box and wait until the last is gone."""
        if self._process.poll() is None:
            # killing process 1 makes the kernel kill the rest before bubblewrap sees it end
            for pid in children(self._process.pid) or [self._process.pid]:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        self._finish()

    def _await_end(self) -> None:
        """Sleep until bubblewrap has ended, and end it where it doesn't."""
        if self._process.poll() is not None:
            return
        ending = os.pidfd_open(self._process.pid)
        poll = select.poll()
        poll.register(ending, select.POLLIN)
        if not poll.poll(_STOP_WITHIN * 1000):
            self._process.kill()
        os.close(ending)

    def _finish(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        self._await_end()
        self._process.wait()
        self._process.stdout.close()
        for reader in self._held:
            os.close(reader)
        self._held.clear()


class _Call:
    """The host's side of one running call."""

    def __init__(self, box: Box, name: str, reader: int, deadline: float, max_output: int) -> None:
        self._box = box
        self._name = name
        self._reader = reader
        self._deadline = deadline
        self._max = max_output
        self._kept = bytearray()
        self._dropped = 0
        self._ended = False
        self.still_open = False

    def run(self, started: float) -> ExecResult:
        poll = select.poll()
        poll.register(self._reader, select.POLLIN)
        poll.register(self._box._answers, select.POLLIN)
        look = time.monotonic() + _FIRST_LOOK
        status: int | None = None
        killed = ""
        while status is None:
            now = time.monotonic()
            if now >= self._deadline:
                break
            if now >= look:
                look = now + _LOOK_EVERY
                killed = self._box.excess()
                if killed:
                    break
            for handle, _ in poll.poll(max(1, int((min(look, self._deadline) - now) * 1000) + 1)):
                if handle == self._reader:
                    self._take(poll)
                else:
                    status = self._box.answer(self._name)
        if status is None:
            self._box.kill()
        self._rest()
        self.still_open = status is not None and not self._ended
        return ExecResult(
            exit=status if status is not None else KILLED if killed else TIMED_OUT,
            output=bytes(self._kept),
            truncated=self._dropped > 0,
            timed_out=status is None and not killed,
            seconds=time.monotonic() - started,
            killed=killed,
        )

    def _take(self, poll: select.poll | None) -> bool:
        """Read once; give whether there may be more at once."""
        try:
            part = os.read(self._reader, _CHUNK)
        except BlockingIOError:
            return False
        room = self._max - len(self._kept)
        self._kept += part[:room]
        self._dropped += max(0, len(part) - max(room, 0))
        flooded = self._dropped > _DISCARD
        if not part or flooded:
            self._ended = True
            if poll is not None:
                poll.unregister(self._reader)
            if flooded:
                # the next write of whoever floods ends it with SIGPIPE
                null = os.open("/dev/null", os.O_RDONLY | os.O_CLOEXEC)
                os.dup2(null, self._reader, inheritable=False)
                os.close(null)
        return bool(part) and not flooded

    def _rest(self) -> None:
        while not self._ended and self._take(None):
            pass


MEND_BINDS = "let everybody read it, and pass through the folders above it; boxes of root run as nobody"
MEND_NAMESPACES = (
    "let this user make user namespaces: sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000 "
    "kernel.apparmor_restrict_unprivileged_userns=0; in a container, start it with --security-opt seccomp=unconfined"
)
