"""The example's verifier, whichever path the user takes and whatever the agent does to its inputs."""

from pathlib import Path

import pytest

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.bundle.models import Reply, RunCode, Turn
from cowork_dsl.compiler.pipeline import check_path, compile_env
from cowork_dsl.runtime.harness.scripted import Scripted
from cowork_dsl.runtime.record.trajectory import Trajectory
from cowork_dsl.runtime.rollout.episode import run_episode

EXAMPLE = Path(__file__).parents[2] / "examples" / "quarter_rollup.cowork"
DRAFT = (EXAMPLE.parent / "quarter_rollup.solve.py").read_text("utf-8")
WORK = RunCode(op="run", name="solve.py", body=DRAFT)
LOOK = RunCode(op="shell", name="look", body="cat inbox/apac.csv > /dev/null")


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    env = check_path(str(EXAMPLE)).environment
    assert env is not None
    built = compile_env(env, {}, 3)
    assert built.bundle is not None
    return built.bundle


def played(bundle: Bundle, *segments: tuple[RunCode, ...]) -> Trajectory:
    turns = tuple(Turn(acts=(*acts, Reply(text=("Here you are.",)))) for acts in segments)
    return run_episode(bundle, Scripted(turns), sandbox="bwrap")


def results(trajectory: Trajectory) -> dict[str, str]:
    assert trajectory.verdict is not None
    return {check.name: check.result for check in trajectory.verdict.checks}


@pytest.mark.parametrize("waits", [0, 1, 2])
def test_the_work_done_again_after_the_restatement_wins(bundle: Bundle, waits: int) -> None:
    """Also where the user first had to say once or twice that there is nothing yet."""
    found = played(bundle, *([()] * waits), (WORK,), (WORK,))

    assert set(results(found).values()) == {"pass"}


@pytest.mark.parametrize("waits", [0, 1, 2])
def test_ignoring_the_restatement_fails_revenue(bundle: Bundle, waits: int) -> None:
    found = played(bundle, *([()] * waits), (WORK,), ())

    assert results(found)["revenue"] == "fail"
    assert found.verdict is not None
    assert not found.verdict.passed


@pytest.mark.parametrize("waits", [0, 1])
def test_looking_without_working_is_not_enough(bundle: Bundle, waits: int) -> None:
    found = played(bundle, *([()] * waits), (WORK,), (LOOK,))

    assert results(found)["revenue"] == "fail"
    assert results(found)["reread"] == "pass"


def edit(text: str) -> RunCode:
    return RunCode(op="python", name="edit", body=text)


@pytest.mark.parametrize(
    "tampering",
    [
        "import pathlib\np = pathlib.Path('inbox/emea.csv')\nlines = p.read_text().splitlines()\np.write_text('\\n'.join(lines[:3]) + '\\n')",
        "import pathlib\nfor p in pathlib.Path('inbox').glob('*.csv'): p.write_text('order_id,customer,day,revenue\\n')",
        "import pathlib\npathlib.Path('inbox/zzzz.csv').write_text('order_id,customer,day,revenue\\n1,x,2026-01-01,9999999.00\\n')",
        "import os\nos.remove('inbox/apac.csv')",
        "import os\nos.rename('inbox/emea.csv', 'inbox/latam.csv')",
        "import os\nos.remove('inbox/emea.csv')\nos.symlink('/workspace/inbox/apac.csv', 'inbox/emea.csv')",
    ],
)
def test_an_agent_that_edits_its_inputs_moves_no_expectation(bundle: Bundle, tampering: str) -> None:
    """Figures that follow from tampered inputs lose, and so does the tampering itself."""
    honest = played(bundle, (WORK,), (WORK,))
    found = played(bundle, (WORK,), (edit(tampering), WORK))

    assert set(results(honest).values()) == {"pass"}
    assert results(found)["inbox"] == "fail"
    assert found.verdict is not None
    assert found.verdict.code == "0"
    assert found.verdict.error is False


def test_right_figures_with_tampered_inputs_still_follow_the_truth(bundle: Bundle) -> None:
    """The inputs are spoilt after the work: the figures are still right, the gate is lost."""
    spoil = edit("import pathlib\npathlib.Path('inbox/emea.csv').write_text('order_id,customer,day,revenue\\n')")
    found = played(bundle, (WORK,), (WORK, spoil))

    assert results(found)["revenue"] == "pass"
    assert results(found)["inbox"] == "fail"
