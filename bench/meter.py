"""What a piece of work costs in CPU, with everything that it starts."""

from __future__ import annotations

import atexit
import os
import resource
import time
from pathlib import Path

_V1, _V2 = Path("/sys/fs/cgroup/cpuacct"), Path("/sys/fs/cgroup")


class Meter:
    """CPU seconds of this process and all that it starts, also of what nobody waits for, where a cgroup can be had."""

    def __init__(self) -> None:
        base = _V1 if _V1.is_dir() else _V2
        self._group: Path | None = base / f"cowork-bench-{os.getpid()}"
        home = base / _own_group(base)
        try:
            self._group.mkdir()
            (self._group / "cgroup.procs").write_text(str(os.getpid()))
            self.now()
        except OSError:
            self._group = None
            return
        atexit.register(self._leave, home)

    def _leave(self, home: Path) -> None:
        assert self._group is not None
        (home / "cgroup.procs").write_text(str(os.getpid()))
        for _ in range(100):
            try:
                self._group.rmdir()
                return
            except OSError:
                time.sleep(0.02)

    @property
    def exact(self) -> bool:
        """Whether a cgroup counts; the process's own figures miss programs that bubblewrap's process 1 waits for."""
        return self._group is not None

    def now(self) -> float:
        if self._group is None:
            own, waited = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
            return own.ru_utime + own.ru_stime + waited.ru_utime + waited.ru_stime
        usage = self._group / "cpuacct.usage"
        if usage.exists():
            return int(usage.read_text()) / 1e9
        return int((self._group / "cpu.stat").read_text().split()[1]) / 1e6


def _own_group(base: Path) -> str:
    wanted = "cpuacct" if base == _V1 else ""
    for entry in Path("/proc/self/cgroup").read_text().splitlines():
        _, names, path = entry.split(":", 2)
        if wanted in names.split(","):
            return path.lstrip("/")
    return ""
