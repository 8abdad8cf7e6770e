"""Counts over the plan: voids are neither passed nor failed, and never a zero reward."""

from decimal import Decimal

from cowork_dsl.runtime.engine.outcome import Outcome, summary_of


def test_figures_are_over_the_plan() -> None:
    outcomes = [
        Outcome("a", True, None, Decimal("1"), "done"),
        Outcome("b", False, None, Decimal("0.5"), "stalled"),
        Outcome("c", False, "infra", None, "infra_error"),
    ]
    found = summary_of(4, outcomes)

    assert (found.planned, found.done, found.passed, found.void) == (4, 3, 1, {"infra": 1})
    assert (found.rewards, found.mean_reward) == (2, 0.75)
    assert (found.low, found.high) == (0.25, 0.5)
    assert found.endings == {"done": 1, "infra_error": 1, "stalled": 1}


def test_nothing_measured_has_no_mean() -> None:
    assert summary_of(1, []).mean_reward is None
