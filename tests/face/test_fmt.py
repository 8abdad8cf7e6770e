"""`cowork fmt` from the outside."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cowork_dsl.compiler.schema.shorten import shorten
from cowork_dsl.compiler.source import Source

MESSY = 'cowork 1\ngoal {\n  text = "x"\n}\nrequire a="b"\n'
NEAT = 'cowork 1\ngoal = "x"\nrequire a = "b"\n'


def fmt(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cowork_dsl.face.main", "fmt", *args]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)


def test_writes_the_one_format_and_keeps_the_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.cowork"
    path.write_text(MESSY)
    path.chmod(0o640)

    assert fmt(str(path)).returncode == 0
    assert path.read_text() == NEAT
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["a.cowork"]


def test_check_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.cowork"
    path.write_text(MESSY)
    done = fmt("--check", "--json", str(tmp_path))

    assert done.returncode == 1
    assert json.loads(done.stdout)["changed"] == [str(path)]
    assert path.read_text() == MESSY


def test_stdin() -> None:
    done = fmt("-", stdin=MESSY)

    assert (done.returncode, done.stdout) == (0, NEAT)


@pytest.mark.parametrize("text", ["a = \n", "", "a = \x07\n"])
def test_what_does_not_parse_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.cowork"
    path.write_text(text)
    done = fmt(str(path))

    assert done.returncode == 1
    assert path.read_text() == text
    assert "CW1" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_that_cannot_be_written_is_told_by_the_name_of_the_source(tmp_path: Path) -> None:
    (tmp_path / "a.cowork").write_text(MESSY)
    sealed = f"mount --bind {tmp_path} {tmp_path} && mount -o remount,ro,bind {tmp_path}"
    command = f"{sealed} && exec {sys.executable} -m cowork_dsl.face.main fmt {tmp_path}/a.cowork"
    done = subprocess.run(["unshare", "-Urm", "sh", "-c", command], capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert f"cannot write beside {tmp_path}/a.cowork: Read-only file system" in done.stderr


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('file "a" { text = "x" }\n', 'file "a" { text = "x" }\n'),
        ('workspace {\n  file "a" { text = "x" }\n}\n', 'workspace {\n  file "a" = "x"\n}\n'),
        ('workspace {\n  json "a" {\n    data = (1)\n  }\n}\n', 'workspace {\n  json "a" = (1)\n}\n'),
        ('workspace {\n  file "a" {\n    # why\n    text = "x"\n  }\n}\n', None),
        ('workspace {\n  file "a" {\n    text = "x"\n    readonly = true\n  }\n}\n', None),
        ("mutant a {\n  breaks = [b]\n}\n", None),
    ],
)
def test_short_form(before: str, after: str | None) -> None:
    """Where a block sets only its main attribute, and holds no comment."""
    assert shorten(Source("x", before)).text == (before if after is None else after)
