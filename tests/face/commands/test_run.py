"""`cowork run`: what it refuses and how that is mended, its figures, resuming, stopping."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.bundle.bundle import Bundle, sealed
from cowork_dsl.compiler.bundle.folder import write
from cowork_dsl.face.main import main
from cowork_dsl.runtime.engine.folder import RunFolder
from tests.helpers.handmade import handmade_bundle, place

pytestmark = pytest.mark.sandbox


def on_disk(folder: Path, bundle: Bundle | None = None, *, ok: bool | None = None, digest: str = "") -> Path:
    """A bundle's folder, perhaps with what validation found."""
    made = bundle or handmade_bundle()
    write(made, folder)
    if ok is not None:
        found = {"digest": digest or made.digest, "ok": ok}
        (folder / "private" / "validation.json").write_text(json.dumps(found))
    return folder


def told(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_validated_bundle_is_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle, runs = on_disk(tmp_path / "b", ok=True), tmp_path / "runs"
    status = main(["run", str(bundle), "--harness", "scripted", "-n", "2", "--seed", "7", "-o", str(runs), "--json"])

    assert status == 0
    assert told(capsys) == {
        "planned": 2,
        "done": 2,
        "passed": 2,
        "void": {},
        "mean_reward": 1.0,
        "rewards": 2,
        "pass_rate": {"low": 1.0, "high": 1.0},
        "endings": {"done": 2},
        "path": str(runs),
    }

    rollouts = sorted(RunFolder(runs).rollouts(), key=lambda one: one.seed)

    assert [(one.seed, one.validated, one.sandbox, one.harness.name) for one in rollouts] == [
        (7, True, "bwrap", "scripted"),
        (8, True, "bwrap", "scripted"),
    ]


@pytest.mark.parametrize(("ok", "digest"), [(None, ""), (False, ""), (True, "0" * 64)])
def test_what_is_not_validated_is_refused_with_the_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ok: bool | None, digest: str
) -> None:
    bundle = on_disk(tmp_path / "b", ok=ok, digest=digest)
    status = main(["run", str(bundle), "-o", str(tmp_path / "runs")])
    words = capsys.readouterr().err

    assert status == 2
    assert "tests.handmade has not passed validation" in words
    assert f"cowork test {bundle}" in words
    assert not (tmp_path / "runs" / "run.json").exists()


def test_unvalidated_is_allowed_and_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = tmp_path / "runs"
    status = main(["run", str(on_disk(tmp_path / "b")), "--unvalidated", "-o", str(runs)])

    assert status == 0
    assert "planned 1, done 1, passed 1, void: none" in capsys.readouterr().out
    assert [one.validated for one in RunFolder(runs).rollouts()] == [False]


def test_judges_must_be_left_out_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judge = m.Criterion(name="clear", covers="total", weight=1, sees=("out/total.csv",), ask="Is it?", place=place(99))
    bundle = sealed(replace(handmade_bundle(), rubric=m.Rubric(judges=(judge,))))
    path = on_disk(tmp_path / "b", bundle, ok=True)

    assert main(["run", str(path), "-o", str(tmp_path / "runs")]) == 2
    assert "--judge none" in capsys.readouterr().err

    assert main(["run", str(path), "--judge", "none", "-o", str(tmp_path / "runs"), "--json"]) == 0

    found = told(capsys)

    assert (found["passed"], found["mean_reward"], found["rewards"]) == (1, None, 0)
    assert [one.judge for one in RunFolder(tmp_path / "runs").rollouts()] == ["none"]


def test_without_a_sandbox_trust_must_be_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = on_disk(tmp_path / "b", ok=True)

    assert main(["run", str(path), "--sandbox", "none", "-o", str(tmp_path / "runs")]) == 2
    assert "--trust" in capsys.readouterr().err


def test_a_run_is_resumed_and_never_repeated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, runs = on_disk(tmp_path / "b", ok=True), tmp_path / "runs"
    main(["run", str(path), "-n", "2", "-o", str(runs)])
    first = {one.id: one.volatile for one in RunFolder(runs).rollouts()}
    capsys.readouterr()

    assert main(["run", str(path), "-n", "2", "-o", str(runs)]) == 2
    assert f"cowork run --resume -o {runs}" in capsys.readouterr().err

    assert main(["run", "--resume", "-o", str(runs), "--json"]) == 0
    assert told(capsys)["done"] == 2
    assert {one.id: one.volatile for one in RunFolder(runs).rollouts()} == first

    other = on_disk(tmp_path / "other", sealed(replace(handmade_bundle(), goal="Another.\n")), ok=True)

    assert main(["run", str(other), "--resume", "-o", str(runs)]) == 2
    assert "planned for other environments" in capsys.readouterr().err


def test_nothing_to_resume_or_to_run_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--resume", "-o", str(tmp_path / "no")]) == 2
    assert "holds no run" in capsys.readouterr().err
    assert main(["run", "-o", str(tmp_path / "no")]) == 2
    assert main(["run", str(tmp_path / "gone.cowork"), "-o", str(tmp_path / "no")]) == 2
    assert main(["run", "x.cowork", "-n", "0", "-o", str(tmp_path / "no")]) == 2

    (tmp_path / "file").write_text("")
    capsys.readouterr()

    assert main(["run", "x.cowork", "-o", str(tmp_path / "file")]) == 2
    assert "is no folder" in capsys.readouterr().err


@pytest.mark.parametrize("more", [["-n", "3"], ["--seed", "5"]])
def test_a_run_stays_as_it_was_planned(tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str]) -> None:
    path, runs = on_disk(tmp_path / "b", ok=True), tmp_path / "runs"
    main(["run", str(path), "-n", "2", "-o", str(runs)])
    capsys.readouterr()

    assert main(["run", "--resume", "-o", str(runs), *more]) == 2
    assert "was planned with -n 2 --seed 0" in capsys.readouterr().err
    assert main(["run", str(path), "-n", "2", "--seed", "0", "--resume", "-o", str(runs)]) == 0


@pytest.mark.parametrize("more", [["--resume"], [], ["gone.cowork"], ["b"]])
def test_a_call_that_is_refused_makes_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    on_disk(tmp_path / "b")
    monkeypatch.chdir(tmp_path)

    assert main(["run", *more, "-o", "runs"]) == 2
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("count", ["0", "-3", "many", "1.5"])
def test_counts_are_told_what_they_are(capsys: pytest.CaptureFixture[str], count: str) -> None:
    assert main(["run", "x.cowork", "-n", count, "-o", "runs"]) == 2
    assert f"`{count}` is no count: take a whole number from 1 on" in capsys.readouterr().err


def test_the_bundle_of_a_run_is_a_target(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    main(["run", str(on_disk(tmp_path / "b", ok=True)), "-o", str(runs)])

    assert main(["run", str(runs / "bundles"), "--unvalidated", "-o", str(tmp_path / "again")]) == 0


def test_ctrl_c_stops_cleanly_and_says_how_to_go_on(tmp_path: Path) -> None:
    path, runs = on_disk(tmp_path / "b", ok=True), tmp_path / "runs"
    command = [sys.executable, "-m", "cowork_dsl.face.main", "run", str(path), "-n", "400", "-o", str(runs)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not any(one.stat().st_size for one in (runs / "rollouts").glob("*")):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, words = process.communicate(timeout=30)

    assert process.returncode == 130
    assert f"cowork run --resume -o {runs}" in words
    assert "Traceback" not in words

    finished = list(RunFolder(runs).rollouts())

    assert 0 < len(finished) < 400
    assert {one.void for one in finished} == {None}
