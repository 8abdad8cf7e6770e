"""Opening beneath a folder, with the kernel's help and without."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cowork_dsl.runtime.workspace import confined
from cowork_dsl.runtime.workspace.confined import WorkspaceError, clean_path, open_beneath


@pytest.fixture(params=["openat2", "walk"])
def root(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(confined, "HAS_OPENAT2", request.param == "openat2" and confined.HAS_OPENAT2)
    (tmp_path / "secret").write_text("secret")
    inside = tmp_path / "root"
    (inside / "d").mkdir(parents=True)
    (inside / "d" / "f").write_text("content")
    (inside / "link").symlink_to("../secret")
    (inside / "inner").symlink_to("d")
    (inside / "up").symlink_to("..")
    handle = os.open(inside, os.O_RDONLY | os.O_DIRECTORY)
    yield handle
    os.close(handle)


def test_opens_what_lies_beneath(root: int) -> None:
    handle = open_beneath(root, "d/f", os.O_RDONLY)
    actual = os.read(handle, 100)
    os.close(handle)

    assert actual == b"content"


@pytest.mark.parametrize("path", ["link", "up/secret", "inner/f", "d/missing", "d/f/x"])
def test_refuses_links_and_what_is_missing(root: int, path: str) -> None:
    with pytest.raises(OSError, match=r"\[Errno"):
        open_beneath(root, path, os.O_RDONLY)


@pytest.mark.parametrize(
    ("path", "expected"),
    [("a", "a"), ("./a//b", "a/b"), ("/workspace/a", "a"), ("a/", "a"), ("..a", "..a"), ("/workspace.txt/..a", None)],
)
def test_clean_path(path: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(WorkspaceError):
            clean_path(path)
        return

    assert clean_path(path) == expected


@pytest.mark.parametrize(
    "path", ["", ".", "/", "/etc", "..", "a/../b", "/workspace", "/workspace/../etc", "a\0", "a/" * 70, "x" * 5000]
)
def test_clean_path_refuses(path: str) -> None:
    with pytest.raises(WorkspaceError):
        clean_path(path)


def test_the_workspace_itself_where_it_is_meant() -> None:
    actual = [clean_path(path, root=True) for path in ("", ".", "/workspace", "./")]

    assert actual == [""] * 4
