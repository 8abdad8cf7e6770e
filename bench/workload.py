"""Workload W, run through the whole runtime and run plainly, in turn, in one process.

Ours is what `cowork run` does for each rollout: materialise, the scripted harness, the tools, the user's machine, the
truth replica, the verdict, one durable record, removal. Each side does the same calls, the same correction and the
same checks; see `desk` for the work and `plain` for the anchors.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench import desk
from bench.measure import Measure, interleaved
from bench.meter import Meter
from bench.plain import PlainFolder
from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.bundle.models import CallTool, Turn
from cowork_dsl.compiler.pipeline import check_path, compile_env
from cowork_dsl.runtime.harness.scripted import Scripted
from cowork_dsl.runtime.record.journal import Journal
from cowork_dsl.runtime.record.trajectory import Trajectory
from cowork_dsl.runtime.rollout.episode import run_episode

SOURCE = Path(__file__).resolve().parent / "w" / "orders.cowork"
PROCESSES = 3
"""How many of the calls of W start programs."""


def compiled(folder: Path) -> Bundle:
    """W as an environment, compiled; its files are put beside the source in a folder."""
    for path, data in desk.FILES.items():
        target = folder / "files" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    checked = check_path(str(shutil.copy(SOURCE, folder)))
    if checked.environment is None:
        raise AssertionError([diagnostic.message for diagnostic in checked.diagnostics])
    built = compile_env(checked.environment).bundle
    if built is None:
        raise AssertionError("the workload does not compile")
    return built


def without_processes(turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """The same turns without the calls that start programs."""
    kept = [
        turn.model_copy(
            update={"acts": tuple(act for act in turn.acts if not (isinstance(act, CallTool) and act.tool == "shell"))}
        )
        for turn in turns
    ]
    if sum(len(turn.acts) for turn in turns) - sum(len(turn.acts) for turn in kept) != PROCESSES:
        raise AssertionError("the workload and its environment have drifted apart")
    return tuple(kept)


def rolled_out(bundle: Bundle, turns: tuple[Turn, ...], journal: Journal) -> Trajectory:
    """One rollout through the whole runtime, recorded."""
    trajectory = run_episode(bundle, Scripted(turns), sandbox="bwrap")
    if trajectory.verdict is None or trajectory.verdict.reward != "1":
        raise AssertionError(f"the workload went wrong: {trajectory.termination}, {trajectory.verdict}")
    journal.append(trajectory)
    return trajectory


def measure(short: bool) -> list[Measure]:
    """The whole product against plain, and its own share against the floor."""
    rollouts, rounds = (4, 3) if short else (25, 9)
    with (
        tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as base,
        tempfile.TemporaryDirectory() as disk,
    ):
        bundle = compiled(Path(base))
        solution = bundle.cases.solution
        quiet = without_processes(solution)
        journal = Journal(Path(disk) / "w.jsonl.zst")
        floor = PlainFolder.of(base, Path(disk) / "floor.jsonl", programs=False)
        plain = PlainFolder.of(base, Path(disk) / "plain.jsonl", programs=True)
        meter = Meter()
        if not meter.exact:
            print("information: no accounting cgroup here, so CPU of programs that nobody waits for is missed")
        try:
            return [
                interleaved(
                    "workload W in the bwrap sandbox, all of the runtime, against W run plainly",
                    _cost(meter, lambda: rolled_out(bundle, solution, journal), rollouts),
                    _cost(meter, plain, rollouts),
                    reach=1.5,
                    pairs=rounds,
                ),
                interleaved(
                    "the runtime's own share of W, no process started, against the floor",
                    _cost(meter, lambda: rolled_out(bundle, quiet, journal), rollouts),
                    _cost(meter, floor, rollouts),
                    reach=3.0,
                    pairs=rounds,
                ),
                _rate(lambda: rolled_out(bundle, solution, journal), plain, rollouts),
            ]
        finally:
            journal.close()


def _cost(meter: Meter, runner: Callable[[], object], rollouts: int) -> Callable[[], float]:
    """CPU milliseconds of one rollout, the mean of a round."""

    def taken() -> float:
        started = meter.now()
        for _ in range(rollouts):
            runner()
        return (meter.now() - started) / rollouts * 1e3

    return taken


def _rate(ours: Callable[[], object], plain: Callable[[], object], rollouts: int) -> Measure:
    """Rollouts per second, one at a time; for information, so that any rate keeps the bound."""

    def per_second(runner: Callable[[], object]) -> Callable[[], float]:
        def taken() -> float:
            started = time.perf_counter()
            for _ in range(rollouts):
                runner()
            return rollouts / (time.perf_counter() - started)

        return taken

    return interleaved(
        "for information: rollouts of W per second, one at a time, against plain",
        per_second(ours),
        per_second(plain),
        reach=0.0,
        pairs=3,
        at_most=False,
        unit="per second",
    )
