from pathlib import Path

import pytest

from cowork_dsl.runtime.harness.scripted import Scripted
from cowork_dsl.validation.play import Stage
from cowork_dsl.validation.subject import Subject
from cowork_dsl.validation.withheld import changes_of, put_back, touched, transitions_of, without_changes
from tests.helpers.handmade import handmade_bundle

RESTATE = next(one for _, one in transitions_of(handmade_bundle()) if one.name == "restate")


def test_only_changes_of_the_world_are_taken_out() -> None:
    (bare,) = (one for _, one in transitions_of(without_changes(handmade_bundle(), RESTATE)) if one.id == RESTATE.id)

    assert [act.op for act in changes_of(RESTATE)] == ["update"]
    assert [act.op for act in bare.acts] == ["say"]
    assert (bare.goto, bare.name) == ("correcting", "restate")


@pytest.mark.sandbox
@pytest.mark.parametrize("seen", [False, True])
def test_the_truth_has_the_change_from_its_moment_on(tmp_path: Path, seen: bool) -> None:
    bundle = handmade_bundle()
    stage = Stage(Subject((bundle,)), tmp_path, "auto")
    played = stage.play(1, Scripted(bundle.cases.solution), without_changes(bundle, RESTATE))
    evidence = put_back(bundle, RESTATE, played.evidence, seen)
    orders = "inbox/orders.csv"

    assert played.evidence.truth.files[orders] == played.evidence.before.files[orders]
    assert b"2,300.00\n" in evidence.truth.files[orders]
    assert (b"2,300.00\n" in evidence.after.files[orders]) is seen
    assert touched(bundle, RESTATE, evidence).paths == {orders}


@pytest.mark.sandbox
def test_nothing_is_put_back_where_it_never_fired(tmp_path: Path) -> None:
    bundle = handmade_bundle()
    stage = Stage(Subject((bundle,)), tmp_path, "auto")
    played = stage.play(1, Scripted(()))

    assert put_back(bundle, RESTATE, played.evidence, seen=True) is played.evidence
