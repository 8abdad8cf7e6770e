"""What a running call uses of memory and disk, looked at from outside a few times a second."""

from __future__ import annotations

import os
from collections.abc import Iterator

from cowork_dsl.runtime.sandbox.api import Limits

_PAGE = os.sysconf("SC_PAGE_SIZE")


def children(pid: int) -> list[int]:
    """The direct children of a process; none where it is gone."""
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                found += [int(word) for word in file.read().split()]
    except OSError:
        return found
    return found


def childless(pid: int) -> bool:
    """Whether a process of one thread has no child; not so where that can't be told."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", "rb") as file:
            return not file.read().strip()
    except OSError:
        return False


def _descendants(pid: int) -> Iterator[int]:
    pending = [pid]
    while pending:
        below = children(pending.pop())
        yield from below
        pending += below


def _private_bytes(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            _, resident, shared, *_ = map(int, file.read().split())
    except (OSError, ValueError):
        return 0
    return (resident - shared) * _PAGE


def _occupied(folder: str, most: int) -> int:
    """Bytes that files below a folder occupy; stops counting beyond ``most``."""
    total = 0
    pending = [folder]
    while pending and total <= most:
        try:
            with os.scandir(pending.pop()) as listing:
                for entry in listing:
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                    total += entry.stat(follow_symlinks=False).st_blocks * 512
        except OSError:
            continue
    return total


def excess(pid: int, folder: str, limits: Limits) -> str:
    """Which bound the box around process ``pid`` has crossed, in words; empty where none."""
    if sum(map(_private_bytes, _descendants(pid))) > limits.memory:
        return f"the programs used more than {limits.memory >> 20} MiB of memory"
    if _occupied(folder, limits.space) > limits.space:
        return f"the files took more than {limits.space >> 20} MiB"
    return ""
