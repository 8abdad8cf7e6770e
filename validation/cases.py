"""Pass 3, declared cases: mutants fall below the line and lose what they break, variants pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from cowork_dsl.compiler.bundle import models
from cowork_dsl.runtime.harness.scripted import Scripted
from cowork_dsl.runtime.verdict.evidence import Evidence
from cowork_dsl.validation.agents.extended import Extended
from cowork_dsl.validation.agents.stopping import idle_from_turn
from cowork_dsl.validation.final_state import CantBeMade, Maker
from cowork_dsl.validation.findings import (
    BREAKS_HOLD,
    CASE_BROKEN,
    EQUAL_MUTANT,
    MUTANT_PASSES,
    VARIANT_FAILS,
    Findings,
)
from cowork_dsl.validation.interventions import find_transition
from cowork_dsl.validation.play import CantPlay, Observed, Played, Stage
from cowork_dsl.validation.report.model import CaseRow
from cowork_dsl.validation.subject import Subject, instance_words
from cowork_dsl.validation.tasks import Task
from cowork_dsl.validation.withheld import put_back, without_changes
from cowork_dsl.validation.words import loss_words, named, score_words

Status = Literal["killed", "survived", "passed", "failed", "not applicable", "not tried", "broken"]


def case_run(stage: Stage, instance: int, name: str) -> Observed:
    """Makes a declared case and grades it, in a run where it needs one, else on the solution's final state."""
    bundle, solved = stage.bundle(instance), stage.solved(instance)
    case = next(one for one in bundle.cases.cases if one.name == name)
    maker = Maker(bundle, solved.evidence)
    try:
        if _needs_run(case):
            played = _played(stage, instance, case, solved.evidence)
        else:
            if case.without is not None or case.repeat is not None:
                evidence = maker.recorded(case.without, case.repeat)
            else:
                evidence = maker.changed(case.acts)
            made = replace(solved, evidence=evidence, verdict=stage.grade(instance, evidence))
            # Nobody played this, so it reached nothing.
            found = replace(stage.observed(name, instance, made), states=frozenset(), transitions=frozenset())
            return replace(found, equal=maker.equals_solution(evidence))
    except (CantBeMade, CantPlay) as problem:
        return stage.unplayed(name, instance, problem)
    return replace(stage.observed(name, instance, played), equal=maker.equals_solution(played.evidence))


def case_tasks(subject: Subject, winning: Sequence[int]) -> list[Task]:
    """Every case in every instance that the solution wins."""
    return [Task(case_run, number, (case.name,)) for number in winning for case in subject.first.cases.cases]


def judge_cases(
    subject: Subject, results: Mapping[Task, Observed], winning: Sequence[int], findings: Findings
) -> tuple[CaseRow, ...]:
    """What became of each case over all instances."""
    instances = {instance.number: instance for instance in subject.instances}
    rows = []
    for case in subject.first.cases.cases:
        runs = [results[Task(case_run, number, (case.name,))] for number in winning]
        for one in runs:
            where = instance_words(instances[one.run.instance])
            if one.trouble:
                findings.add(
                    CASE_BROKEN, f"the {case.kind} `{case.name}` can't be made", case.place, f"{where}: {one.trouble}"
                )
            elif case.kind == "mutant" and not one.equal:
                _judge_mutant(case, one, where, findings)
            elif case.kind == "variant" and not one.run.passed and not one.broken:
                findings.add(
                    VARIANT_FAILS,
                    f"the variant `{case.name}` is refused",
                    case.place,
                    f"{where}: {score_words(one.run)}; {loss_words(one.run)}",
                    help="let the check ask no more than the goal states",
                )
        if case.kind == "mutant" and runs and all(one.equal for one in runs):
            findings.add(
                EQUAL_MUTANT,
                f"the mutant `{case.name}` leaves exactly what the solution leaves",
                case.place,
                help="change something that the goal demands, or drop it",
            )
        rows.append(_row(subject, case, runs))
    return tuple(rows)


def _judge_mutant(case: models.Case, one: Observed, where: str, findings: Findings) -> None:
    if one.run.passed:
        findings.add(
            MUTANT_PASSES,
            f"the mutant `{case.name}` reaches the pass line",
            case.place,
            f"{where}: {score_words(one.run)}, lost {named(one.run.lost)}",
            help="let a check notice what is wrong with it",
        )
        return
    held = [check for check in case.breaks if check not in one.run.lost]
    if held:
        findings.add(
            BREAKS_HOLD,
            f"the mutant `{case.name}` does not lose {named(held)}",
            case.place,
            f"{where}: {score_words(one.run)}, lost {named(one.run.lost)}",
            help="mend its `breaks`, or the check that does not notice it",
        )


def _row(subject: Subject, case: models.Case, runs: Sequence[Observed]) -> CaseRow:
    counted = [one for one in runs if not (case.kind == "mutant" and one.equal)]
    status: Status
    if not runs:
        status = "not tried"
    elif any(one.trouble or one.broken for one in runs):
        status = "broken"
    elif case.kind == "variant":
        status = "passed" if all(one.run.passed for one in runs) else "failed"
    elif not counted:
        status = "not applicable"
    else:
        lost = all(not one.run.passed and set(case.breaks) <= set(one.run.lost) for one in counted)
        status = "killed" if lost else "survived"
    return CaseRow(
        kind=case.kind,
        name=case.name,
        doc=case.doc,
        breaks=case.breaks,
        status=status,
        place=subject.place(case.place),
        runs=tuple(one.run for one in counted if not one.trouble),
    )


def _needs_run(case: models.Case) -> bool:
    acting = any(isinstance(act, models.CallTool | models.RunCode) for act in case.acts)
    return bool(case.turns or case.from_turn is not None or case.ignores is not None or acting)


def _played(stage: Stage, instance: int, case: models.Case, solution: Evidence) -> Played:
    bundle = stage.bundle(instance)
    turns = bundle.cases.solution
    if case.ignores is not None:
        transition = find_transition(bundle, case.ignores)
        played = stage.play(instance, Scripted(turns), without_changes(bundle, transition))
        evidence = put_back(bundle, transition, played.evidence, seen=False)
        return replace(played, evidence=evidence, verdict=stage.grade(instance, evidence))
    if case.from_turn is not None:
        return stage.play(instance, idle_from_turn(Scripted(turns), case.from_turn))
    if case.turns:
        return stage.play(instance, Scripted(overlaid(turns, case.turns)))
    last = max((message.segment for message in solution.messages if message.actor == "agent"), default=1)
    return stage.play(instance, Extended(Scripted(turns), case.acts, last))


def overlaid(turns: tuple[models.Turn, ...], replacing: tuple[models.Turn, ...]) -> tuple[models.Turn, ...]:
    """The solution's turns with some replaced.

    ``turn STATE`` takes the place of the one for that state, ``turn n`` that of the n-th turn in order, and turns
    without either those of the first turns in order.
    """
    states = {turn.state for turn in replacing if turn.state is not None}
    numbers = {turn.number for turn in replacing if turn.number is not None}
    in_order = sum(turn.state is None and turn.number is None for turn in replacing)
    kept = []
    place = 0
    for turn in turns:
        if turn.state is not None:
            replaced = turn.state in states
        elif turn.number is not None:
            replaced = turn.number in numbers
        else:
            place += 1
            replaced = place in numbers or place <= in_order
        if not replaced:
            kept.append(turn)
    return (*replacing, *kept)
