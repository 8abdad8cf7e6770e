"""Runs tasks on all cores; each worker has its own stage."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing.forkserver import ensure_running
from pathlib import Path
from typing import Protocol

from cowork_dsl.runtime.sandbox.choose import Kind
from cowork_dsl.validation.play import InfraFailure, Observed, Stage
from cowork_dsl.validation.subject import Subject
from cowork_dsl.validation.tasks import Task

TRIES = 2
"""How often a run is tried that broke for no fault of the environment."""


class Runner(Protocol):
    """Carries out tasks."""

    def run(self, tasks: Iterable[Task]) -> dict[Task, Observed]:
        """The result of each task; equal tasks are done once."""
        ...


class _Here:
    """Carries tasks out in this process, one after the other."""

    def __init__(self, stage: Stage, advance: Callable[[int], None]) -> None:
        self._stage = stage
        self._advance = advance

    def run(self, tasks: Iterable[Task]) -> dict[Task, Observed]:
        found: dict[Task, Observed] = {}
        for task in tasks:
            if task not in found:
                found[task] = done(self._stage, task)
                self._advance(1)
        return found


class _Pool:
    """Carries tasks out in worker processes."""

    def __init__(self, executor: ProcessPoolExecutor, advance: Callable[[int], None]) -> None:
        self._executor = executor
        self._advance = advance

    def run(self, tasks: Iterable[Task]) -> dict[Task, Observed]:
        waiting: dict[Future[Observed], Task] = {}
        for task in dict.fromkeys(tasks):
            waiting[self._executor.submit(_in_worker, task)] = task
        found: dict[Task, Observed] = {}
        for future in as_completed(waiting):
            try:
                found[waiting[future]] = future.result()
            except BrokenExecutor as error:
                raise InfraFailure("a worker process was killed, perhaps for want of memory") from error
            self._advance(1)
        # In the order of the tasks, not in that of their ends: the same validation gives the same report.
        return {task: found[task] for task in waiting.values()}


@contextmanager
def runner(
    subject: Subject, folder: Path, sandbox: Kind, workers: int, advance: Callable[[int], None]
) -> Iterator[Runner]:
    """A runner with so many workers; 0 is one a core, 1 is this process itself."""
    count = workers or len(os.sched_getaffinity(0))
    if count == 1:
        yield _Here(Stage(subject, folder, sandbox), advance)
        return
    # A forked process would inherit the threads' locks of a progress bar; a fork server has none.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["cowork_dsl.validation.pool"])
    executor = ProcessPoolExecutor(count, mp_context=context, initializer=_start, initargs=(subject, folder, sandbox))
    with _deaf():
        ensure_running()
        executor.submit(int)  # the first task starts all workers
    try:
        yield _Pool(executor, advance)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Holds Ctrl-C back until workers are started: it reaches the whole group, and the parent alone decides."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def done(stage: Stage, task: Task) -> Observed:
    """Carries one task out; a failure of the machine is tried again.

    Raises:
        InfraFailure: It failed again.
    """
    for left in reversed(range(TRIES)):
        try:
            found: Observed = task.function(stage, task.instance, *task.args)
        except InfraFailure:
            if not left:
                raise
        else:
            return found
    raise AssertionError("the last try returns or raises")


_STAGE: list[Stage] = []
"""The stage of this worker process."""


def _start(subject: Subject, folder: Path, sandbox: Kind) -> None:
    # A handler, not SIG_IGN, which the programs in the boxes would inherit.
    signal.signal(signal.SIGINT, lambda number, frame: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    _STAGE.append(Stage(subject, folder, sandbox))


def _in_worker(task: Task) -> Observed:
    return done(_STAGE[0], task)
