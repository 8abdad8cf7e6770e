"""Moments and the worlds at them."""

from dataclasses import replace

import pytest

from cowork_dsl.compiler.bundle.bundle import sealed
from cowork_dsl.runtime.harness.scripted import Scripted
from cowork_dsl.runtime.rollout.episode import run_episode
from tests.helpers.handmade import handmade_bundle

pytestmark = pytest.mark.sandbox


def test_moments_lie_before_what_happens_at_them() -> None:
    base = handmade_bundle()
    looks = (
        base.verifier
        + '''

@check("moments")
def check_moments():
    """Looks at moments."""
    expect(exists(at("correcting"), "out/total.csv"))
    expect(eq(text(at(turn(1)), "inbox/orders.csv"), text(before, "inbox/orders.csv")))
    expect(ne(text(truth_at(turn(2)), "inbox/orders.csv"), text(before, "inbox/orders.csv")))
    expect(exists(at("first(out/total.csv)"), "out/total.csv"))
    expect(no(exists(at("drafting"), "out/total.csv")))
'''
    )
    info = base.checks.checks[0].model_copy(
        update={"name": "moments", "gate": False, "expectations": base.checks.checks[0].expectations * 5}
    )
    bundle = sealed(
        replace(base, verifier=looks, checks=base.checks.model_copy(update={"checks": (*base.checks.checks, info)}))
    )
    trajectory = run_episode(bundle, Scripted(bundle.cases.solution), sandbox="bwrap")

    assert trajectory.verdict is not None
    assert [(c.name, c.result, c.reason) for c in trajectory.verdict.checks if c.result != "pass"] == []
    assert trajectory.worlds is not None
    assert set(trajectory.worlds.at) == {"correcting", "turn(1)", "turn(2)", "first(out/total.csv)", "drafting"}
