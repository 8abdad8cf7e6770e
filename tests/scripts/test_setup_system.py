"""What `make demo` does about a program that is missing, tried with folders of stand-ins on the PATH."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("bash", "dirname", "env")


def stand_in(folder: Path, name: str, script: str = "exit 0") -> None:
    path = folder / name
    path.write_text(f"#!/bin/bash\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def setup_system(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    for name in NEEDED:
        if not (folder / name).exists():
            (folder / name).symlink_to(f"/usr/bin/{name}")
    environment = {"PATH": os.fspath(folder), **variables}
    command = ["/bin/bash", os.fspath(ROOT / "scripts/setup-system.sh")]
    return subprocess.run(command, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def test_nothing_is_done_when_nothing_is_missing(tmp_path: Path) -> None:
    stand_in(tmp_path, "bwrap")
    stand_in(tmp_path, "apt-get", "echo must not be called; exit 1")
    done = setup_system(tmp_path)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_only_what_is_missing_is_installed(tmp_path: Path) -> None:
    """As root there is no sudo; for others there is a stand-in."""
    log = tmp_path / "log"
    stand_in(tmp_path, "apt-get", f'echo "$@" >> {log}')
    stand_in(tmp_path, "sudo", '"$@"')
    done = setup_system(tmp_path)

    assert done.returncode == 0
    assert log.read_text().splitlines()[-1].endswith("--no-install-recommends bubblewrap")


def test_another_system_gets_the_names(tmp_path: Path) -> None:
    done = setup_system(tmp_path)

    assert done.returncode == 2
    assert "missing: bubblewrap" in done.stderr


def test_a_browser_only_when_a_picture_is_asked_for(tmp_path: Path) -> None:
    stand_in(tmp_path, "bwrap")

    assert setup_system(tmp_path).returncode == 0

    done = setup_system(tmp_path, SCREENSHOT="1")

    assert done.returncode == 2
    assert "missing: chromium" in done.stderr
