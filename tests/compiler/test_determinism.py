"""The same source, params and seed give the same bytes: on any machine, in any place, zone, locale and hash order."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(path for folder in ("examples", "envs/library") for path in (ROOT / folder).glob("*.*"))
ENVIRONMENTS = sum("\nenv " in path.read_text() for path in SOURCES if path.suffix == ".cowork")
PLACES = [
    {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0"},
    {"TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": "1"},
    {"TZ": "America/St_Johns", "LC_ALL": "POSIX", "PYTHONHASHSEED": "random"},
]


def _compiled(folder: Path, env: dict[str, str]) -> dict[str, bytes]:
    """All files of the bundle and its store, compiled by a process of its own in a folder of its own."""
    folder.mkdir(parents=True)
    for path in SOURCES:
        shutil.copy(path, folder / path.name)
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "cowork_dsl.face.main",
            "compile",
            ".",
            "-o",
            "out",
            "--seed",
            "3",
            "--json",
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **env},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    assert len(json.loads(run.stdout)["bundles"]) == ENVIRONMENTS >= 5
    out = folder / "out"
    return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, bytes]]:
    folder = tmp_path_factory.mktemp("places")
    deep = folder / "a" / "place with blanks" / "further down"
    return [_compiled(folder / "one", PLACES[0]), _compiled(deep, PLACES[1]), _compiled(folder / "two", PLACES[2])]


def test_every_byte_is_the_same(bundles: list[dict[str, bytes]]) -> None:
    here = bundles[0]
    differing = [path for there in bundles[1:] for path in sorted({*here, *there}) if here.get(path) != there.get(path)]

    assert differing == []
    assert sum(path.endswith("manifest.json") for path in here) == ENVIRONMENTS


def test_no_path_of_this_machine_is_in_a_bundle(bundles: list[dict[str, bytes]]) -> None:
    hosts = (str(ROOT).encode(), b"further down", os.path.expanduser("~").encode())

    assert [path for path, data in bundles[1].items() if any(host in data for host in hosts)] == []
