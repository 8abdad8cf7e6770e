"""A plain folder as evidence: read from the host, safely, whatever lies in it."""

import os
from pathlib import Path

from cowork_dsl.runtime.verdict.folder import first_world, folder_evidence, folder_files
from cowork_dsl.runtime.verdict.grade import grade
from tests.helpers.handmade import handmade_bundle

BUNDLE = handmade_bundle()


def workspace(folder: Path) -> Path:
    for path, data in first_world(BUNDLE).files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    (folder / "out").mkdir(exist_ok=True)
    return folder


def test_a_folder_is_graded_against_the_start(tmp_path: Path) -> None:
    folder = workspace(tmp_path)
    (folder / "out/total.csv").write_text("total\n380.50\n")
    verdict = grade(BUNDLE, folder_evidence(BUNDLE, str(folder)))

    assert verdict.passed


def test_hostile_entries_are_left_out_and_not_followed(tmp_path: Path) -> None:
    folder = workspace(tmp_path / "ws")
    secret = tmp_path / "secret.csv"
    secret.write_text("total\n380.50\n")
    (folder / "out/total.csv").symlink_to(secret)
    (folder / "up").symlink_to(tmp_path)
    (folder / "loop").symlink_to("loop")
    os.mkfifo(folder / "out/pipe")
    with (folder / "out/sparse.csv").open("wb") as file:
        file.truncate(40 << 20)
    (folder / "a\nb.csv").write_bytes(b"x")
    (folder / "conftest.py").write_text("raise SystemExit('planted')")
    os.mkdir(folder / "closed")
    files = folder_files(str(folder))

    assert "out/total.csv" not in files
    assert "out/pipe" not in files
    assert not any(path.startswith(("up", "loop")) for path in files)
    assert not grade(BUNDLE, folder_evidence(BUNDLE, str(folder))).error


def test_grading_writes_nothing(tmp_path: Path) -> None:
    folder = workspace(tmp_path)
    before = {path: (path.stat().st_mtime_ns, path.stat().st_atime_ns) for path in sorted(folder.rglob("*"))}
    grade(BUNDLE, folder_evidence(BUNDLE, str(folder)))
    after = {
        path: (path.stat().st_mtime_ns, path.stat().st_atime_ns) for path in sorted(folder.rglob("*")) if path.is_file()
    }

    assert after == {path: times for path, times in before.items() if path.is_file()}
