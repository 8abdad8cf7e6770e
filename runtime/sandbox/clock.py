"""The in-universe clock inside a sandbox: dynamically linked programs see it through libfaketime."""

from __future__ import annotations

import glob
import os
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache

from cowork_dsl.runtime.sandbox.api import SandboxUnavailable


@cache
def faketime_library() -> str | None:
    """Where the library lies, or ``None``."""
    places = (
        "/usr/lib/*/faketime/libfaketime.so.1",
        "/usr/lib/faketime/libfaketime.so.1",
        "/usr/lib64/faketime/libfaketime.so.1",
    )
    return next((path for place in places for path in sorted(glob.glob(place))), None)


def forget_clock(pid: int) -> None:
    """Remove what the library has left in the host's shared memory for a process that was replaced or killed."""
    for name in (f"faketime_shm_{pid}", f"sem.faketime_sem_{pid}"):
        with suppress(FileNotFoundError):
            os.unlink(f"/dev/shm/{name}")


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
