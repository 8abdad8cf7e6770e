"""The Python API, for notebooks and trainers: load a source, compile it, prove it, run an agent in it.

env = load("quarter.cowork")
bundle = env.compile(seed=1)
report = bundle.test()
rollout = bundle.run(harness="scripted")
rollout.reward
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Literal

from cowork_dsl.compiler.analysis.environment import Environment as Checked
from cowork_dsl.compiler.bundle import folder
from cowork_dsl.compiler.emit.places import shown
from cowork_dsl.face.bundles import checked_environment, compiled
from cowork_dsl.face.errors import InfraProblem, UsageProblem
from cowork_dsl.runtime.harness.scripted import Scripted
from cowork_dsl.runtime.record.trajectory import Trajectory
from cowork_dsl.runtime.rollout.episode import run_episode
from cowork_dsl.runtime.sandbox.api import SandboxUnavailable
from cowork_dsl.runtime.sandbox.choose import Kind
from cowork_dsl.validation.options import Options
from cowork_dsl.validation.play import InfraFailure
from cowork_dsl.validation.report.model import Report
from cowork_dsl.validation.run import validate
from cowork_dsl.validation.subject import Subject

__all__ = ["Bundle", "Environment", "Report", "Rollout", "load"]


@dataclass(frozen=True, slots=True)
class Rollout:
    """What one agent did in one environment, and what the verifier made of it.

    Attributes:
        trajectory: The whole record.
    """

    trajectory: Trajectory

    @property
    def reward(self) -> Decimal | None:
        """The reward; None where it was not measured: the rollout is void, or judges are declared and none was run."""
        verdict = self.trajectory.verdict
        return None if verdict is None or verdict.reward is None else Decimal(verdict.reward)

    @property
    def code(self) -> Decimal | None:
        """The part of the reward that the checks decide, without judges."""
        verdict = self.trajectory.verdict
        return None if verdict is None or verdict.code is None else Decimal(verdict.code)

    @property
    def passed(self) -> bool:
        """Whether the agent passed."""
        return self.trajectory.verdict is not None and self.trajectory.verdict.passed


class Bundle:
    """One instance of an environment, ready to be run."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._compiled = subject.first
        self._proven = False

    @property
    def name(self) -> str:
        """The environment's name."""
        return self._compiled.manifest.env

    @property
    def digest(self) -> str:
        """The digest of everything in it."""
        return self._compiled.digest

    @property
    def goal(self) -> str:
        """What the agent is told."""
        return self._compiled.goal

    def write(self, place: str | os.PathLike[str]) -> None:
        """Writes the bundle into a folder, its contents into the store beside it."""
        folder.write(self._compiled, Path(place))

    def test(self, *, sandbox: Kind = "auto") -> Report:
        """Proves the verifier in this instance; `cowork test` does so in several.

        Raises:
            UsageProblem: This machine cannot give the sandbox.
            InfraProblem: The sandbox broke.
        """
        try:
            # In this process: workers would import the caller's script again, which may have no main guard.
            options = Options(instances=1, sandbox=sandbox, workers=1)
            report = Report(envs=(validate(self._subject, options),))
        except SandboxUnavailable as problem:
            raise UsageProblem(problem.message, problem.mend) from problem
        except InfraFailure as problem:
            raise InfraProblem(f"{self.name}: a run broke: {problem}", mend="cowork doctor") from problem
        self._proven = report.ok
        return report

    def run(self, harness: Literal["scripted"] = "scripted", *, seed: int = 0, sandbox: Kind = "auto") -> Rollout:
        """Runs an agent; judges are left out.

        Args:
            harness: Who acts; `scripted` plays the solution.
            seed: The rollout's seed.
            sandbox: The backend.

        Raises:
            UsageProblem: The bundle was not proven, or this machine cannot give the sandbox.
            InfraProblem: The sandbox broke.
        """
        if not self._proven:
            raise UsageProblem(f"{self.name} has not passed its validation", mend="call test() first")
        if harness != "scripted":
            raise UsageProblem(f"there is no harness {harness!r}", mend="scripted")
        agent = Scripted(self._compiled.cases.solution)
        try:
            trajectory = run_episode(self._compiled, agent, sandbox=sandbox, seed=seed, validated=True)
        except SandboxUnavailable as problem:
            raise UsageProblem(problem.message, problem.mend) from problem
        if trajectory.termination == "infra_error":
            raise InfraProblem(f"the sandbox of {self.name} broke", mend="cowork doctor")
        return Rollout(trajectory)


class Environment:
    """A checked environment, or a family of them."""

    def __init__(self, path: str, checked: Checked) -> None:
        self._path = path
        self._checked = checked

    @property
    def name(self) -> str:
        """The environment's name."""
        return self._checked.name

    def compile(self, *, seed: int = 1, params: Mapping[str, str] | None = None) -> Bundle:
        """Compiles one instance.

        Args:
            seed: What everything that is drawn depends on.
            params: Params that are set, as the language spells them; the others are drawn.

        Raises:
            UsageProblem: A param can't be set so.
            Unsound: This instance can't be made.
        """
        sources = (*self._checked.used, self._checked.source)
        return Bundle(
            Subject(
                (compiled(self._checked, self._path, params, seed),),
                {shown(source): source.text for source in sources},
                {shown(source): source.path for source in sources},
            )
        )


def load(path: str | os.PathLike[str]) -> Environment:
    """Reads and checks a `.cowork` file; what is wrong is shown on stderr.

    Raises:
        Unsound: The file has errors; they are its `diagnostics`.
        UsageProblem: The file declares no environment.
    """
    return Environment(os.fspath(path), checked_environment(os.fspath(path)))
