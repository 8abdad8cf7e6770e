"""Runs and grades: what every pass is made of. One stage a worker process."""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.values.admit import Inadmissible
from cowork_dsl.compiler.values.failures import Fail, NotProven
from cowork_dsl.runtime.harness.agent import Agent
from cowork_dsl.runtime.harness.file_acts import ScriptProblem
from cowork_dsl.runtime.pages.text import shortened, shown
from cowork_dsl.runtime.record.trajectory import Trajectory
from cowork_dsl.runtime.rollout.episode import run_episode
from cowork_dsl.runtime.rollout.evidence import evidence_of
from cowork_dsl.runtime.sandbox.choose import Kind
from cowork_dsl.runtime.verdict.evidence import Evidence
from cowork_dsl.runtime.verdict.grade import grade
from cowork_dsl.runtime.verdict.model import Verdict
from cowork_dsl.runtime.verdict.names import schema_of
from cowork_dsl.runtime.verdict.view import Schema
from cowork_dsl.runtime.workspace.tree import MemoryBlobs
from cowork_dsl.validation.probes import Probes
from cowork_dsl.validation.report.model import CheckOutcome, Run
from cowork_dsl.validation.subject import Subject


class InfraFailure(Exception):
    """A run broke for no fault of the environment, so validation says nothing about it."""


class CantPlay(Exception):
    """What the agent was to do can't be done; the message is for the author of the script."""


@dataclass(frozen=True, slots=True)
class Played:
    """One run: its record, what the verdict rests on, and the verdict."""

    trajectory: Trajectory
    blobs: MemoryBlobs
    evidence: Evidence
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Observed:
    """What the passes need of one run, small enough to travel between processes.

    Attributes:
        run: For the report.
        states: The states that were entered, as (user, state).
        transitions: Ids of the transitions that fired.
        broken: The checks in which the verifier broke.
        trouble: Why the agent could not do what it was to do, or a case not be made; empty where it could.
        equal: Whether a case left exactly what the solution left.
        applicable: Whether what was asked makes sense here.
    """

    run: Run
    states: frozenset[tuple[str, str]] = frozenset()
    transitions: frozenset[str] = frozenset()
    broken: tuple[str, ...] = ()
    trouble: str = ""
    equal: bool = False
    applicable: bool = True


@dataclass(frozen=True)
class Stage:
    """Where runs take place.

    Attributes:
        subject: What is validated.
        folder: A folder of this validation alone, shared by all workers: the solutions' runs are kept there.
        sandbox: The backend.
    """

    subject: Subject
    folder: Path
    sandbox: Kind
    _solved: dict[int, Played] = field(init=False, default_factory=dict)
    _schemas: dict[int, Schema] = field(init=False, default_factory=dict)
    _probes: Probes = field(init=False, default_factory=Probes)

    def bundle(self, instance: int) -> Bundle:
        """The bundle of an instance, counted from 1."""
        return self.subject.bundles[instance - 1]

    def play(self, instance: int, agent: Agent, bundle: Bundle | None = None, zone: str = "UTC") -> Played:
        """Runs an agent in an instance, or in a changed bundle of it; graded by the instance's own verifier.

        Raises:
            CantPlay: What the agent is to do can't be done.
            InfraFailure: The machine or the sandbox failed.
        """
        own = self.bundle(instance)
        blobs = MemoryBlobs()
        played_in = bundle if bundle is not None else own
        with in_zone(zone):
            try:
                trajectory = run_episode(
                    played_in,
                    agent,
                    sandbox=self.sandbox,
                    seed=own.manifest.seed,
                    blobs=blobs,
                    id=agent.name,
                    graded=False,
                )
            except (ScriptProblem, Fail, NotProven, Inadmissible) as problem:
                raise CantPlay(str(problem)) from problem
            if trajectory.worlds is None:
                raise InfraFailure(_last_words(trajectory))
            evidence = evidence_of(trajectory, own, blobs)
            return Played(trajectory, blobs, evidence, self.grade(instance, evidence))

    def attempt(self, name: str, instance: int, agent: Agent) -> Observed:
        """Runs an agent, and gives what it showed under a name; also where it can't be played."""
        try:
            return self.observed(name, instance, self.play(instance, agent))
        except CantPlay as problem:
            return self.unplayed(name, instance, problem)

    def grade(self, instance: int, evidence: Evidence) -> Verdict:
        """The verdict of the instance's own verifier."""
        bundle = self.bundle(instance)
        if instance not in self._schemas:
            self._schemas[instance] = schema_of(bundle)
        return grade(bundle, evidence, probe=self._probes, schema=self._schemas[instance])

    def keep_solution(self, instance: int, played: Played) -> None:
        """Keeps the solution's run, for all workers."""
        text = played.trajectory.model_dump_json()
        (self.folder / f"solution-{instance}").write_bytes(pickle.dumps((text, played.blobs)))

    def solved(self, instance: int) -> Played:
        """The solution's run that was kept.

        Raises:
            CantPlay: The solution could not be played.
        """
        if instance not in self._solved:
            own = self.bundle(instance)
            try:
                text, blobs = pickle.loads((self.folder / f"solution-{instance}").read_bytes())
            except FileNotFoundError as error:
                raise CantPlay("the solution could not be played") from error
            trajectory = Trajectory.model_validate_json(text)
            evidence = evidence_of(trajectory, own, blobs)
            self._solved[instance] = Played(trajectory, blobs, evidence, self.grade(instance, evidence))
        return self._solved[instance]

    def observed(self, name: str, instance: int, played: Played, note: str = "") -> Observed:
        """What a run showed."""
        evidence = played.evidence
        return Observed(
            run=self.run(name, instance, played.verdict, evidence, note),
            states=frozenset((one.user, one.state) for one in evidence.entered if one.state is not None),
            transitions=frozenset(one.transition for one in evidence.entered if one.transition is not None),
            broken=tuple(check.name for check in played.verdict.checks if check.result == "error"),
        )

    def unplayed(self, name: str, instance: int, problem: Exception) -> Observed:
        """What stands for a run that could not take place."""
        return Observed(run=Run(name=name, instance=instance, code=None, passed=False), trouble=str(problem))

    def run(self, name: str, instance: int, verdict: Verdict, evidence: Evidence, note: str = "") -> Run:
        """A verdict as the report shows it."""
        principal = next((user for user in self.bundle(instance).policy.users if user.principal), None)
        path = [principal.states[0].name] if principal is not None else []
        path += [one.state for one in evidence.entered if principal and one.user == principal.name and one.state]
        return Run(
            name=name,
            instance=instance,
            code=None if verdict.code is None else float(verdict.code),
            passed=verdict.passed,
            ended=evidence.ended,
            path=tuple(state for index, state in enumerate(path) if index == 0 or path[index - 1] != state),
            calls=len(evidence.calls),
            outcomes=tuple(
                CheckOutcome(
                    check=check.name,
                    result=check.result,
                    credit=float(check.credit),
                    reason=_told(check.reason),
                    operands=tuple(map(_told, check.operands)),
                    place=self.subject.place(check.place),
                )
                for check in verdict.checks
            ),
            note=note,
        )


@contextmanager
def in_zone(zone: str) -> Iterator[None]:
    """The process in another time zone, for the block."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = zone
    time.tzset()
    try:
        yield
    finally:
        if before is None:
            del os.environ["TZ"]
        else:
            os.environ["TZ"] = before
        time.tzset()


def _told(text: str) -> str:
    """Words that quote what an agent wrote, fit for any report: bounded, and nothing hidden in them."""
    return shortened(shown(text))


def _last_words(trajectory: Trajectory) -> str:
    """Why a run ended, as its record says."""
    for event in reversed(trajectory.events):
        if event.body.kind == "end":
            return event.body.detail or event.body.reason
    return trajectory.termination
