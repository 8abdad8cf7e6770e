"""Whole rollouts in a real sandbox: what the record says, what the verdict rests on, how a run ends."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.bundle.bundle import sealed
from cowork_dsl.runtime.harness.agent import Backstage
from cowork_dsl.runtime.harness.scripted import Scripted
from cowork_dsl.runtime.record.trajectory import (
    Result,
    Trajectory,
    WorkspaceChange,
)
from cowork_dsl.runtime.rollout.episode import regrade, run_episode
from cowork_dsl.runtime.rollout.evidence import evidence_of
from cowork_dsl.runtime.sandbox.api import SandboxUnavailable
from cowork_dsl.runtime.workspace.tree import MemoryBlobs
from tests.helpers.handmade import ORDERS, handmade_bundle
from tests.runtime.rollout.agents import Work, Working, bodies, said_by
from tests.runtime.rollout.bundles import bundle_with, on, say, user

pytestmark = pytest.mark.sandbox


def test_the_solution_wins_and_the_record_says_how() -> None:
    bundle = handmade_bundle()
    blobs = MemoryBlobs()
    trajectory = run_episode(bundle, Scripted(bundle.cases.solution), sandbox="bwrap", blobs=blobs)
    verdict = trajectory.verdict

    assert verdict is not None
    assert [(check.name, check.result) for check in verdict.checks] == [
        ("rows", "pass"),
        ("total", "pass"),
        ("inbox", "pass"),
    ]
    assert (verdict.reward, verdict.passed, trajectory.termination, trajectory.void) == ("1", True, "done", None)
    assert said_by(trajectory, "lead") == [
        "Order 2 was restated and I fixed the file. Please update.",
        "Thanks, that is all.",
    ]

    first, second = bodies(trajectory, Result)

    assert (first.reads, first.writes) == (("inbox/orders.csv",), ("out/total.csv",))
    assert (second.reads, second.writes) == (("inbox/orders.csv",), ("out/total.csv",))
    assert [(change.by, [file.path for file in change.files]) for change in bodies(trajectory, WorkspaceChange)] == [
        ("agent", ["out/total.csv"]),
        ("lead", ["inbox/orders.csv"]),
        ("agent", ["out/total.csv"]),
    ]
    assert [event.index for event in trajectory.events] == list(range(len(trajectory.events)))


def test_a_regrade_of_the_stored_record_equals_the_live_grade() -> None:
    bundle, blobs = handmade_bundle(), MemoryBlobs()
    trajectory = run_episode(bundle, Scripted(bundle.cases.solution), sandbox="bwrap", blobs=blobs)
    stored = Trajectory.model_validate_json(trajectory.model_dump_json())

    assert stored == trajectory
    assert trajectory.verdict is not None
    assert regrade(stored, bundle, blobs).model_dump_json() == trajectory.verdict.model_dump_json()


def test_nothing_private_stands_in_a_public_event() -> None:
    bundle = handmade_bundle()
    trajectory = run_episode(bundle, Scripted(bundle.cases.solution), sandbox="bwrap")
    public = " ".join(event.model_dump_json() for event in trajectory.events if event.visibility == "public")

    for private in ("restate", "correcting", "lead.drafting", "tells", "Terse."):
        assert private not in public.replace("restated and I fixed", "")


def test_the_same_rollout_twice_is_the_same_record() -> None:
    bundle = handmade_bundle()
    first, second = (run_episode(bundle, Scripted(bundle.cases.solution), sandbox="bwrap") for _ in range(2))

    assert first.model_dump_json(exclude={"volatile"}) == second.model_dump_json(exclude={"volatile"})
    assert first.identity == second.identity


def test_a_stale_total_loses_and_a_touched_input_too() -> None:
    bundle = handmade_bundle()
    stale = run_episode(bundle, Scripted(bundle.cases.solution[:1]), sandbox="bwrap")

    def touch(context: Backstage) -> str:
        context.call(
            "shell", {"command": "echo 'id,amount' > inbox/orders.csv; printf 'total\\n0.00\\n' > out/total.csv"}
        )
        return "Done."

    touched = run_episode(bundle, Working(touch, touch), sandbox="bwrap")

    assert stale.verdict is not None
    assert {check.name: check.result for check in stale.verdict.checks}["total"] == "fail"
    assert touched.verdict is not None
    assert (touched.verdict.code, touched.verdict.passed) == ("0", False)
    assert {check.name: check.result for check in touched.verdict.checks}["inbox"] == "fail"


def test_truth_follows_users_and_never_the_agent() -> None:
    bundle, blobs = handmade_bundle(), MemoryBlobs()

    def wreck(context: Backstage) -> str:
        context.call("shell", {"command": "rm inbox/orders.csv; echo total > out/total.csv"})
        return "Done."

    trajectory = run_episode(bundle, Working(wreck), sandbox="bwrap", blobs=blobs)
    evidence = evidence_of(trajectory, bundle, blobs)

    assert evidence.before.files["inbox/orders.csv"] == ORDERS
    assert evidence.truth.files["inbox/orders.csv"] == ORDERS.replace(b"250.50", b"300.00")
    assert "inbox/orders.csv" not in evidence.after.files
    assert [change.lost for change in bodies(trajectory, WorkspaceChange) if change.by == "lead"] == [True]


def ending(*segments: Work | str, tools: dict[str, Any] | None = None, users: Sequence[m.UserPolicy] = ()) -> str:
    return run_episode(bundle_with(*users, tools=tools), Working(*segments), sandbox="bwrap").termination


def test_silence_ends_as_stalled() -> None:
    trajectory = run_episode(handmade_bundle(), Working(), sandbox="bwrap")

    assert trajectory.termination == "stalled"
    assert said_by(trajectory, "lead") == ["I cannot see anything in out/ yet."] * 2
    assert trajectory.verdict is not None
    assert (trajectory.verdict.code, trajectory.verdict.passed) == ("0", False)


def test_limits_have_names() -> None:
    chatty = user("lead", {"a": (on("turn", say("Go on.")),)})
    limits = m.Limits(turns=3, steps=4, time=600)

    def many(context: Backstage) -> str:
        for _ in range(9):
            context.call("list_files", {})
        return ""

    def hours(context: Backstage) -> str:
        context.call("shell", {"command": "sleep 1.2"})
        context.call("list_files", {})
        return ""

    assert ending(tools={"limits": limits}, users=[chatty]) == "limit_turns"
    assert ending(many, tools={"limits": limits}, users=[chatty]) == "limit_steps"
    assert ending(hours, tools={"limits": m.Limits(time=1)}, users=[chatty]) == "limit_time"
    assert ending(lambda context: None) == "gave_up"


def test_without_a_user_the_first_hand_back_is_the_end() -> None:
    base = handmade_bundle()
    bundle = sealed(replace(base, policy=m.Policy(users=()), profile=m.Profile(users=())))

    assert run_episode(bundle, Working("Done."), sandbox="bwrap").termination == "done"


def test_without_isolation_nothing_runs_unless_it_is_trusted() -> None:
    bundle = handmade_bundle()

    with pytest.raises(SandboxUnavailable, match="runs nothing"):
        run_episode(bundle, Scripted(bundle.cases.solution), sandbox="none")

    trusted = run_episode(bundle, Scripted(bundle.cases.solution), sandbox="none", trust=True)

    assert trusted.verdict is not None
    assert trusted.verdict.passed


def test_a_workspace_that_is_too_full_is_a_named_ending() -> None:
    def flood(context: Backstage) -> str:
        context.call("write_file", {"path": "out/total.csv", "content": "total\n1.00\n"})
        context.call("shell", {"command": "truncate -s 200M a b c"})
        return "Full."

    bundle, blobs = handmade_bundle(), MemoryBlobs()
    trajectory = run_episode(bundle, Working(flood), sandbox="bwrap", blobs=blobs)

    assert trajectory.termination == "limit_space"
    assert evidence_of(trajectory, bundle, blobs).after.files["out/total.csv"] == b"total\n1.00\n"
