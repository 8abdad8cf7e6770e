"""Measurements that were taken on other code are told apart."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout with the script and one module."""
    (tmp_path / "scripts").mkdir()
    (tmp_path / "compiler").mkdir()
    shutil.copy(ROOT / "scripts/results_digest.py", tmp_path / "scripts")
    (tmp_path / "compiler/a.py").write_text("A = 1\n")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    return tmp_path


def digest(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "scripts/results_digest.py", *arguments]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True)


def record(checkout: Path) -> None:
    results = checkout / "docs/results/bench.json"
    results.parent.mkdir(parents=True, exist_ok=True)
    results.write_text(json.dumps({"code": digest(checkout, "--print").stdout.strip()}))


def test_silent_without_measurements(checkout: Path) -> None:
    assert digest(checkout).stderr == ""


def test_silent_on_the_same_code(checkout: Path) -> None:
    record(checkout)
    (checkout / "README.md").write_text("not code\n")

    assert digest(checkout).stderr == ""


@pytest.mark.parametrize("change", ["edit", "rename"])
def test_warns_on_other_code(checkout: Path, change: str) -> None:
    record(checkout)
    if change == "edit":
        (checkout / "compiler/a.py").write_text("A = 2\n")
    else:
        subprocess.run(["git", "mv", "compiler/a.py", "compiler/b.py"], cwd=checkout, check=True)

    assert "was measured on other code; `make bench` renews it" in digest(checkout).stderr
