"""What came of a run: counts over the plan, never over what happened to finish."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from cowork_dsl.runtime.record.trajectory import Trajectory


@dataclass(frozen=True, slots=True)
class Outcome:
    """One finished rollout, as far as counting needs it.

    Attributes:
        id: The rollout's id.
        passed: Whether it passed.
        void: Who is to blame where it counts neither as passed nor as failed.
        reward: None where it is void or not measured.
        termination: How it ended.
    """

    id: str
    passed: bool
    void: str | None
    reward: Decimal | None
    termination: str


def outcome_of(trajectory: Trajectory) -> Outcome:
    """What a rollout counts as."""
    verdict = trajectory.verdict
    void = trajectory.void
    reward = None if void or verdict is None or verdict.reward is None else Decimal(verdict.reward)
    passed = void is None and verdict is not None and verdict.passed
    return Outcome(trajectory.id, passed, void, reward, trajectory.termination)


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a run.

    Attributes:
        planned: How many rollouts were fixed before the run.
        done: How many of them finished, the void ones among them.
        passed: How many passed.
        void: Who is to blame to how many.
        rewards: How many have a reward.
        mean_reward: Their mean; None where there is none.
        low: The pass rate if all void ones had failed.
        high: The pass rate if all void ones had passed.
        endings: How they ended.
    """

    planned: int
    done: int
    passed: int
    void: dict[str, int]
    rewards: int
    mean_reward: float | None
    low: float
    high: float
    endings: dict[str, int]


def summary_of(planned: int, outcomes: Iterable[Outcome]) -> Summary:
    """Count a run's outcomes."""
    found = list(outcomes)
    void = Counter(one.void for one in found if one.void is not None)
    rewards = [one.reward for one in found if one.reward is not None]
    passed = sum(one.passed for one in found)
    mean = float(sum(rewards, Decimal(0)) / len(rewards)) if rewards else None
    return Summary(
        planned=planned,
        done=len(found),
        passed=passed,
        void=dict(sorted(void.items())),
        rewards=len(rewards),
        mean_reward=mean,
        low=passed / planned if planned else 0.0,
        high=(passed + void.total()) / planned if planned else 0.0,
        endings=dict(sorted(Counter(one.termination for one in found).items())),
    )
