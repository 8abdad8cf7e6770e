"""What a rollout costs in the sandbox and the tools of this project, against the same work done plainly.

Four runners take turns in one process: `floor` starts no program at all, `plain` starts them by subprocess in a folder
in memory, `tools` is our sandbox and toolbox with the three programs answered in Python, `box` is the whole product.
The number is CPU time of everything that a rollout caused, and what counts are the ratios.

    python bench/product_w.py [--rollouts 20] [--rounds 5] [--json FILE]
"""

from __future__ import annotations

import argparse
import atexit
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import workload as w
from cowork_dsl.runtime.sandbox.bwrap import BwrapSandbox
from cowork_dsl.runtime.tools.registry import Outcome, Tool, ToolResult, builtin_spec
from cowork_dsl.runtime.tools.toolbox import Toolbox
from cowork_dsl.runtime.workspace.tree import Changes, MemoryBlobs, Tree

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


class PlainFolder:
    """The least that a runner can be: files by path, programs by subprocess, or none at all."""

    def __init__(self, base: str, programs: bool) -> None:
        self._root = tempfile.mkdtemp(dir=base)
        self._programs = programs
        for path, data in w.FILES.items():
            self._write(path, data)
        self._before = self._look()

    def _write(self, path: str, data: bytes) -> None:
        target = f"{self._root}/{path}"
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(data)

    def read(self, path: str) -> bytes:
        with open(f"{self._root}/{path}", "rb") as file:
            return file.read()

    def _look(self) -> dict[str, tuple[int, int, int]]:
        found: dict[str, tuple[int, int, int]] = {}
        pending = [""]
        while pending:
            prefix = pending.pop()
            with os.scandir(f"{self._root}/{prefix}") as listing:
                for entry in listing:
                    if entry.is_dir():
                        pending.append(f"{prefix}{entry.name}/")
                    else:
                        status = entry.stat()
                        found[prefix + entry.name] = (status.st_size, status.st_mtime_ns, status.st_ino)
        return found

    def call(self, tool: str, args: dict[str, object]) -> str:
        path = str(args.get("path", ""))
        if tool == "list_files":
            return "\n".join(sorted(self._look()))
        if tool == "read_file":
            return self.read(path).decode()
        if tool == "write_file":
            self._write(path, str(args["content"]).encode())
            return "written"
        if tool == "edit_file":
            self._write(path, self.read(path).replace(str(args["old"]).encode(), str(args["new"]).encode()))
            return "edited"
        command = str(args["command"])
        if not self._programs:
            return _answer(command, self.read(w.ORDERS))
        return subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=self._root,
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        ).stdout.decode()

    def rollout(self) -> bytes:
        events = w.drive(self.call, lambda: self._write(w.ORDERS, w.CORRECTED))
        after = self._look()
        checks = w.verify(self.read, after)
        added = sorted(after.keys() - self._before.keys())
        changed = sorted(path for path in after.keys() & self._before.keys() if after[path] != self._before[path])
        record = w.line(events, checks, [added, changed])
        shutil.rmtree(self._root)
        return record


def _answer(command: str, orders: bytes) -> str:
    return f"{orders.count(10)} {w.ORDERS}\n" if command.startswith("wc") else str(w.total(orders)[0])


_BLOBS = MemoryBlobs()
_TREE = Tree.of(w.FILES, _BLOBS)


def product(programs: bool) -> bytes:
    """One rollout in our sandbox, with our tools."""
    box = BwrapSandbox()
    blobs = MemoryBlobs(_BLOBS)
    box.materialise(_TREE, blobs)
    if programs:
        tools = Toolbox(box, blobs)
    else:
        spec = builtin_spec("shell")
        shell = Tool(spec, lambda args: Outcome(ToolResult(True, _answer(str(args["command"]), box.read(w.ORDERS)))))
        tools = Toolbox(box, blobs, tools=["files"], services=[shell])

    def call(name: str, args: dict[str, object]) -> str:
        result = tools.call(name, args)
        if not result.ok:
            raise AssertionError(f"the workload went wrong: {name}: {result.error}")
        return result.text

    events = w.drive(call, lambda: box.write(w.ORDERS, w.CORRECTED))
    changes = box.diff(_TREE)
    if changes != Changes(w.ADDED, w.CHANGED):
        raise AssertionError(f"the workload went wrong: {changes}")
    checks = w.verify(box.read, [line.path for line in box.list(recursive=True)])
    record = w.line(events, checks, [changes.added, changes.changed])
    box.destroy()
    return record


def measure(meter: Meter, base: str, rollouts: int, rounds: int) -> dict[str, list[float]]:
    """CPU milliseconds per rollout, by runner and round; the runners take turns."""
    runners: dict[str, Callable[[], bytes]] = {
        "floor": lambda: PlainFolder(base, False).rollout(),
        "plain": lambda: PlainFolder(base, True).rollout(),
        "tools": lambda: product(False),
        "box": lambda: product(True),
    }
    costs: dict[str, list[float]] = {name: [] for name in runners}
    with tempfile.TemporaryFile() as log:
        for runner in runners.values():
            runner()
        for _ in range(rounds):
            for name, runner in runners.items():
                started = meter.now()
                for _ in range(rollouts):
                    log.write(runner())
                costs[name].append((meter.now() - started) / rollouts * 1e3)
    return costs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rollouts", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as base:
        meter = Meter()
        costs = measure(meter, base, options.rollouts, options.rounds)
    result = {f"{name}_ms": round(statistics.median(each), 2) for name, each in costs.items()}
    result |= {
        "box_over_plain": round(statistics.median(b / p for b, p in zip(costs["box"], costs["plain"], strict=True)), 3),
        "tools_over_floor": round(
            statistics.median(t / f for t, f in zip(costs["tools"], costs["floor"], strict=True)), 3
        ),
    }
    report = {**result, "exact": meter.exact, "rollouts": options.rollouts, "rounds": options.rounds}
    print(json.dumps(report, indent=1))
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
