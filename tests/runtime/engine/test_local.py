"""The local engine under kill -9: nothing that was finished is lost, nothing counts twice."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from textwrap import indent
from typing import NoReturn

import pytest

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.bundle.bundle import Bundle, sealed
from cowork_dsl.runtime.engine.folder import RunBusy, RunFolder
from cowork_dsl.runtime.engine.local import run_plan
from cowork_dsl.runtime.engine.outcome import summary_of
from cowork_dsl.runtime.engine.plan import BadRun, Environment, RunPlan, jobs_of, read_plan, write_plan
from cowork_dsl.runtime.engine.worker import Done, Worker
from cowork_dsl.runtime.record.journal import read
from cowork_dsl.runtime.rollout.episode import regrade
from cowork_dsl.runtime.sandbox.api import SandboxFailed
from cowork_dsl.runtime.sandbox.bwrap import BwrapSandbox
from cowork_dsl.runtime.sandbox.choose import Kind, probe
from cowork_dsl.runtime.sandbox.home import clean_stale
from tests.helpers.handmade import handmade_bundle

pytestmark = pytest.mark.sandbox


def planned(path: Path, count: int, *bundles: Bundle, sandbox: Kind = "bwrap") -> tuple[RunFolder, RunPlan]:
    """A run of the handmade bundle, or of others, ready to start."""
    used = bundles or (handmade_bundle(),)
    environments = tuple(Environment(env=one.manifest.env, digest=one.digest, validated=False) for one in used)
    plan = RunPlan(
        harness="scripted",
        sandbox=sandbox,
        trust=sandbox == "none",
        judge="none",
        environments=environments,
        jobs=jobs_of(environments, count, 0),
    )
    folder = RunFolder(path)
    folder.path.mkdir(parents=True, exist_ok=True)
    for one in used:
        folder.keep_bundle(one)
    write_plan(plan, folder.path)
    return folder, plan


def written(folder: RunFolder) -> Counter[str]:
    """How often each rollout stands in the journals."""
    return Counter(one.id for path in folder.journals() for one in read(path))


def test_a_run_is_recorded_and_regraded_from_its_folder_alone(tmp_path: Path) -> None:
    folder, plan = planned(tmp_path / "runs", 5)
    reported: list[str] = []
    outcomes = run_plan(folder, plan, 4, lambda outcome: reported.append(outcome.id))

    assert summary_of(5, outcomes).passed == 5
    assert sorted(reported) == sorted(job.id for job in plan.jobs)

    again = RunFolder(tmp_path / "runs")
    for rollout in again.rollouts():
        assert rollout.verdict == regrade(rollout, again.bundle(rollout.digest), again.store)

    workers = {str(rollout.volatile.pid) for rollout in again.rollouts()}
    left = {part for name in clean_stale() for part in name.split("-")}

    assert not workers & left  # no folder of a sandbox is left behind

    identities = {rollout.model_copy(update={"id": "", "seed": 0}).identity for rollout in again.rollouts()}

    assert len(identities) == 1


DRIVER = """
import sys
from pathlib import Path
from cowork_dsl.runtime.engine.folder import RunFolder
from cowork_dsl.runtime.engine.local import run_plan
from cowork_dsl.runtime.engine.plan import read_plan

folder = RunFolder(Path(sys.argv[1]))
with folder.locked():
    run_plan(folder, read_plan(folder.path), 4, lambda outcome: print(outcome.id, flush=True))
"""


def start_driver(folder: RunFolder) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(folder.path)], stdout=subprocess.PIPE, text=True, start_new_session=True
    )


def lines(process: "subprocess.Popen[str]", count: int) -> list[str]:
    """Waits for so many lines of a driver."""
    assert process.stdout is not None
    return [process.stdout.readline().strip() for _ in range(count)]


def parents() -> dict[int, int]:
    """Every process and its parent."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = Path(f"/proc/{name}/stat").read_text(encoding="latin-1").rpartition(")")[2].split()
            except OSError:
                continue
            found[int(name)] = int(fields[1])
    return found


def children_of(pid: int) -> list[int]:
    """All processes that descend from one."""
    above = parents()
    found, left = [], [pid]
    while left:
        parent = left.pop()
        below = [child for child, its in above.items() if its == parent]
        found += below
        left += below
    return found


def alive(pids: list[int]) -> list[int]:
    def state(pid: int) -> str:
        try:
            return Path(f"/proc/{pid}/stat").read_text(encoding="latin-1").rpartition(")")[2].split()[0]
        except OSError:
            return "gone"

    return [pid for pid in pids if state(pid) not in ("gone", "Z", "X")]


def worker_pids(pid: int) -> list[int]:
    """The worker processes of a driver: the children of its children, the first of which is its fork server."""
    above = parents()
    servers = [child for child, its in above.items() if its == pid]
    return [child for child, its in above.items() if its in servers]


def test_the_driver_is_killed_in_the_middle_of_fifty_and_the_run_resumed(tmp_path: Path) -> None:
    folder, plan = planned(tmp_path / "runs", 50)
    reported: list[str] = []
    for rounds in (9, 8):
        driver = start_driver(folder)
        reported += lines(driver, rounds)
        below = children_of(driver.pid)
        driver.kill()
        driver.wait()
        deadline = time.monotonic() + 20
        while alive(below) and time.monotonic() < deadline:
            time.sleep(0.05)

        assert alive(below) == []

    before = written(folder)

    assert set(reported) <= set(before)
    assert len(before) < 50

    outcomes = run_plan(folder, read_plan(folder.path), 4)
    after = written(folder)

    assert after == Counter(job.id for job in plan.jobs)
    assert summary_of(50, outcomes).passed == 50
    assert len({one.id for one in folder.rollouts()}) == 50


def test_a_worker_is_killed_and_its_rollouts_are_run_again(tmp_path: Path) -> None:
    folder, plan = planned(tmp_path / "runs", 24)
    driver = start_driver(folder)
    lines(driver, 4)
    victim = worker_pids(driver.pid)[-1]
    os.kill(victim, signal.SIGKILL)
    output, _ = driver.communicate(timeout=60)

    assert driver.returncode == 0
    assert written(folder) == Counter(job.id for job in plan.jobs)
    assert len(output.split()) == 20


@pytest.mark.parametrize("rounds", [0, 4], ids=["at the start", "in the middle"])
def test_the_process_that_makes_workers_is_killed_and_the_run_goes_on(tmp_path: Path, rounds: int) -> None:
    folder, plan = planned(tmp_path / "runs", 12)
    driver = start_driver(folder)
    lines(driver, rounds)
    while not (servers := [child for child, its in parents().items() if its == driver.pid]):
        time.sleep(0.01)
    for server in servers:
        os.kill(server, signal.SIGKILL)
    driver.communicate(timeout=60)

    assert driver.returncode == 0
    assert written(folder) == Counter(job.id for job in plan.jobs)


@pytest.mark.parametrize("wait", [0.0, 0.1, 0.3])
def test_an_interrupt_reaches_the_driver_alone(tmp_path: Path, wait: float) -> None:
    folder, _ = planned(tmp_path / "runs", 12)
    script = f"import signal\ntry:\n{indent(DRIVER, '    ')}\nexcept KeyboardInterrupt:\n    print('stopped')"
    driver = subprocess.Popen(
        [sys.executable, "-c", script, str(folder.path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not children_of(driver.pid):
        time.sleep(0.005)
    time.sleep(wait)
    os.killpg(driver.pid, signal.SIGINT)
    output, said = driver.communicate(timeout=60)

    assert output.endswith("stopped\n")
    assert said == ""


def test_only_one_driver_at_a_time(tmp_path: Path) -> None:
    folder, _ = planned(tmp_path / "runs", 1)
    with folder.locked(), pytest.raises(RunBusy), RunFolder(folder.path).locked():
        pass


def test_a_folder_without_a_run_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadRun, match=r"there is no run\.json"):
        read_plan(tmp_path)
    (tmp_path / "run.json").write_text('{"format": 9}')
    with pytest.raises(BadRun, match="is not as it should be"):
        read_plan(tmp_path)


def test_a_rollout_that_kills_its_worker_is_void_and_the_others_go_on(tmp_path: Path) -> None:
    # without a box the program's parent is the worker itself
    turn = m.Turn(acts=(m.RunCode(op="shell", name="shell", body="kill -9 $PPID; sleep 5"),))
    base = handmade_bundle()
    deadly = sealed(replace(base, goal="Die.\n", cases=base.cases.model_copy(update={"solution": (turn,)})))
    folder, plan = planned(tmp_path / "runs", 1, deadly, base, sandbox="none")
    found = summary_of(2, run_plan(folder, plan, 2))

    assert (found.planned, found.done, found.passed, found.void) == (2, 2, 1, {"infra": 1})
    assert (found.mean_reward, found.low, found.high) == (1.0, 0.5, 1.0)

    void = next(one for one in folder.rollouts() if one.void)

    assert (void.termination, void.verdict, void.volatile.attempts) == ("infra_error", None, 3)


def test_a_box_that_breaks_is_tried_again_and_then_void(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, plan = planned(tmp_path / "runs", 2)
    assert probe() is None  # before anything is broken: its answer is kept

    started: list[int] = []

    def breaks(self: BwrapSandbox, *args: object, **options: object) -> NoReturn:
        started.append(1)
        raise SandboxFailed("the box broke")

    monkeypatch.setattr(BwrapSandbox, "exec", breaks)
    worker = Worker(folder, plan, "00")
    report = worker.run(plan.jobs[0])
    monkeypatch.undo()
    mended = worker.run(plan.jobs[1])

    assert isinstance(report, Done)
    assert (report.outcome.void, report.outcome.reward, len(started)) == ("infra", None, 3)
    assert isinstance(mended, Done)
    assert mended.outcome.passed
    assert [(one.termination, one.verdict is None, one.volatile.attempts) for one in folder.rollouts()] == [
        ("infra_error", True, 3),
        ("done", False, 1),
    ]
