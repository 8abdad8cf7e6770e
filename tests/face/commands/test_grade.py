"""`cowork grade` prints the verdict on a folder, with or without the record of the rollout."""

import json
import shutil
from pathlib import Path

import pytest

from cowork_dsl.compiler.bundle.folder import write
from cowork_dsl.compiler.bundle.store import Store
from cowork_dsl.face.main import main
from cowork_dsl.runtime.harness.scripted import Scripted
from cowork_dsl.runtime.record.journal import Journal
from cowork_dsl.runtime.rollout.episode import run_episode
from tests.helpers.handmade import CONFIG, ORDERS, handmade_bundle


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    place = tmp_path / "bundle"
    write(handmade_bundle(), place)
    return place


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "ws"
    for path, data in {
        "inbox/orders.csv": ORDERS,
        "config/report.json": CONFIG,
        "out/total.csv": b"total\n380.50\n",
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def test_right_work_passes(bundle: Path, workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["grade", str(bundle), str(workspace)])

    assert (status, capsys.readouterr().out.splitlines()[-1]) == (
        0,
        "V_code 1, V_LLM no judge is declared, reward 1: passed",
    )


def test_wrong_work_does_not_and_the_line_is_told(
    bundle: Path, workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (workspace / "out/total.csv").write_text("total\n1\n")
    status = main(["grade", str(bundle), str(workspace)])
    told = capsys.readouterr().out

    assert status == 1
    assert "handmade.cowork:78: total: The total follows the corrected order, to the cent." in told
    assert "fail: 1.00 EUR is not near 380.50 EUR" in told or "fail: 1 EUR is not near 380.50 EUR" in told


def test_json(bundle: Path, workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (workspace / "out/total.csv").unlink()
    status = main(["grade", str(bundle), str(workspace), "--json"])
    found = json.loads(capsys.readouterr().out)

    assert status == 1
    assert (found["reward"], found["code"], found["judge"], found["passed"]) == (0.0, 0.0, None, False)
    assert [(check["name"], check["result"], check["line"]) for check in found["checks"]] == [
        ("rows", "fail", 73),
        ("total", "fail", 78),
        ("inbox", "pass", 80),
    ]


def test_with_the_record_the_users_changes_count(
    bundle: Path, tmp_path: Path, workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = handmade_bundle()
    trajectory = run_episode(made, Scripted(made.cases.solution), blobs=Store(tmp_path / "run/store"), id="r1")
    file = tmp_path / "run/rollouts/0.jsonl.zst"
    journal = Journal(file)
    journal.append(trajectory)
    journal.close()
    corrected = ORDERS.replace(b"250.50", b"300.00")
    (workspace / "inbox/orders.csv").write_bytes(corrected)

    stale = main(["grade", str(bundle), str(workspace), "--trajectory", str(file)])
    (workspace / "out/total.csv").write_text("total\n430\n")
    fresh = main(["grade", str(bundle), str(workspace), "--trajectory", str(file), "--rollout", "r1"])

    assert (stale, fresh) == (1, 0), capsys.readouterr().out

    missing = main(["grade", str(bundle), str(workspace), "--trajectory", str(file), "--rollout", "r2"])

    assert (missing, "one that it holds: --rollout r1" in capsys.readouterr().err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere"], "is no folder"),
        (["WS", "--trajectory", "nowhere"], "nowhere"),
        (["WS", "--trajectory", "WS/out/total.csv"], "no finished rollout"),
        (["WS", "--rollout", "x"], "--trajectory FILE"),
        (["WS", "--param", "a=1"], "its params are chosen"),
    ],
)
def test_wrong_use_says_what_mends_it(
    arguments: list[str], told: str, bundle: Path, workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["grade", str(bundle), *(text.replace("WS", str(workspace)) for text in arguments)])

    assert (status, told in capsys.readouterr().err) == (2, True)


def test_a_folder_that_is_gone_is_told(bundle: Path, workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(workspace)

    assert main(["grade", str(bundle), str(workspace)]) == 2
    assert "Traceback" not in capsys.readouterr().err
