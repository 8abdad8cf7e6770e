"""What is no source at all: one clear message, exit 1 or 2, and never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def check(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Runs `cowork check` as people do; what holds it up for ever fails."""
    return subprocess.run(
        [sys.executable, "-m", "cowork_dsl.face.main", "check", *args],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=30,
    )


def _missing(path: Path) -> None:
    assert not path.exists()


def _folder(path: Path) -> None:
    path.mkdir()
    (path / "notes.txt").write_text("no source")


def _binary(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 40)


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        for _ in range(50):
            file.write(b"# " + b"x" * 999_997 + b"\n")


def _not_utf8(path: Path) -> None:
    path.write_bytes(b"cowork 1\nservice a { } # \xe9t\xe9\n")


def _utf16(path: Path) -> None:
    path.write_bytes("cowork 1\n".encode("utf-16"))


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def _unreadable(path: Path) -> None:
    path.symlink_to("/proc/self/mem")  # reading its first byte fails for everybody, also for root


def _uses_itself(path: Path) -> None:
    path.write_text('cowork 1\nuse me = "input.cowork"\nservice desk {\n}\n')


def _uses_another_that_uses_it(path: Path) -> None:
    path.write_text('cowork 1\nuse other = "other.cowork"\n')
    path.with_name("other.cowork").write_text('cowork 1\nuse input = "input.cowork"\n')


def _deep(path: Path) -> None:
    path.write_text("cowork 1\nvalue a = " + "(" * 50_000 + ")" * 50_000 + "\n")


@pytest.mark.parametrize(
    "make",
    [
        _missing,
        _folder,
        _binary,
        _empty,
        _huge,
        _not_utf8,
        _utf16,
        _pipe,
        _link_to_itself,
        _unreadable,
        _uses_itself,
        _uses_another_that_uses_it,
        _deep,
    ],
    ids=lambda make: make.__name__.strip("_"),
)
def test_one_clear_message(make: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "input.cowork"
    make(path)
    run = check(tmp_path, "input.cowork")
    said = run.stdout + run.stderr

    assert run.returncode in (1, 2), said
    assert "Traceback" not in said
    assert "input.cowork" in said
    assert said.count("error") <= 3, said
    assert len(said) < 2000


@pytest.mark.parametrize("make", [_binary, _empty, _huge, _not_utf8, _pipe, _uses_itself, _deep])
def test_one_finding_in_json(make: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "input.cowork"
    make(path)
    run = check(tmp_path, "--json", "input.cowork")
    codes = [one["code"] for one in json.loads(run.stdout)["diagnostics"]]

    assert (run.returncode, len(codes)) == (1, 1), codes


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_no_permission(tmp_path: Path) -> None:
    path = tmp_path / "input.cowork"
    path.write_text("cowork 1\n")
    path.chmod(0)
    run = check(tmp_path, "input.cowork")

    assert run.returncode in (1, 2)
    assert "Traceback" not in run.stdout + run.stderr
    assert "input.cowork" in run.stdout + run.stderr


def test_sound_files_beside_it_are_still_checked(tmp_path: Path) -> None:
    (tmp_path / "a.cowork").write_bytes(b"\x00")
    (tmp_path / "b.cowork").write_text("cowork 1\nservice desk {\n  tabel item {\n    | id: int key |\n  }\n}\n")
    run = check(tmp_path, "--json", ".")
    found = {Path(one["file"]).name: one["code"] for one in json.loads(run.stdout)["diagnostics"]}

    assert found == {"a.cowork": "CW143", "b.cowork": "CW210"}
