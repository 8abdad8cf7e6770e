import json
import subprocess
import sys
from pathlib import Path

import pytest

from cowork_dsl.face import prerequisites
from cowork_dsl.face.main import main
from cowork_dsl.face.prerequisites import Finding

ROOT = Path(__file__).resolve().parents[3]
Capture = pytest.CaptureFixture[str]


def test_names_what_this_machine_has(capsys: Capture) -> None:
    status = main(["doctor", "--json"])
    found = json.loads(capsys.readouterr().out)
    checks = {check["name"]: check for check in found["checks"]}

    assert status == (0 if found["ok"] else 2)
    assert checks["python"]["ok"]
    assert {"bubblewrap", "sandbox", "user namespaces", "libfaketime", "git", "disk", "tmpfs", "docker"} <= set(checks)
    assert all(check["detail"] for check in checks.values())
    assert all(check["mend"] for check in checks.values() if not check["ok"])


def doctor_after(change: str) -> tuple[int, dict[str, dict[str, object]]]:
    """Runs the command in a namespace of its own, in which something was taken away first."""
    command = f"{change} && exec {sys.executable} -m cowork_dsl.face.main doctor --json"
    done = subprocess.run(["unshare", "-Urm", "sh", "-c", command], cwd=ROOT, capture_output=True, text=True)
    if not done.stdout:
        pytest.skip(f"no namespace to try it in: {done.stderr}")
    return done.returncode, {check["name"]: check for check in json.loads(done.stdout)["checks"]}


def test_a_missing_program_is_found_out() -> None:
    status, checks = doctor_after("mount --bind /dev/null /usr/bin/bwrap")

    assert status == 2
    assert not checks["bubblewrap"]["ok"]
    assert "apt-get install bubblewrap" in str(checks["bubblewrap"]["mend"])
    assert not checks["sandbox"]["ok"]


def test_a_kernel_that_refuses_a_box_is_found_out() -> None:
    """The program is there, yet no namespace can be made."""
    status, checks = doctor_after("echo 0 > /proc/sys/user/max_user_namespaces")

    assert status == 2
    assert checks["bubblewrap"]["ok"]
    assert not checks["user namespaces"]["ok"]
    assert not checks["sandbox"]["ok"]
    assert checks["sandbox"]["mend"]


def test_what_is_missing_is_said_with_its_mend(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    lacking = (
        Finding("thing", False, "not found", "get it"),
        Finding("extra", False, "not found", "only if", needed=False),
    )
    monkeypatch.setattr(prerequisites, "CHECKS", [lambda found=found: found for found in lacking])

    assert main(["doctor"]) == 2
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "thing: get it",
        "extra: only if",
        "not ready: something needed is missing",
    ]
