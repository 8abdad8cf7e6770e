"""Every shipped environment passes its own test."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = [ROOT / "examples" / "quarter_rollup.cowork", *sorted((ROOT / "envs" / "library").glob("**/*.cowork"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_passes(path: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cowork_dsl.face.main", "test", str(path), "--json", "--again", "--instances", "3"]
    done = subprocess.run([*command, "--workers", "1"], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr + done.stdout
    (env,) = json.loads(done.stdout)["envs"]

    assert env["ok"]
    assert env["findings"] == []


@pytest.mark.parametrize("path", FILES[1:], ids=lambda path: path.stem)
def test_has_its_evidence(path: Path) -> None:
    """At least one intervention, six mutants and two variants each."""
    from cowork_dsl.compiler.pipeline import check_path

    env = check_path(str(path)).environment
    assert env is not None
    kinds = [case.kind for case in env.cases]
    named = [t for user in env.users for state in user.states for t in state.transitions if t.name is not None]

    assert kinds.count("mutant") >= 6
    assert kinds.count("variant") >= 2
    assert named
