"""Pass 1, paths: the solution wins in every instance, and agents that do no work only explore."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.bundle.models import Event, Transition
from cowork_dsl.runtime.harness.agent import Agent
from cowork_dsl.validation.agents.talkers import asks_everything, babbles, idle, silent
from cowork_dsl.validation.findings import EXPLORER_WINS, NOT_REACHED, Findings
from cowork_dsl.validation.play import Observed, Stage
from cowork_dsl.validation.report.model import Reach
from cowork_dsl.validation.solution import solution_place
from cowork_dsl.validation.subject import Subject, instance_words
from cowork_dsl.validation.tasks import Task
from cowork_dsl.validation.words import score_words

EXPLORERS: Mapping[str, Callable[[Bundle], Agent]] = {
    "idle": lambda bundle: idle(),
    "asks everything": asks_everything,
    "silent": lambda bundle: silent(),
    "babbles": babbles,
}
"""Name to the agent that explores."""


def explorer_run(stage: Stage, instance: int, name: str) -> Observed:
    """Runs one of the exploring agents."""
    return stage.attempt(name, instance, EXPLORERS[name](stage.bundle(instance)))


def explorer_tasks(subject: Subject) -> list[Task]:
    """Every explorer in every instance."""
    return [Task(explorer_run, number, (name,)) for number in range(1, len(subject.bundles) + 1) for name in EXPLORERS]


def judge_explorers(subject: Subject, runs: Sequence[Observed], findings: Findings) -> None:
    """Every path must stay below the pass line."""
    instances = {instance.number: instance for instance in subject.instances}
    for one in runs:
        where = instance_words(instances[one.run.instance])
        earning = [check for check in subject.first.checks.checks if not check.gate and check.name not in one.run.lost]
        if one.run.passed:
            findings.add(
                EXPLORER_WINS,
                f"an agent that {ABOUT[one.run.name]} reaches the pass line",
                earning[0].place if earning else solution_place(subject.first),
                f"{where}: {score_words(one.run)}",
                help="tie the checks to the work's results",
            )


ABOUT: Mapping[str, str] = {
    "idle": "does nothing",
    "asks everything": "only asks",
    "silent": "says nothing and does nothing",
    "babbles": "only talks",
}
"""What each explorer does, in words."""


def reach(subject: Subject, runs: Sequence[Observed]) -> tuple[Reach, ...]:
    """All states and transitions of all users, and whose runs came there."""
    states: dict[tuple[str, str], dict[str, None]] = {}
    transitions: dict[str, dict[str, None]] = {}
    for one in runs:
        for entered in one.states:
            states.setdefault(entered, {}).setdefault(one.run.name)
        for fired in one.transitions:
            transitions.setdefault(fired, {}).setdefault(one.run.name)
    found = []
    for user in subject.first.policy.users:
        for number, state in enumerate(user.states):
            everybody = dict.fromkeys(one.run.name for one in runs)
            found.append(
                Reach(
                    kind="state",
                    user=user.name,
                    name=state.name,
                    about="final" if state.final else "first" if number == 0 else "",
                    place=subject.place(state.place),
                    reached_by=tuple(everybody if number == 0 else states.get((user.name, state.name), {})),
                )
            )
            found.extend(
                Reach(
                    kind="transition",
                    user=user.name,
                    name=transition_name(transition),
                    about=_about(transition),
                    place=subject.place(transition.place),
                    reached_by=tuple(transitions.get(transition.id, {})),
                )
                for transition in state.transitions
            )
    return tuple(found)


def judge_reach(subject: Subject, reached: Sequence[Reach], findings: Findings) -> None:
    """Lists what no run came to; interventions are judged by their own pass."""
    interventions = {
        t.place.line for user in subject.first.policy.users for s in user.states for t in s.transitions if t.kind
    }
    places = {
        (place.file, place.line): place
        for user in subject.first.policy.users
        for state in user.states
        for place in chain((state.place,), (t.place for t in state.transitions))
    }
    for one in reached:
        if not one.reached_by and not (one.kind == "transition" and one.place.line in interventions):
            words = f"no run comes to the state `{one.name}`" if one.kind == "state" else "no run fires this transition"
            findings.add(NOT_REACHED, f"{words} of `{one.user}`", places[one.place.file, one.place.line])


def transition_name(transition: Transition) -> str:
    """A transition as people know it."""
    return transition.name if transition.name is not None else transition.id.partition(".")[2]


def _about(transition: Transition) -> str:
    words = f"on {event_words(transition.event)}"
    return f"{words}, {transition.kind}" if transition.kind else words


def event_words(event: Event) -> str:
    """An event as the source writes it."""
    if event.number is not None:
        return f"{event.type} {event.number}"
    return f"{event.type} {event.subject}" if event.subject else event.type
