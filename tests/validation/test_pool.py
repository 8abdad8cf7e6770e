import os
import signal
from pathlib import Path

import pytest

from cowork_dsl.validation.play import InfraFailure, Observed, Stage
from cowork_dsl.validation.pool import runner
from cowork_dsl.validation.report.model import Run
from cowork_dsl.validation.subject import Subject
from cowork_dsl.validation.tasks import Task
from tests.helpers.handmade import handmade_bundle


def observed(name: str) -> Observed:
    return Observed(Run(name=name, instance=1, code=None, passed=False))


def tell(stage: Stage, instance: int, word: str) -> Observed:
    return observed(word)


def fail_once(stage: Stage, instance: int) -> Observed:
    mark = stage.folder / "tried"
    if not mark.exists():
        mark.touch()
        raise InfraFailure("the box broke")
    return observed("mended")


def fail(stage: Stage, instance: int) -> Observed:
    raise InfraFailure("the box broke")


def die(stage: Stage, instance: int) -> Observed:
    os.kill(os.getpid(), signal.SIGKILL)
    return observed("never")


def run(folder: Path, tasks: list[Task], workers: int) -> tuple[list[str], int]:
    steps: list[int] = []
    with runner(Subject((handmade_bundle(),)), folder, "auto", workers, steps.append) as pool:
        found = pool.run(tasks)
    return [one.run.name for one in found.values()], sum(steps)


@pytest.mark.parametrize("workers", [1, 2])
def test_equal_tasks_are_done_once_and_results_keep_their_order(tmp_path: Path, workers: int) -> None:
    tasks = [Task(tell, 1, (word,)) for word in "cabcab"]

    assert run(tmp_path, tasks, workers) == (["c", "a", "b"], 3)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_failure_of_the_machine_is_tried_again(tmp_path: Path, workers: int) -> None:
    assert run(tmp_path, [Task(fail_once, 1)], workers) == (["mended"], 1)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_failure_that_stays_is_told(tmp_path: Path, workers: int) -> None:
    with pytest.raises(InfraFailure, match="the box broke"):
        run(tmp_path, [Task(fail, 1)], workers)


def test_a_killed_worker_is_told(tmp_path: Path) -> None:
    with pytest.raises(InfraFailure, match="killed"):
        run(tmp_path, [Task(die, 1)], 2)
