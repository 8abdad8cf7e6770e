"""Folders that agents leave behind go away, whatever is in them."""

import os
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from cowork_dsl.runtime.workspace.removal import remove_tree


@pytest.fixture
def few_files() -> Iterator[None]:
    """A process that may hold only few files open, as a busy one has only few left."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _dig(folder: Path, levels: int) -> None:
    here = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("d", dir_fd=here)
        os.close(os.open("f", os.O_CREAT | os.O_WRONLY, dir_fd=here))
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)


@pytest.mark.usefixtures("few_files")
@pytest.mark.parametrize("levels", [1, 63, 64, 65, 66, 3000])
def test_any_depth(tmp_path: Path, levels: int) -> None:
    folder = tmp_path / "w"
    folder.mkdir()
    _dig(folder, levels)
    (folder / "wide").mkdir()
    _dig(folder / "wide", levels)
    remove_tree(str(folder))

    assert list(tmp_path.iterdir()) == []


def test_follows_no_link(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").touch()
    folder = tmp_path / "w"
    folder.mkdir()
    (folder / "link").symlink_to("../kept")
    os.mkfifo(folder / "pipe")
    remove_tree(str(folder))

    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "kept"]


def test_closed_folders(tmp_path: Path) -> None:
    folder = tmp_path / "w" / "a" / "b"
    folder.mkdir(parents=True)
    (folder / "file").touch()
    for closed in (folder, folder.parent, folder.parent.parent):
        closed.chmod(0)
    remove_tree(str(tmp_path / "w"))

    assert list(tmp_path.iterdir()) == []


def test_nothing_there(tmp_path: Path) -> None:
    remove_tree(str(tmp_path / "w"))

    assert list(tmp_path.iterdir()) == []
