"""Workload W run plainly: the least that a runner can be. The anchor of what our rollouts cost."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench import desk as w


class PlainFolder:
    """The least that a runner can be: files by path, programs by subprocess, or none at all."""

    @classmethod
    def of(cls, base: str, log: Path, *, programs: bool) -> Callable[[], None]:
        """A runner of such rollouts; like ours, it makes every record durable."""
        handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)

        def run() -> None:
            os.write(handle, cls(base, programs).rollout())
            os.fdatasync(handle)

        return run

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
