"""One rollout: an agent in an environment, with its users, from the start to a verdict."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack, suppress
from datetime import UTC, datetime

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.values.admit import Broken, Inadmissible
from cowork_dsl.runtime.harness.agent import Agent, OutOfBounds
from cowork_dsl.runtime.harness.file_acts import ScriptProblem
from cowork_dsl.runtime.record.log import Log
from cowork_dsl.runtime.record.trajectory import (
    CheckRecord,
    End,
    Harness,
    Trajectory,
    VerdictRecord,
    Volatile,
    Worlds,
)
from cowork_dsl.runtime.record.worlds import save_world
from cowork_dsl.runtime.rollout.blobs import RolloutBlobs
from cowork_dsl.runtime.rollout.doorway import IN_BOX, Doorway, uses_tools
from cowork_dsl.runtime.rollout.evidence import evidence_of
from cowork_dsl.runtime.rollout.ground import Ground
from cowork_dsl.runtime.rollout.permissions import permissions_of
from cowork_dsl.runtime.rollout.stage import Stage
from cowork_dsl.runtime.sandbox.api import Limits, Sandbox, SandboxFailed
from cowork_dsl.runtime.sandbox.choose import Kind, open_sandbox
from cowork_dsl.runtime.verdict.grade import grade
from cowork_dsl.runtime.verdict.model import Verdict
from cowork_dsl.runtime.verdict.view import Schema
from cowork_dsl.runtime.workspace.tree import Blobs


def run_episode(
    bundle: Bundle,
    agent: Agent,
    *,
    sandbox: Kind = "auto",
    seed: int = 0,
    blobs: Blobs | None = None,
    id: str = "rollout",
    trust: bool = False,
    validated: bool = False,
    judge: str = "none",
    graded: bool = True,
) -> Trajectory:
    """Run one rollout and grade it.

    Args:
        bundle: The environment.
        agent: Who acts.
        sandbox: The backend.
        seed: The rollout's seed.
        blobs: Where the states go; in memory where None.
        id: The rollout's id in its run.
        trust: Programs may run without isolation where the backend has none.
        validated: Whether the bundle had passed validation.
        judge: ``none`` where judges are left out.
        graded: Whether to grade it; who grades the evidence with a verifier of their own leaves it out here.

    Returns:
        The whole record; a sandbox that broke is the ending ``infra_error``, without a verdict.

    Raises:
        SandboxUnavailable: This machine can't give the sandbox that was asked for.
    """
    kept = RolloutBlobs(bundle, blobs)
    began, started = time.monotonic(), datetime.now(UTC)
    with ExitStack() as leaving:
        door = Doorway() if uses_tools(bundle) else None
        binds = {}
        if door is not None:
            leaving.callback(door.close)
            binds[IN_BOX] = door.folder
        box = open_sandbox(sandbox, permissions_of(bundle.tools).setup(Limits(), binds), trust=trust)
        leaving.callback(box.destroy)
        stage, worlds, end = _play(bundle, agent, box, kept, door)
    log = stage.ground.log if stage is not None else Log(lambda: bundle.tools.clock.start)
    log.add("system", "public", end)
    played = Trajectory(
        id=id,
        env=bundle.manifest.env,
        digest=bundle.digest,
        params=dict(bundle.manifest.params),
        validated=validated,
        harness=Harness(name=agent.name, version=agent.version, settings=dict(agent.settings)),
        seed=seed,
        sandbox=box.kind,
        judge=judge,
        events=tuple(log.events),
        moments=dict(stage.moments.came) if stage is not None else {},
        worlds=worlds,
        termination=end.reason,
    )
    verdict = regrade(played, bundle, kept) if graded and worlds is not None else None
    seconds = round(time.monotonic() - began, 6)
    volatile = Volatile(started=started.isoformat(), seconds=seconds, pid=os.getpid())
    return played.model_copy(update={"verdict": verdict, "volatile": volatile})


def _play(
    bundle: Bundle, agent: Agent, sandbox: Sandbox, blobs: Blobs, door: Doorway | None
) -> tuple[Stage | None, Worlds | None, End]:
    stage: Stage | None = None
    try:
        stage = Stage(Ground(bundle, sandbox, blobs), door)
        end = _segments(stage, agent)
        # what runs on in the background may write until here, and no longer
        sandbox.stop()
        with suppress(OutOfBounds):  # the last look that was possible is then the final state
            stage.ground.note_changes("agent")
        return stage, _worlds(stage), end
    except SandboxFailed as problem:
        return stage, None, End(reason="infra_error", detail=problem.message)
    except (Inadmissible, Broken) as problem:
        return stage, None, End(reason="user_error", detail=str(problem))


def _segments(stage: Stage, agent: Agent) -> End:
    stage.start()
    while True:
        stage.begin_segment()
        try:
            reply = agent.segment(stage)
            stage.check_time()
        except OutOfBounds as bound:
            return End(reason=bound.limit)
        except ScriptProblem as problem:
            return End(reason="gave_up", detail=str(problem))
        if reply is None:
            return End(reason="gave_up")
        ending = stage.hand_back(reply)
        if ending is not None:
            return End(reason=ending)


def _worlds(stage: Stage) -> Worlds:
    after, truth = stage.ground.keep()
    return Worlds(
        before=save_world(stage.ground.before, stage.ground.blobs),
        after=after,
        truth=truth,
        at=stage.moments.at,
        truth_at=stage.moments.truth_at,
    )


def regrade(trajectory: Trajectory, bundle: Bundle, blobs: Blobs, schema: Schema | None = None) -> VerdictRecord:
    """The verdict on a stored rollout, from its record alone; the bundle's schema may be at hand."""
    return verdict_record(grade(bundle, evidence_of(trajectory, bundle, blobs), schema=schema))


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
