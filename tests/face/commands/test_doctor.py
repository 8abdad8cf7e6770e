import json
import os
from pathlib import Path

import pytest

from cowork_dsl.face.main import main

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


def test_says_how_to_get_a_missing_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """With an empty PATH there is no bwrap to be found."""
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    status = main(["doctor"])
    said = capsys.readouterr().out

    assert status == 2
    assert "bubblewrap: sudo apt-get install bubblewrap" in said
    assert said.endswith("not ready: something needed is missing\n")


def test_a_bwrap_that_cannot_make_a_box_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """The program is there and tells its version, yet the kernel refuses it a namespace."""
    fake = tmp_path / "bwrap"
    fake.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && echo bubblewrap 1 && exit 0\necho "No permissions" >&2; exit 1\n'
    )
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    status = main(["doctor", "--json"])
    checks = {check["name"]: check for check in json.loads(capsys.readouterr().out)["checks"]}

    assert status == 2
    assert checks["bubblewrap"]["ok"]
    assert not checks["sandbox"]["ok"]
    assert "No permissions" in checks["sandbox"]["detail"]
