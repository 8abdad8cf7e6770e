"""Starting the process of a box: as a user of low rights, and from a thread that stays."""

from __future__ import annotations

import ctypes
import os
import platform
import queue
import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

_PR_SET_DUMPABLE = 4
_SYSCALLS = {"x86_64": (116, 119, 117), "aarch64": (159, 149, 147), "riscv64": (159, 149, 147)}


@dataclass(frozen=True, slots=True)
class Order:
    """What to start, with what environment, the descriptor that takes its complaints, and those that it inherits."""

    arguments: Sequence[str]
    environment: Mapping[str, str]
    errors: int
    kept: tuple[int, ...] = ()

    def start(self, user: int | None = None) -> subprocess.Popen[bytes]:
        """Start it with pipes at its stdin and stdout."""
        return subprocess.Popen(
            self.arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            cwd="/",
            env=self.environment,
            bufsize=0,
            pass_fds=self.kept,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
        )


class _Spawner:
    """A thread that outlives all others and starts processes for them.

    The kernel ends a box with the thread that started it, not with the whole process, and the threads of a pool come
    and go. As root, this thread alone takes on the low user, for good: its children then start with those rights and
    by ``vfork``, where changing the user between fork and exec would copy the driver's page tables each time.
    """

    def __init__(self, user: int | None) -> None:
        self._user = user
        self._orders: queue.SimpleQueue[tuple[Order, queue.SimpleQueue[subprocess.Popen[bytes] | OSError]]]
        self._orders = queue.SimpleQueue()
        threading.Thread(target=self._run, name="sandbox-spawner", daemon=True).start()

    def _run(self) -> None:
        later = None if self._user is None or _become(self._user) else self._user
        while True:
            order, answer = self._orders.get()
            try:
                answer.put(order.start(later))
            except OSError as error:
                answer.put(error)

    def start(self, order: Order) -> subprocess.Popen[bytes]:
        answer: queue.SimpleQueue[subprocess.Popen[bytes] | OSError] = queue.SimpleQueue()
        self._orders.put((order, answer))
        result = answer.get()
        if isinstance(result, OSError):
            raise result
        return result


def _become(user: int) -> bool:
    """Give this thread, and no other, another user and no groups; tell whether this machine's calls are known."""
    numbers = _SYSCALLS.get(platform.machine())
    if numbers is None:
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    groups, gid, uid = numbers
    # the C library's own functions would change every thread
    calls = ((groups, 0, None), (gid, user, user, user), (uid, user, user, user))
    for number, *values in calls:
        if libc.syscall(number, *values) != 0:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code))
    libc.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)
    return True


@cache
def _spawner(pid: int, user: int | None) -> _Spawner:
    """The spawner of this process; a fork gets its own."""
    return _Spawner(user)


def start(order: Order, user: int | None) -> subprocess.Popen[bytes]:
    """Start a box's process as ``user`` (``None``: as ourselves).

    Raises:
        OSError: it can't be started.
    """
    if user is None and threading.current_thread() is threading.main_thread():
        return order.start()
    return _spawner(os.getpid(), user).start(order)
