"""The solution's runs: everything else is measured against them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cowork_dsl.compiler.bundle import models
from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.runtime.harness.scripted import Scripted
from cowork_dsl.validation.findings import SOLUTION_LOSES, VERDICTS_DIFFER, Findings
from cowork_dsl.validation.options import ZONES
from cowork_dsl.validation.play import CantPlay, Observed, Stage
from cowork_dsl.validation.report.model import Run
from cowork_dsl.validation.subject import Subject, instance_words
from cowork_dsl.validation.tasks import Task
from cowork_dsl.validation.words import loss_words, outcome_words


def solution_run(stage: Stage, instance: int, repeat: int) -> Observed:
    """Runs the solution in the zone that this repeat has; cases start from the end of the first."""
    zone = ZONES[repeat]
    try:
        played = stage.play(instance, Scripted(stage.bundle(instance).cases.solution), zone=zone)
    except CantPlay as problem:
        return stage.unplayed("solution", instance, problem)
    if repeat == 0:
        stage.keep_solution(instance, played)
    return stage.observed("solution", instance, played, zone)


def solution_tasks(subject: Subject, repeats: int) -> list[Task]:
    """Every instance, so often."""
    numbers = range(1, len(subject.bundles) + 1)
    return [Task(solution_run, number, (repeat,)) for number in numbers for repeat in range(repeats)]


def solution_place(bundle: Bundle) -> models.Place:
    """Where the solution stands; its first turn."""
    for turn in bundle.cases.solution:
        if turn.place is not None:
            return turn.place
    return bundle.checks.requirements[0].place


def judge_solution(subject: Subject, runs: Mapping[int, Sequence[Observed]], findings: Findings) -> tuple[int, ...]:
    """Looks at the repeats of each instance; gives the instances in which the solution wins every time."""
    winning = []
    place = solution_place(subject.first)
    for instance in subject.instances:
        repeats = [one.run for one in runs[instance.number]]
        if any(same_part(run) != same_part(repeats[0]) for run in repeats):
            findings.add(
                VERDICTS_DIFFER,
                "the solution's repeated runs got different verdicts",
                place,
                f"{instance_words(instance)}: {_difference(repeats)}",
                help="take out what depends on chance, on the time or on the machine",
            )
        elif not repeats[0].perfect and not any(one.broken for one in runs[instance.number]):
            findings.add(
                SOLUTION_LOSES,
                "the solution does not win",
                place,
                f"{instance_words(instance)}: {runs[instance.number][0].trouble or loss_words(repeats[0])}",
                help="do what the goal asks in the solution, or let the checks ask no more than the goal",
            )
        elif repeats[0].perfect:
            winning.append(instance.number)
    return tuple(winning)


def same_part(run: Run) -> Run:
    """What of a run must not differ between repeats."""
    return run.model_copy(update={"note": ""})


def _difference(runs: Sequence[Run]) -> str:
    for run in runs[1:]:
        for first, other in zip(runs[0].outcomes, run.outcomes, strict=True):
            if first != other:
                return f"once {outcome_words(first)}, once {outcome_words(other)}"
    return f"once ended as {runs[0].ended} after {runs[0].calls} calls, once otherwise"
