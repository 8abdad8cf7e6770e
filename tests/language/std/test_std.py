"""The services of the library, each exercised by a small environment that passes its own test."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.cowork"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_passes(path: Path) -> None:
    command = [sys.executable, "-m", "cowork_dsl.face.main", "test", str(path), "--json", "--again", "--instances", "2"]
    done = subprocess.run(
        [*command, "--workers", "1"], capture_output=True, text=True, check=False, cwd=HERE.parents[2]
    )
    assert done.returncode == 0, done.stderr + done.stdout
    (env,) = json.loads(done.stdout)["envs"]

    assert env["ok"]
    assert env["findings"] == []


def test_every_service_is_exercised() -> None:
    """Every tool is used here, save for those of mail and calendar, which the shipped environments use."""
    library = HERE.parents[2] / "grammar" / "std"
    texts = "".join(path.read_text() for path in FILES)
    tools = {
        line.split()[1]
        for path in library.glob("*.cowork")
        if path.stem not in {"mail", "calendar"}
        for line in path.read_text().splitlines()
        if line.startswith("  tool ")
    }
    unused = {tool for tool in tools if not re.search(rf"\.{tool}[(,]|call {tool} ", texts)}

    assert unused == set()
