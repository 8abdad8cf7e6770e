"""The local engine: one process a core, several rollouts in each; a worker that dies loses nothing that was finished."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from cowork_dsl.runtime.engine.folder import RunFolder
from cowork_dsl.runtime.engine.outcome import Outcome, outcome_of
from cowork_dsl.runtime.engine.plan import Job, RunPlan
from cowork_dsl.runtime.engine.worker import TRIES, Broken, Done, main
from cowork_dsl.runtime.record.trajectory import End, Event, Harness, Trajectory, Volatile
from cowork_dsl.runtime.sandbox.home import clean_stale

_DRIVER = "driver"
_DYING = 0.2


class RunBroken(Exception):
    """The run can't go on; what is finished is kept.

    Attributes:
        mend: What to do about it.
        detail: Where it broke, for those who debug.
    """

    def __init__(self, message: str, mend: str, detail: str = "") -> None:
        super().__init__(message)
        self.mend = mend
        self.detail = detail


@dataclass(slots=True)
class _Hand:
    """A worker process and what it is at."""

    slot: str
    process: BaseProcess
    connection: Connection
    jobs: dict[str, Job] = field(default_factory=dict)


def run_plan(
    folder: RunFolder, plan: RunPlan, concurrency: int, report: Callable[[Outcome], None] = lambda outcome: None
) -> list[Outcome]:
    """Run what is not finished yet, and give the outcomes of all.

    Args:
        folder: The run; its plan is written and its bundles are kept.
        plan: Its plan.
        concurrency: How many rollouts at once.
        report: Told of each rollout that is finished, those of an earlier start of the run first.

    Raises:
        RunBroken: Something is wrong that trying again does not mend.
    """
    folder.settle()
    planned = {job.id for job in plan.jobs}
    found = {one.id: outcome_of(one) for one in folder.rollouts() if one.id in planned}
    for outcome in found.values():
        report(outcome)
    left = deque(job for job in plan.jobs if job.id not in found)
    if left:
        for outcome in _Engine(folder, plan, concurrency, left).outcomes():
            found[outcome.id] = outcome
            report(outcome)
    return [found[job.id] for job in plan.jobs]


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits meanwhile, also for the processes that are started: they would die with a traceback each."""
    resource_tracker.ensure_running()  # first, because it unblocks what is blocked
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Engine:
    def __init__(self, folder: RunFolder, plan: RunPlan, concurrency: int, left: deque[Job]) -> None:
        self._folder = folder
        self._plan = plan
        self._left = left
        self._deaths: Counter[str] = Counter()
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["cowork_dsl.runtime.engine.worker"])
        count = max(1, min(concurrency, len(os.sched_getaffinity(0)), len(left)))
        self._threads = ceil(max(1, concurrency) / count)
        self._hands = [self._hire(f"{number:02d}") for number in range(count)]

    def _hire(self, slot: str) -> _Hand:
        for _ in range(TRIES):
            ours, theirs = self._context.Pipe()
            process = self._context.Process(
                target=main,
                args=(theirs, str(self._folder.path), self._plan.model_dump_json(), slot, self._threads),
                name=f"cowork-run-{slot}",
                daemon=True,
            )
            try:
                with _undisturbed():
                    process.start()
            except (EOFError, OSError):
                # the process that makes workers is dead: once that is known, the next try makes a new one
                ours.close()
                time.sleep(_DYING)
                continue
            finally:
                theirs.close()
            return _Hand(slot, process, ours)
        raise RunBroken("no worker process can be started", "see what ends them, then the same command with --resume")

    def outcomes(self) -> Iterator[Outcome]:
        """Each rollout as it finishes."""
        try:
            while True:
                self._feed()
                busy = [hand for hand in self._hands if hand.jobs]
                if not busy:
                    return
                ready = wait([one for hand in busy for one in (hand.connection, hand.process.sentinel)])
                for hand in busy:
                    if hand.connection in ready:
                        yield from self._reports(hand)
                    elif hand.process.sentinel in ready:
                        yield from self._bury(hand)
        finally:
            for hand in self._hands:
                hand.connection.close()
            for hand in self._hands:
                hand.process.join(5)
                if hand.process.is_alive():
                    hand.process.kill()
                    hand.process.join()
            clean_stale()

    def _feed(self) -> None:
        """Give every worker as many jobs as it has threads; what waits stays here, where a death can't lose it."""
        for hand in self._hands:
            while self._left and len(hand.jobs) < self._threads:
                job = self._left.popleft()
                hand.jobs[job.id] = job
                try:
                    hand.connection.send(job)
                except OSError:
                    break  # the worker is dead: its sentinel says so next

    def _reports(self, hand: _Hand) -> Iterator[Outcome]:
        try:
            report = hand.connection.recv()
        except (EOFError, OSError):
            yield from self._bury(hand)
            return
        if isinstance(report, Broken):
            raise RunBroken(report.message, report.mend, report.detail)
        if isinstance(report, Done) and hand.jobs.pop(report.outcome.id, None) is not None:
            yield report.outcome

    def _bury(self, hand: _Hand) -> Iterator[Outcome]:
        """A worker died: what it had finished counts, the rest is tried again elsewhere, but not for ever."""
        hand.connection.close()
        hand.process.join()
        for trajectory in self._folder.written_by(hand.slot):
            if hand.jobs.pop(trajectory.id, None) is not None:
                yield outcome_of(trajectory)
        for job in hand.jobs.values():
            self._deaths[job.id] += 1
            if self._deaths[job.id] < TRIES:
                self._left.appendleft(job)
            else:
                yield self._void(job)
        self._hands[self._hands.index(hand)] = self._hire(hand.slot)

    def _void(self, job: Job) -> Outcome:
        """A rollout that killed its worker each time is recorded as void, so that the run can end."""
        environment = self._plan.environment(job.digest)
        bundle = self._folder.bundle(job.digest)
        end = End(reason="infra_error", detail=f"its worker process died {TRIES} times")
        trajectory = Trajectory(
            id=job.id,
            env=environment.env,
            digest=job.digest,
            params=dict(bundle.manifest.params),
            validated=environment.validated,
            harness=Harness(name=self._plan.harness, version="1"),
            seed=job.seed,
            sandbox=self._plan.sandbox,
            judge=self._plan.judge,
            events=(
                Event(
                    index=0,
                    segment=0,
                    step=0,
                    time=bundle.tools.clock.start,
                    actor="system",
                    visibility="public",
                    body=end,
                ),
            ),
            termination="infra_error",
            volatile=Volatile(attempts=TRIES, pid=os.getpid()),
        )
        journal = self._folder.journal(_DRIVER)
        try:
            journal.append(trajectory)
        finally:
            journal.close()
        return outcome_of(trajectory)
