"""The in-universe clock inside a sandbox: dynamically linked programs see it through libfaketime."""

from __future__ import annotations

import glob
import os
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache

from cowork_dsl.runtime.sandbox.api import SandboxUnavailable

_SHARED = "/dev/shm"


@cache
def faketime_library() -> str | None:
    """Where the library lies, or ``None``."""
    places = (
        "/usr/lib/*/faketime/libfaketime.so.1",
        "/usr/lib/faketime/libfaketime.so.1",
        "/usr/lib64/faketime/libfaketime.so.1",
    )
    return next((path for place in places for path in sorted(glob.glob(place))), None)


def forget_clocks(since: float) -> None:
    """Remove what the library has left in the host's shared memory for processes of ours that did not end by themselves.

    Args:
        since: Only what was made after this time, in seconds of the real clock.
    """
    for path in glob.glob(f"{_SHARED}/faketime_shm_*"):
        pid = path.rpartition("_")[2]
        with suppress(FileNotFoundError):
            status = os.stat(path)
            if status.st_uid != os.geteuid() or status.st_mtime < since or _lives(pid):
                continue
            os.unlink(path)
            os.unlink(f"{_SHARED}/sem.faketime_sem_{pid}")


def _lives(pid: str) -> bool:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] not in (b"Z", b"X")
    except OSError:
        return False


def clock_environment(when: datetime | None) -> dict[str, str]:
    """The variables under which each program starts at ``when`` and runs on from there.

    Raises:
        SandboxUnavailable: a time is asked for and the library isn't installed.
    """
    if when is None:
        return {}
    library = faketime_library()
    if library is None:
        raise SandboxUnavailable(
            "the in-universe clock needs libfaketime, which is not installed", "apt-get install faketime"
        )
    return {
        "LD_PRELOAD": library,
        "FAKETIME": when.astimezone(UTC).strftime("@%Y-%m-%d %H:%M:%S"),
        # file times are set by the runtime when a call ends, and waiting must go by the real clock
        "NO_FAKE_STAT": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
