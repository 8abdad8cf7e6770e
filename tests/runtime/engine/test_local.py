"""The local engine under kill -9: nothing that was finished is lost, nothing counts twice."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from cowork_dsl.runtime.engine.folder import RunBusy, RunFolder
from cowork_dsl.runtime.engine.local import run_plan
from cowork_dsl.runtime.engine.outcome import summary_of
from cowork_dsl.runtime.engine.plan import BadRun, Environment, RunPlan, jobs_of, read_plan, write_plan
from cowork_dsl.runtime.record.journal import read
from cowork_dsl.runtime.rollout.episode import regrade
from tests.helpers.handmade import handmade_bundle

pytestmark = pytest.mark.sandbox


def planned(path: Path, count: int) -> tuple[RunFolder, RunPlan]:
    """A run of the handmade bundle, ready to start."""
    bundle = handmade_bundle()
    environments = (Environment(env=bundle.manifest.env, digest=bundle.digest, validated=False),)
    plan = RunPlan(
        harness="scripted",
        sandbox="bwrap",
        trust=False,
        judge="none",
        environments=environments,
        jobs=jobs_of(environments, count, 0),
    )
    folder = RunFolder(path)
    folder.path.mkdir(parents=True, exist_ok=True)
    folder.keep_bundle(bundle)
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


def children_of(pid: int) -> list[int]:
    """All processes that descend from one."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = Path(f"/proc/{name}/stat").read_text(encoding="latin-1").rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(name)] = int(fields[1])
    found, left = [], [pid]
    while left:
        parent = left.pop()
        below = [child for child, above in parents.items() if above == parent]
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
    """The worker processes of a driver: the children of its fork server that have an interpreter of ours."""
    return [
        child
        for child in children_of(pid)
        if b"forkserver" in Path(f"/proc/{child}/cmdline").read_bytes() and children_of(child)
    ]


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
