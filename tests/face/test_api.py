"""The Python API, on the example."""

from decimal import Decimal
from pathlib import Path

import pytest

import cowork_dsl as cw
from cowork_dsl.face.bundles import Unsound
from cowork_dsl.face.errors import UsageProblem

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "quarter_rollup.cowork"


def test_the_same_seed_gives_the_same_bundle() -> None:
    env = cw.load(EXAMPLE)

    assert env.name == "finance.quarter_rollup"
    assert env.compile(seed=1).digest == env.compile(seed=1).digest
    assert env.compile(seed=1).digest != env.compile(seed=2).digest


def test_params_can_be_set() -> None:
    bundle = cw.load(EXAMPLE).compile(params={"cutoff": "2026-06-30"})

    assert "Cut-off: 2026-06-30" in bundle.goal


def test_a_param_outside_its_domain_is_a_usage_problem() -> None:
    with pytest.raises(UsageProblem, match="region_count"):
        cw.load(EXAMPLE).compile(params={"region_count": "9"})


def test_a_broken_file_gives_its_diagnostics(tmp_path: Path) -> None:
    broken = tmp_path / "broken.cowork"
    broken.write_text("cowork 1\nenv a {\n  title = \n}\n")
    with pytest.raises(Unsound) as raised:
        cw.load(broken)

    assert raised.value.diagnostics


def test_what_was_not_proven_is_not_run() -> None:
    with pytest.raises(UsageProblem, match="has not passed its validation"):
        cw.load(EXAMPLE).compile().run()


@pytest.mark.slow
@pytest.mark.sandbox
def test_from_a_source_to_a_reward() -> None:
    bundle = cw.load(EXAMPLE).compile(seed=1)
    report = bundle.test()

    assert report.ok

    rollout = bundle.run(harness="scripted")

    assert rollout.code == Decimal(1)
    assert rollout.trajectory.digest == bundle.digest
