import shutil
import subprocess
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from cowork_dsl.compiler.artifacts.registry import Piece
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.repository import repository_at, repository_changed
from cowork_dsl.runtime.readers.git import parse_git
from tests.helpers.pieces import folder, piece

AT = datetime(2026, 4, 1, 9, 0, tzinfo=timezone(timedelta(hours=2)))
FIRST = {"a.txt": b"one\n", "src/x.py": b"print(1)\n", "src.txt": b"q"}


def commit(message: str, files: dict[str, bytes], **fields: object) -> Piece:
    return piece("commit", message, files, **{"at": AT, "author": "Ada <ada@example.com>", **fields})  # type: ignore[arg-type]


def repo(*commits: Piece) -> dict[str, bytes]:
    return folder(piece("repo", "project", parts=commits))


REPO = repo(
    commit("First", FIRST, tag="v1"),
    commit("Second\n\nMore.", {"a.txt": b"two\n"}, at=AT + timedelta(hours=1), remove=("src.txt",), branch="side"),
)


def put(files: dict[str, bytes], place: Path) -> Path:
    for name, data in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return place / "project"


def git(place: Path, *words: str) -> str:
    who = {"GIT_AUTHOR_NAME": "B", "GIT_AUTHOR_EMAIL": "b@example.com", "GIT_COMMITTER_NAME": "B"}
    env = {**who, "GIT_COMMITTER_EMAIL": "b@example.com", "PATH": "/usr/bin:/bin:/usr/local/bin", "HOME": str(place)}
    return subprocess.run(["git", *words], cwd=place, env=env, capture_output=True, text=True, check=True).stdout


needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@needs_git
def test_git_takes_it_for_its_own(tmp_path: Path) -> None:
    place = put(REPO, tmp_path)

    assert git(place, "fsck", "--strict") == ""
    assert git(place, "status", "--short") == ""
    assert git(place, "log", "--format=%s|%an|%aI") == (
        "Second|Ada|2026-04-01T10:00:00+02:00\nFirst|Ada|2026-04-01T09:00:00+02:00\n"
    )
    assert git(place, "tag") == "v1\n"
    assert git(place, "diff", "--name-only", "v1", "side") == "a.txt\nsrc.txt\n"


@needs_git
@pytest.mark.parametrize("packed", [False, True])
def test_what_git_adds_is_read(tmp_path: Path, packed: bool) -> None:
    place = put(REPO, tmp_path)
    for number in range(3):
        (place / "big.txt").write_text("\n".join(map(str, range(number, 400))))
        git(place, "add", "big.txt")
        git(place, "commit", "-qm", f"Grow {number}")
    git(place, "tag", "-a", "v2", "-m", "second")
    if packed:
        git(place, "gc", "-q")
    inner = place / ".git"
    found = parse_git({str(p.relative_to(inner)): p.read_bytes() for p in inner.rglob("*") if p.is_file()}, "project")

    assert found.log.rows[0]["title"] == "Grow 2"
    assert len(found.log.rows) == 5
    assert found.tags["v2"] == found.head == found.branches["main"]
    assert repository_at(found, "v2").files["big.txt"] == (place / "big.txt").read_bytes()
    assert repository_at(found, "HEAD~4").files == FIRST
    assert repository_changed(found, "HEAD") == ["big.txt"]
    assert repository_changed(found, "HEAD", "v1") == ["a.txt", "big.txt", "src.txt"]
    assert repository_at(found, found.head[:8]).files == repository_at(found, "main").files


def test_the_same_commits_have_the_same_bytes() -> None:
    assert repo(commit("First", FIRST)) == repo(commit("First", FIRST))
    assert REPO["project/a.txt"] == b"two\n" and "project/src.txt" not in REPO


@pytest.mark.parametrize(
    ("commits", "reason"),
    [
        ((), "no commit"),
        ((commit("a", FIRST, author="Ada"),), "no author"),
        ((commit("a", FIRST, remove=("b.txt",)),), "not there"),
        ((commit("a", FIRST, tag="a..b"),), "name of a branch"),
    ],
)
def test_repositories_that_are_none(commits: tuple[Piece, ...], reason: str) -> None:
    with pytest.raises(Fail, match=reason):
        repo(*commits)
