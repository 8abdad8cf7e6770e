"""Format, lint and types, as `make check` has them."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


@pytest.mark.parametrize("command", [("ruff", "format", "--check", "."), ("ruff", "check", ".")], ids=" ".join)
def test_ruff(command: tuple[str, ...]) -> None:
    done = run(*command)

    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_types() -> None:
    done = run("mypy")

    assert done.returncode == 0, done.stdout
