"""Validates one environment: runs the passes, judges what they show, gives the report."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from cowork_dsl import __version__
from cowork_dsl.validation import cases, effort, gates, interventions, paths, solution
from cowork_dsl.validation.findings import Findings
from cowork_dsl.validation.options import ZONES, Options
from cowork_dsl.validation.play import Observed
from cowork_dsl.validation.pool import Runner, runner
from cowork_dsl.validation.report.model import CaseRow, EnvReport, Figure, Paths
from cowork_dsl.validation.subject import Subject
from cowork_dsl.validation.tasks import Task


def planned(subject: Subject, options: Options) -> int:
    """How many steps a validation reports at most."""
    return len(_first(subject, options)) + len(_second(subject, options, _numbers(subject), None))


def validate(subject: Subject, options: Options, advance: Callable[[int], None] = lambda steps: None) -> EnvReport:
    """Validates an environment in all its instances.

    Args:
        subject: The environment.
        options: Which passes, and how.
        advance: Told of finished steps; in all as many as `planned` says.

    Raises:
        InfraFailure: The machine or the sandbox failed.
    """
    started = time.monotonic()
    left = planned(subject, options)

    def step(steps: int) -> None:
        nonlocal left
        left -= steps
        advance(steps)

    with (
        tempfile.TemporaryDirectory(prefix="cowork-test-", ignore_cleanup_errors=True) as folder,
        runner(subject, Path(folder), options.sandbox, options.workers, step) as workers,
    ):
        report = _validated(subject, options, workers)
    step(left)
    return report.model_copy(update={"seconds": round(time.monotonic() - started, 2)})


def _validated(subject: Subject, options: Options, workers: Runner) -> EnvReport:
    findings = Findings(subject)
    repeats = workers.run(_first(subject, options))
    solved = {number: repeats[Task(solution.solution_run, number, (0,))] for number in _numbers(subject)}
    by_instance = {number: [one for task, one in repeats.items() if task.instance == number] for number in solved}
    winning = solution.judge_solution(subject, by_instance, findings)
    tasks = _second(subject, options, winning, solved)
    results = workers.run(tasks)
    runs = [*solved.values(), *results.values()]

    explored = [results[task] for task in paths.explorer_tasks(subject) if task in results]
    found_paths: Paths | None = None
    if "paths" in options.only:
        paths.judge_explorers(subject, explored, findings)
        reached = paths.reach(subject, runs)
        paths.judge_reach(subject, reached, findings)
        found_paths = Paths(
            solution=tuple(one.run for one in repeats.values()),
            repeats=len(ZONES),
            zones=tuple(dict.fromkeys(ZONES)),
            equal=all(_alike(ones) for ones in by_instance.values()),
            explored=tuple(one.run for one in explored),
            reach=reached,
        )
    found_effort = None
    if "effort" in options.only:
        lazy = [results[task] for task in effort.effort_tasks(subject)]
        found_effort = effort.judge_effort(subject, lazy, findings)
    found_interventions = None
    if "interventions" in options.only:
        found_interventions = interventions.judge_interventions(subject, solved, winning, results, findings)
    rows: tuple[CaseRow, ...] | None = None
    if "cases" in options.only:
        rows = cases.judge_cases(subject, results, winning, findings)
    covered = gates.requirements(subject, rows)
    checked = gates.checks(subject, runs)
    gates.judge_broken(subject, runs, findings)
    if rows is not None and winning:
        gates.judge_requirements(subject, covered, findings)
        gates.judge_constant(subject, checked, covered, findings)
    found = findings.all()
    return EnvReport(
        version=__version__,
        env=subject.first.manifest.env,
        title=subject.first.manifest.title,
        digest=subject.first.digest,
        ok=gates.gate(found),
        only=options.only,
        pass_line=subject.first.checks.score.passing,
        judged=False if subject.first.rubric.judges else None,
        instances=subject.instances,
        requirements=covered,
        checks=checked,
        paths=found_paths,
        effort=found_effort,
        interventions=found_interventions,
        cases=rows,
        mutants=_figure(rows, "mutant", "killed"),
        variants=_figure(rows, "variant", "passed"),
        findings=found,
    )


def _first(subject: Subject, options: Options) -> list[Task]:
    return solution.solution_tasks(subject, len(ZONES) if "paths" in options.only else 1)


def _second(
    subject: Subject, options: Options, winning: Sequence[int], solved: dict[int, Observed] | None
) -> list[Task]:
    """What is run once the solution's runs are known; where they are not, everything that may be run."""
    tasks: dict[Task, None] = {}
    if "paths" in options.only:
        tasks.update(dict.fromkeys(paths.explorer_tasks(subject)))
    if "effort" in options.only:
        tasks.update(dict.fromkeys(effort.effort_tasks(subject)))
    if "interventions" in options.only:
        tasks.update(dict.fromkeys(interventions.intervention_tasks(subject, solved, winning)))
    if "cases" in options.only:
        tasks.update(dict.fromkeys(cases.case_tasks(subject, winning)))
    return list(tasks)


def _numbers(subject: Subject) -> range:
    return range(1, len(subject.bundles) + 1)


def _alike(runs: Sequence[Observed]) -> bool:
    return all(solution.same_part(one.run) == solution.same_part(runs[0].run) for one in runs)


def _figure(rows: Sequence[CaseRow] | None, kind: str, good: str) -> Figure | None:
    if rows is None:
        return None
    counted = [row for row in rows if row.kind == kind and row.status not in {"not applicable", "not tried"}]
    return Figure.of(sum(row.status == good for row in counted), len(counted))
