"""Pass 2, empty effort: what agents reach that do no work, or only look as if."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cowork_dsl.validation.agents.talkers import replies_only
from cowork_dsl.validation.agents.writer import Writer
from cowork_dsl.validation.fillings import FILLINGS, material
from cowork_dsl.validation.findings import EMPTY_EFFORT_WINS, IDLE_EARNS, REPLY_EARNS, Findings
from cowork_dsl.validation.paths import explorer_run
from cowork_dsl.validation.play import CantPlay, Observed, Stage
from cowork_dsl.validation.report.model import Effort
from cowork_dsl.validation.solution import solution_place
from cowork_dsl.validation.subject import Subject, instance_words
from cowork_dsl.validation.tasks import Task
from cowork_dsl.validation.words import named, score_words

ABOUT = {"idle": "does nothing", "replies only": "says what the solution says, and does nothing"}


def replies_run(stage: Stage, instance: int) -> Observed:
    """Runs the agent that only says what the solution says."""
    return stage.attempt("replies only", instance, replies_only(stage.bundle(instance)))


def filling_run(stage: Stage, instance: int, name: str) -> Observed:
    """Runs an agent that fills every output in one of the ways of not working."""
    bundle = stage.bundle(instance)
    try:
        produced = tuple(stage.solved(instance).evidence.after.files)
    except CantPlay:
        produced = ()
    files = FILLINGS[name][0](material(bundle, produced))
    return stage.attempt(name, instance, Writer(name, files))


def effort_tasks(subject: Subject) -> list[Task]:
    """Every way of not working in every instance; ways of filling outputs only where there are outputs."""
    tasks = []
    filled = any(form.output for form in subject.first.forms)
    for number in range(1, len(subject.bundles) + 1):
        tasks.append(Task(explorer_run, number, ("idle",)))
        tasks.append(Task(replies_run, number))
        if filled:
            tasks.extend(Task(filling_run, number, (name,)) for name in FILLINGS)
    return tasks


def judge_effort(subject: Subject, runs: Sequence[Observed], findings: Findings) -> tuple[Effort, ...]:
    """Idle and reply-only runs score 0; all others stay below the line."""
    instances = {instance.number: instance for instance in subject.instances}
    checks = {check.name: check for check in subject.first.checks.checks}
    idle_earns: set[str] = set()
    found = []
    for one in sorted(runs, key=lambda run: run.run.name != "idle"):
        run, where = one.run, instance_words(instances[one.run.instance])
        earning = [o.check for o in run.outcomes if o.credit > 0 and not checks[o.check].gate]
        strict = run.name in ABOUT
        bound: Literal["zero", "below the line"] = "zero" if strict else "below the line"
        ok = not run.passed and not (strict and run.code)
        if run.name == "idle":
            idle_earns.update(earning)
            ok = ok and not earning
            for name in earning:
                findings.add(
                    IDLE_EARNS,
                    f"the weighted check `{name}` holds for an agent that does nothing",
                    checks[name].place,
                    f"{where}: {score_words(run)}",
                    help="make it a gate, or give it a `given` that is false as long as the work is not there",
                )
        elif run.name == "replies only":
            for name in earning:
                if name not in idle_earns and run.code:
                    findings.add(
                        REPLY_EARNS,
                        f"the check `{name}` holds for an agent that only answers",
                        checks[name].place,
                        f"{where}: {score_words(run)}",
                        help="make it a gate, or give it a `given` that is false as long as the work is not there",
                    )
        elif run.passed:
            findings.add(
                EMPTY_EFFORT_WINS,
                f"an agent that {FILLINGS[run.name][1]} reaches the pass line",
                checks[earning[0]].place if earning else solution_place(subject.first),
                f"{where}: {score_words(run)}, by {named(earning)}",
                help="let a check compare what was written with what the inputs say",
            )
        about = ABOUT[run.name] if strict else FILLINGS[run.name][1]
        found.append(Effort(run=run, about=about, bound=bound, ok=ok))
    return tuple(sorted(found, key=lambda effort: effort.run.instance))
