"""A source reads files of its project, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from cowork_dsl.compiler.files import Files, project_of
from cowork_dsl.compiler.source import Source


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "envs").mkdir(parents=True)
    (folder / "cowork.toml").write_text("")
    (folder / "data.csv").write_text("a\n1\n")
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "envs" / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "envs" / "blob.cowork").write_bytes(b"\xff\xfe")
    return folder


def asking(project: Path) -> Source:
    return Source(str(project / "envs" / "main.cowork"), "")


def test_the_project_is_the_nearest_folder_with_a_mark(project: Path) -> None:
    assert project_of(str(project / "envs" / "main.cowork")) == str(project.resolve())


def test_without_a_mark_it_is_the_own_folder(tmp_path: Path) -> None:
    assert project_of(str(tmp_path / "main.cowork")) == str(tmp_path.resolve())


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("../data.csv", b"a\n1\n"),
        ("missing.csv", "missing"),
        ("..", "missing"),
        ("../../secret.txt", "outside"),
        ("link.txt", "outside"),
        ("/etc/passwd", "outside"),
        ("a\0b", "missing"),
        ("x" * 5000, "missing"),
    ],
)
def test_resources(project: Path, path: str, expected: object) -> None:
    assert Files().resource(asking(project), path) == expected


def test_a_used_file_is_a_source(project: Path) -> None:
    assert Files().source(asking(project), "blob.cowork") == "unreadable"
    assert Files().source(asking(project), "../../secret.txt") == "outside"


def test_the_library() -> None:
    files = Files()

    assert {"calendar", "mail"} <= set(files.library_names())
    assert files.library("../mail") is None
    mail = files.library("mail")
    assert mail is not None
    assert mail.path == "std/mail.cowork"
