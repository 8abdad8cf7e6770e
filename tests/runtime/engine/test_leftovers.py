"""After a run of many rollouts nothing of it is left on the machine but its record."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cowork_dsl.runtime.engine.folder import RunFolder
from cowork_dsl.runtime.sandbox.home import _base
from tests.helpers.handmade import handmade_bundle
from tests.runtime.engine.test_local import planned

pytestmark = pytest.mark.sandbox

ROOT = Path(__file__).resolve().parents[3]
ROLLOUTS = 20
RUN = """
import sys
from pathlib import Path
from cowork_dsl.runtime.engine.folder import RunFolder
from cowork_dsl.runtime.engine.local import run_plan
from cowork_dsl.runtime.engine.plan import read_plan
if __name__ == "__main__":
    path = Path(sys.argv[1])
    run_plan(RunFolder(path), read_plan(path), 4)
"""


def test_no_process_no_folder_and_no_mount_is_left(tmp_path: Path) -> None:
    folder, _ = planned(tmp_path / "runs", ROLLOUTS, handmade_bundle())
    script = tmp_path / "run.py"
    script.write_text(RUN, encoding="utf-8")
    driver = subprocess.Popen(
        [sys.executable, str(script), str(folder.path)], env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=ROOT
    )
    status = driver.wait(120)
    rollouts = list(RunFolder(folder.path).rollouts())
    pids = {driver.pid, *(rollout.volatile.pid for rollout in rollouts)}
    folders = [name for name in os.listdir(_base()) if int(name.split("-")[1]) in pids]
    alive = [pid for pid in pids if os.path.exists(f"/proc/{pid}")]
    mounts = [line for line in Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines() if _base() in line]

    assert (status, len(rollouts)) == (0, ROLLOUTS)
    assert {rollout.termination for rollout in rollouts} == {"done"}
    assert (alive, folders, mounts) == ([], [], [])
