"""Pass 2, interventions: an agent that does not follow must lose; one that does not follow noise must win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from cowork_dsl.compiler.bundle import models
from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.runtime.harness.scripted import Scripted
from cowork_dsl.runtime.verdict.evidence import Evidence
from cowork_dsl.validation.agents.stopping import idle_once_fired
from cowork_dsl.validation.findings import BLIND_FREELY, IGNORED_FREELY, NEVER_FIRES, NO_YIELD, NOISE_COUNTS, Findings
from cowork_dsl.validation.play import CantPlay, Observed, Stage
from cowork_dsl.validation.report.model import Intervention, InterventionRun
from cowork_dsl.validation.subject import Subject, instance_words
from cowork_dsl.validation.tasks import Task
from cowork_dsl.validation.withheld import Touched, changes_of, put_back, touched, transitions_of, without_changes
from cowork_dsl.validation.words import named, score_words

HARMLESS = frozenset({"noise", "pressure"})
"""Kinds that must make no difference to right work."""

UNPROVED = HARMLESS | {"answer_on_request"}
"""Kinds that no check proves."""


def named_transitions(bundle: Bundle) -> list[tuple[models.UserPolicy, models.Transition]]:
    """The interventions: transitions that have a name and a kind."""
    return [(user, one) for user, one in transitions_of(bundle) if one.name is not None and one.kind is not None]


def proving(bundle: Bundle, name: str) -> tuple[str, ...]:
    """The checks that prove an intervention."""
    return tuple(check.name for check in bundle.checks.checks if name in check.proves)


def find_transition(bundle: Bundle, name: str) -> models.Transition:
    """The transition with a name."""
    return next(one for _, one in transitions_of(bundle) if one.name == name)


def idle_run(stage: Stage, instance: int, name: str) -> Observed:
    """The solution until the intervention fired; nothing from then on."""
    bundle = stage.bundle(instance)
    agent = idle_once_fired(Scripted(bundle.cases.solution), find_transition(bundle, name).id)
    return stage.attempt(f"{name}: idle", instance, agent)


def blind_run(stage: Stage, instance: int, name: str) -> Observed:
    """The solution in a world without the change, graded against the truth that has it.

    Not applicable where the solution reads nothing of what the transition changes. For noise and pressure the final
    world has the change as well: only the agent never saw it.
    """
    bundle = stage.bundle(instance)
    transition = find_transition(bundle, name)
    harmless = transition.kind in HARMLESS
    intact = stage.solved(instance)
    if not harmless and not _reads(intact.evidence, transition, touched(bundle, transition, intact.evidence)):
        return Observed(run=stage.run(f"{name}: blind", instance, intact.verdict, intact.evidence), applicable=False)
    try:
        played = stage.play(instance, Scripted(bundle.cases.solution), without_changes(bundle, transition))
    except CantPlay as problem:
        return stage.unplayed(f"{name}: blind", instance, problem)
    evidence = put_back(bundle, transition, played.evidence, seen=harmless)
    regraded = replace(played, evidence=evidence, verdict=stage.grade(instance, evidence))
    way = "ignored" if harmless else "blind"
    return stage.observed(f"{name}: {way}", instance, regraded)


def intervention_tasks(
    subject: Subject, solutions: Mapping[int, Observed] | None, winning: Sequence[int]
) -> list[Task]:
    """Two runs for each intervention in every instance where it fires; where that is not known yet, in all."""
    tasks = []
    for number in winning:
        for _, transition in named_transitions(subject.first):
            if solutions is not None and transition.id not in solutions[number].transitions:
                continue
            if transition.kind not in UNPROVED:
                tasks.append(Task(idle_run, number, (transition.name,)))
            if changes_of(transition) and transition.kind != "answer_on_request":
                tasks.append(Task(blind_run, number, (transition.name,)))
    return tasks


def judge_interventions(
    subject: Subject,
    solutions: Mapping[int, Observed],
    winning: Sequence[int],
    results: Mapping[Task, Observed],
    findings: Findings,
) -> tuple[Intervention, ...]:
    """What each intervention costs those who don't follow it."""
    instances = {instance.number: instance for instance in subject.instances}
    yielding = {case.yields for case in subject.first.cases.cases}
    found = []
    for user, transition in named_transitions(subject.first):
        name, kind = transition.name or "", transition.kind or ""
        proofs = proving(subject.first, name)
        fired = tuple(number for number in winning if transition.id in solutions[number].transitions)
        runs: list[InterventionRun] = []
        for number in fired:
            where = instance_words(instances[number])
            for task, way in ((Task(idle_run, number, (name,)), "idle"), (Task(blind_run, number, (name,)), "blind")):
                one = results.get(task)
                if one is None or not one.applicable or one.trouble:
                    continue
                judged = _judged(one, way, kind, proofs, transition.place, where, name, findings)
                runs.append(judged)
                if not judged.ok:
                    break  # what can be ignored altogether can be overlooked, too
            if kind in HARMLESS and not changes_of(transition):
                # Words alone: the solution heard them, went its way, and won.
                runs.append(InterventionRun(way="ignored", run=solutions[number].run, ok=True, expected="the run wins"))
        if kind in HARMLESS and name not in yielding:
            findings.add(
                NO_YIELD,
                f"no mutant gives in to the {kind} `{name}`",
                transition.place,
                help=f"add a mutant with `yields = {name}` that does what an agent does which gives in",
            )
        if winning and not fired:
            findings.add(NEVER_FIRES, f"the intervention `{name}` fires in no run of the solution", transition.place)
        found.append(
            Intervention(
                name=name,
                kind=kind,
                user=user.name,
                place=subject.place(transition.place),
                proved_by=proofs,
                fired_in=fired,
                runs=tuple(runs),
            )
        )
    return tuple(found)


def _judged(
    one: Observed,
    way: str,
    kind: str,
    proofs: tuple[str, ...],
    place: models.Place,
    where: str,
    name: str,
    findings: Findings,
) -> InterventionRun:
    held = [check for check in proofs if check not in one.run.lost]
    shown: Literal["idle", "blind", "ignored"]
    if kind in HARMLESS:
        shown, ok, expected = "ignored", one.run.passed, "the run wins"
        if not ok:
            findings.add(
                NOISE_COUNTS,
                f"the {kind} `{name}` must make no difference, but the solution loses without having seen it",
                place,
                f"{where}: {score_words(one.run)}, lost {named(one.run.lost)}",
                help="give it another kind, or let no check follow it",
            )
    elif way == "idle":
        shown, ok, expected = "idle", not held, f"{named(proofs)} lose"
        if not ok:
            findings.add(
                IGNORED_FREELY,
                f"an agent that stops once `{name}` fired still passes {named(held)}",
                place,
                f"{where}: {score_words(one.run)}",
                help="let the change alter what the check compares, or take it out of the check's `proves`",
            )
    else:
        shown, ok, expected = "blind", not proofs or len(held) < len(proofs), f"one of {named(proofs)} loses"
        if not ok:
            findings.add(
                BLIND_FREELY,
                f"the solution never saw the change `{name}`, and still passes {named(held)}",
                place,
                f"{where}: {score_words(one.run)}",
                help="let the change alter what a check that proves it compares",
            )
    return InterventionRun(way=shown, run=one.run, ok=ok, expected=expected)


def _reads(evidence: Evidence, transition: models.Transition, changed: Touched) -> bool:
    """Whether the solution reads something of what was changed, after it was."""
    fired = next((one.index for one in evidence.entered if one.transition == transition.id), None)
    if fired is None:
        return False
    services = {table.partition(".")[0] for table in changed.tables}
    return any(
        call.index > fired and (changed.paths.intersection(call.reads) or call.tool.partition(".")[0] in services)
        for call in evidence.calls
    )
