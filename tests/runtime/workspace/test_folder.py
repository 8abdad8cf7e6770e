"""The host's side of a workspace."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cowork_dsl.runtime.workspace.confined import WorkspaceError
from cowork_dsl.runtime.workspace.files import Listed
from cowork_dsl.runtime.workspace.folder import Folder
from cowork_dsl.runtime.workspace.removal import remove_tree
from cowork_dsl.runtime.workspace.tree import EMPTY_DIR, Changes, FileEntry, MemoryBlobs, Tree

FILES = {"a.txt": b"one\n", "d/e/f.txt": b"two\n"}


@pytest.fixture
def blobs() -> MemoryBlobs:
    return MemoryBlobs()


@pytest.fixture
def folder(tmp_path: Path, blobs: MemoryBlobs) -> Iterator[Folder]:
    made = Folder(str(tmp_path), entries=50, space=100_000)
    made.materialise(Tree.of(FILES, blobs), blobs)
    yield made
    made.close()


def test_snapshot_gives_the_tree_back(folder: Folder, blobs: MemoryBlobs) -> None:
    assert folder.snapshot(blobs) == Tree.of(FILES, blobs)


def test_all_kinds_come_back(tmp_path: Path, blobs: MemoryBlobs) -> None:
    entries = {
        "run": FileEntry(blobs.put(b"#!"), 2, 0o755),
        "link": FileEntry(blobs.put(b"run"), 3, 0o777, "symlink"),
        "empty/below": EMPTY_DIR,
        "zero": FileEntry(blobs.put(b""), 0),
    }
    folder = Folder(str(tmp_path))
    folder.materialise(Tree(entries), blobs)

    assert folder.snapshot(MemoryBlobs(blobs)) == Tree(entries)
    folder.close()


def test_materialise_again_restores(folder: Folder, blobs: MemoryBlobs) -> None:
    folder.write("a.txt", b"changed")
    folder.write("new/deep/x", b"new")
    folder.delete("d")
    folder.materialise(Tree.of(FILES, blobs), blobs)

    assert folder.snapshot(blobs) == Tree.of(FILES, blobs)


def test_snapshot_stores_what_is_new(folder: Folder, blobs: MemoryBlobs) -> None:
    folder.write("a.txt", b"changed")
    before = folder.diff(Tree.of(FILES, blobs))
    above = MemoryBlobs(blobs)
    tree = folder.snapshot(above)

    assert (before.changed, above.get(tree["a.txt"].blob)) == (("a.txt",), b"changed")


def test_times_are_those_given(folder: Folder, tmp_path: Path) -> None:
    when = datetime(2031, 4, 2, 9, 30, tzinfo=UTC)
    folder.write("d/new", b"x", when=when)
    folder.stamp(Changes(added=("a.txt",)), when)
    actual = {os.stat(tmp_path / name).st_mtime for name in ("d/new", "a.txt", ".")}

    assert actual == {when.timestamp()}
    assert {os.stat(tmp_path / name).st_mtime for name in ("d/e/f.txt", "d/e")} == {
        datetime(2026, 1, 1, tzinfo=UTC).timestamp()
    }


def test_write_tells_whether_the_file_is_new(folder: Folder, tmp_path: Path) -> None:
    os.chmod(tmp_path / "a.txt", 0o755)
    actual = [folder.write("a.txt", b"x"), folder.write("n/m", b"y"), folder.write("n/m", b"z", 0o600)]

    assert actual == [False, True, False]
    assert [os.stat(tmp_path / name).st_mode & 0o777 for name in ("a.txt", "n/m")] == [0o755, 0o600]


def test_list(folder: Folder) -> None:
    assert folder.list() == (Listed("a.txt", "file", 4), Listed("d", "dir", 0))
    assert folder.list("d", recursive=True) == (Listed("d/e/f.txt", "file", 4),)


def test_move_and_delete(folder: Folder, blobs: MemoryBlobs) -> None:
    folder.move("d/e", "x/y")
    folder.delete("a.txt")

    assert list(folder.snapshot(blobs)) == ["d", "x/y/f.txt"]


MISTAKES = [
    ("read missing", lambda folder: folder.read("nope", 10), "nope: no such file or folder"),
    ("read a folder", lambda folder: folder.read("d", 10), "d: is a folder"),
    ("read too much", lambda folder: folder.read("a.txt", 3), "a.txt: 4 bytes are more than the 3 that fit"),
    ("write a folder", lambda folder: folder.write("d", b""), "d: is a folder"),
    ("write below a file", lambda folder: folder.write("a.txt/x", b""), "a.txt/x: a part of the path is no folder"),
    ("write too much", lambda folder: folder.write("x", b"1" * 200_000), "x: 200000 bytes are more than"),
    ("delete missing", lambda folder: folder.delete("nope"), "nope: no such file or folder"),
    ("move onto another", lambda folder: folder.move("a.txt", "d/e/f.txt"), "d/e/f.txt: already exists"),
    ("move into itself", lambda folder: folder.move("d", "d/x"), "d/x: is the thing to move, or below it"),
    ("list missing", lambda folder: folder.list("nope"), "nope: no such file or folder"),
    ("long name", lambda folder: folder.write("x" * 300, b""), "the name is too long"),
]


@pytest.mark.parametrize(("act", "message"), [case[1:] for case in MISTAKES], ids=[case[0] for case in MISTAKES])
def test_mistakes_are_worded(folder: Folder, act: object, message: str) -> None:
    with pytest.raises(WorkspaceError) as caught:
        act(folder)  # type: ignore[operator]

    assert message in str(caught.value)


def test_replaced_place_is_noticed(tmp_path: Path) -> None:
    inside = tmp_path / "w"
    inside.mkdir()
    folder = Folder(str(inside))
    folder.check_place()
    inside.rename(tmp_path / "elsewhere")
    inside.symlink_to("/etc")

    with pytest.raises(WorkspaceError):
        folder.check_place()
    folder.close()


def test_removal_follows_no_link(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "f").write_text("x")
    doomed = tmp_path / "doomed"
    (doomed / "closed").mkdir(parents=True)
    (doomed / "link").symlink_to(tmp_path / "kept")
    (doomed / "closed").chmod(0)
    remove_tree(str(doomed))
    remove_tree(str(doomed))

    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept"]
    assert (tmp_path / "kept" / "f").exists()
