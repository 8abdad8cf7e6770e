"""A worker process: several rollouts at once, one journal, and an end as soon as the driver is gone."""

from __future__ import annotations

import os
import signal
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.runtime.engine.folder import RunFolder
from cowork_dsl.runtime.engine.outcome import Outcome, outcome_of
from cowork_dsl.runtime.engine.plan import Job, RunPlan
from cowork_dsl.runtime.harness.scripted import Scripted
from cowork_dsl.runtime.record.trajectory import Trajectory
from cowork_dsl.runtime.rollout.episode import run_episode
from cowork_dsl.runtime.sandbox.api import SandboxUnavailable

TRIES = 3
"""How often a rollout is tried that the machine broke."""


@dataclass(frozen=True, slots=True)
class Done:
    """A rollout is finished and durable."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Broken:
    """The run can't go on: the message, what mends it, and where it broke for those who debug."""

    message: str
    mend: str
    detail: str = ""


Report = Done | Broken


class Worker:
    """Runs jobs of one run."""

    def __init__(self, folder: RunFolder, plan: RunPlan, slot: str) -> None:
        self._folder = folder
        self._plan = plan
        self._journal = folder.journal(slot)
        self._lock = Lock()
        self._bundle = lru_cache(maxsize=64)(folder.bundle)

    def run(self, job: Job) -> Report:
        """Run one rollout to its end and record it."""
        try:
            bundle = self._bundle(job.digest)
            trajectory = self._tried(bundle, job)
            with self._lock:
                self._journal.append(trajectory)
            return Done(outcome_of(trajectory))
        except SandboxUnavailable as problem:
            return Broken(problem.message, problem.mend)
        except OSError as problem:
            return Broken(f"the run can't be written: {problem}", "make room, then the same command with --resume")
        except Exception as problem:  # noqa: BLE001 (whatever broke must reach the driver, or the run would hang)
            return Broken(f"{job.id} broke: {type(problem).__name__}: {problem}", "", traceback.format_exc())

    def _tried(self, bundle: Bundle, job: Job) -> Trajectory:
        attempt = 1
        while (found := self._once(bundle, job)).termination == "infra_error" and attempt < TRIES:
            attempt += 1
        volatile = found.volatile.model_copy(update={"attempts": attempt})
        return found.model_copy(update={"volatile": volatile})

    def _once(self, bundle: Bundle, job: Job) -> Trajectory:
        return run_episode(
            bundle,
            Scripted(bundle.cases.solution),
            sandbox=self._plan.sandbox,
            seed=job.seed,
            blobs=self._folder.store,
            id=job.id,
            trust=self._plan.trust,
            validated=self._plan.environment(job.digest).validated,
            judge=self._plan.judge,
        )


def main(connection: Connection, path: str, plan: str, slot: str, threads: int) -> None:
    """What a worker process runs: jobs come over the connection, reports go back.

    When the other end is gone so is the driver, and nothing is left to work for: the process ends at once, and its
    boxes with it.
    """
    # Ctrl-C reaches the whole process group; the driver alone decides what becomes of the work.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    worker = Worker(RunFolder(Path(path)), RunPlan.model_validate_json(plan), slot)
    sending = Lock()

    def carry_out(job: Job) -> None:
        report = worker.run(job)
        with sending:
            try:
                connection.send(report)
            except OSError:
                os._exit(1)

    with ThreadPoolExecutor(threads) as pool:
        while True:
            try:
                job = connection.recv()
            except (EOFError, OSError):
                os._exit(1)
            if job is None:
                break
            pool.submit(carry_out, job)
    connection.close()
