"""One rollout: an agent in an environment, with its users, from the start to a verdict."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.values.admit import Inadmissible
from cowork_dsl.runtime.harness.agent import Agent, OutOfBounds
from cowork_dsl.runtime.record.rebuild import evidence_of
from cowork_dsl.runtime.record.trajectory import (
    CheckRecord,
    End,
    Harness,
    Termination,
    Trajectory,
    VerdictRecord,
    Volatile,
    Worlds,
)
from cowork_dsl.runtime.record.worlds import save_world
from cowork_dsl.runtime.rollout.ground import Ground
from cowork_dsl.runtime.rollout.permissions import readonly_globs
from cowork_dsl.runtime.rollout.stage import Stage
from cowork_dsl.runtime.sandbox.api import Sandbox, SandboxFailed, Setup
from cowork_dsl.runtime.sandbox.choose import Kind, open_sandbox
from cowork_dsl.runtime.verdict.grade import grade
from cowork_dsl.runtime.verdict.model import Verdict
from cowork_dsl.runtime.workspace.tree import Blobs, MemoryBlobs

ENDINGS: dict[str, Termination] = {
    "done": "done",
    "stalled": "stalled",
    "limit_turns": "limit_turns",
    "limit_steps": "limit_steps",
    "limit_time": "limit_time",
}


class BundleBlobs:
    """The contents that come with a bundle, only to be read."""

    def __init__(self, bundle: Bundle) -> None:
        self._blobs = bundle.blobs

    def get(self, digest: str) -> bytes:
        """The content; ``KeyError`` where the bundle has none."""
        return self._blobs[digest]

    def put(self, data: bytes) -> str:
        """A bundle takes nothing in."""
        raise TypeError("a bundle's contents are only read")


@dataclass(frozen=True, slots=True)
class Plan:
    """How a rollout is to be run and recorded.

    Attributes:
        id: Its id in the run.
        sandbox: The backend.
        trust: Programs may run without isolation where the backend has none.
        seed: The rollout's seed.
        validated: Whether the bundle had passed validation.
        judge: ``none`` where judges are left out.
    """

    id: str = "rollout"
    sandbox: Kind = "auto"
    trust: bool = False
    seed: int = 0
    validated: bool = False
    judge: str = "none"


def run_episode(bundle: Bundle, agent: Agent, plan: Plan | None = None, *, blobs: Blobs | None = None) -> Trajectory:
    """Run one rollout and grade it.

    Args:
        bundle: The environment.
        agent: Who acts.
        plan: How.
        blobs: Where the states go; they must hold the bundle's own blobs, too. In memory where None.

    Returns:
        The whole record; a sandbox that broke is the ending ``infra_error``, without a verdict.

    Raises:
        SandboxUnavailable: This machine can't give the sandbox that was asked for.
    """
    how = plan or Plan()
    kept = blobs if blobs is not None else MemoryBlobs(BundleBlobs(bundle))
    began, started = time.monotonic(), datetime.now(UTC)
    sandbox = open_sandbox(how.sandbox, Setup(readonly=readonly_globs(bundle.tools)), trust=how.trust)
    try:
        unfinished = _play(bundle, agent, how, sandbox, kept)
    finally:
        sandbox.destroy()
    finished = unfinished if unfinished.worlds is None else _graded(unfinished, bundle, kept)
    volatile = Volatile(started=started.isoformat(), seconds=round(time.monotonic() - began, 6), pid=os.getpid())
    return finished.model_copy(update={"volatile": volatile})


def _play(bundle: Bundle, agent: Agent, plan: Plan, sandbox: Sandbox, blobs: Blobs) -> Trajectory:
    stage: Stage | None = None
    worlds: Worlds | None = None
    try:
        stage = Stage(Ground(bundle, sandbox, blobs))
        reason, detail = _segments(stage, agent)
        sandbox.stop()
        stage.ground.note_changes("agent")
        worlds = _worlds(stage)
    except SandboxFailed as problem:
        reason, detail = "infra_error", problem.message
    except Inadmissible as problem:
        reason, detail = "user_error", str(problem)
    events = []
    if stage is not None:
        stage.ground.log.add("system", "public", End(reason=reason, detail=detail))
        events = stage.ground.log.events
    return Trajectory(
        id=plan.id,
        env=bundle.manifest.env,
        digest=bundle.digest,
        params=dict(bundle.manifest.params),
        validated=plan.validated,
        harness=Harness(name=agent.name, version=agent.version, settings=dict(agent.settings)),
        seed=plan.seed,
        sandbox=sandbox.kind,
        judge=plan.judge,
        events=tuple(events),
        moments=dict(stage.moments.came) if stage is not None else {},
        worlds=worlds,
        termination=reason,
    )


def _segments(stage: Stage, agent: Agent) -> tuple[Termination, str]:
    stage.start()
    while True:
        stage.begin_segment()
        try:
            reply = agent.segment(stage)
            stage.check_time()
        except OutOfBounds as bound:
            return ENDINGS[bound.limit], ""
        if reply is None:
            return "gave_up", ""
        ending = stage.hand_back(reply)
        if ending is not None:
            return ENDINGS[ending], ""


def _worlds(stage: Stage) -> Worlds:
    after, truth = stage.ground.keep()
    return Worlds(
        before=save_world(stage.ground.before, stage.ground.blobs),
        after=after,
        truth=truth,
        at=stage.moments.at,
        truth_at=stage.moments.truth_at,
    )


def _graded(trajectory: Trajectory, bundle: Bundle, blobs: Blobs) -> Trajectory:
    verdict = grade(bundle, evidence_of(trajectory, blobs))
    return trajectory.model_copy(update={"verdict": verdict_record(verdict)})


def regrade(trajectory: Trajectory, bundle: Bundle, blobs: Blobs) -> VerdictRecord:
    """The verdict on a stored rollout, from its record alone."""
    return verdict_record(grade(bundle, evidence_of(trajectory, blobs)))


def verdict_record(verdict: Verdict) -> VerdictRecord:
    """A verdict as the record holds it."""
    return VerdictRecord(
        reward=_text(verdict.reward),
        code=_text(verdict.code),
        judge=_text(verdict.judge),
        passed=verdict.passed,
        error=verdict.error,
        checks=tuple(
            CheckRecord(
                name=check.name,
                result=check.result,
                credit=str(check.credit),
                weight=check.weight,
                gate=check.gate,
                reason=check.reason,
                operands=check.operands,
            )
            for check in verdict.checks
        ),
    )


def _text(number: object) -> str | None:
    return None if number is None else format(number, "f")


AgentFactory = Callable[[], Agent]
"""Makes the agent of one rollout."""
