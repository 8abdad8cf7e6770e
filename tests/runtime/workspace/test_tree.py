"""Manifests, stores, differences and overlays."""

import hashlib
from pathlib import Path

import pytest

from cowork_dsl.runtime.workspace.tree import (
    EMPTY_DIR,
    Blobs,
    Changes,
    DiskBlobs,
    FileEntry,
    MemoryBlobs,
    Overlay,
    Tree,
    diff,
)


def test_digest_is_independent_of_order() -> None:
    blobs = MemoryBlobs()
    actual = Tree.of({"b": b"2", "a": b"1"}, blobs).digest

    assert actual == Tree.of({"a": b"1", "b": b"2"}, blobs).digest


@pytest.mark.parametrize(
    "entry",
    [
        FileEntry("1" * 64, 1),
        FileEntry("0" * 64, 2),
        FileEntry("0" * 64, 1, 0o755),
        FileEntry("0" * 64, 1, kind="symlink"),
    ],
)
def test_digest_tells_each_part_of_an_entry(entry: FileEntry) -> None:
    actual = Tree({"a": entry}).digest

    assert actual != Tree({"a": FileEntry("0" * 64, 1)}).digest


def test_digest_cannot_be_confused_by_names() -> None:
    entry = FileEntry("0" * 64, 1)
    actual = {Tree({"a\nb": entry}).digest, Tree({"a": entry, "b": entry}).digest, Tree({"a": entry}).digest}

    assert len(actual) == 3


def test_only_empty_folders_stand_for_themselves() -> None:
    entry = FileEntry("0" * 64, 1)
    actual = Tree({"d": EMPTY_DIR, "d/e": EMPTY_DIR, "d/e/f": entry, "g": EMPTY_DIR})

    assert list(actual) == ["d/e/f", "g"]


def test_diff() -> None:
    blobs = MemoryBlobs()
    before = Tree.of({"a": b"1", "b": b"1", "c": b"1"}, blobs)
    actual = diff(before, Tree.of({"b": b"2", "c": b"1", "d/e": b"1"}, blobs))

    assert actual == Changes(("d/e",), ("b",), ("a",))
    assert actual.paths == ("a", "b", "d/e")


def test_folder_that_fills_or_empties_is_no_change_of_its_own() -> None:
    entry = FileEntry("0" * 64, 1)
    empty, full = Tree({"out": EMPTY_DIR}), Tree({"out/a": entry})

    assert (diff(empty, full), diff(full, empty)) == (Changes(added=("out/a",)), Changes(removed=("out/a",)))


@pytest.fixture(params=["memory", "disk"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> Blobs:
    return MemoryBlobs() if request.param == "memory" else DiskBlobs(tmp_path / "blobs")


def test_blobs_give_back_what_they_hold(blobs: Blobs) -> None:
    digest = blobs.put(b"text")

    assert (digest, blobs.get(digest), blobs.put(b"text")) == (hashlib.sha256(b"text").hexdigest(), b"text", digest)


def test_unknown_blob_is_a_key_error(blobs: Blobs) -> None:
    with pytest.raises(KeyError):
        blobs.get("0" * 64)


def test_blobs_over_others(tmp_path: Path) -> None:
    below = MemoryBlobs()
    digest = below.put(b"text")

    assert (MemoryBlobs(below).get(digest), DiskBlobs(tmp_path, below).get(digest)) == (b"text", b"text")


def test_disk_blobs_leave_no_half_files(tmp_path: Path) -> None:
    DiskBlobs(tmp_path).put(b"text")
    files = [path.name for path in tmp_path.rglob("*") if path.is_file()]

    assert files == [hashlib.sha256(b"text").hexdigest()]


def test_overlay() -> None:
    blobs = MemoryBlobs()
    base = Tree.of({"a": b"1", "b": b"2", "c": b"3"}, blobs)
    overlay = Overlay(base, blobs, {"b": b"new", "d": b"4"}, ["c"])

    assert dict(overlay) == {"a": b"1", "b": b"new", "d": b"4"}
    assert ("c" in overlay, overlay.digest("a") == base["a"].blob) == (False, True)
    assert overlay.tree(blobs) == Tree.of({"a": b"1", "b": b"new", "d": b"4"}, blobs)


def test_overlay_over_overlay() -> None:
    blobs = MemoryBlobs()
    first = Overlay(Tree.of({"a": b"1", "b": b"2"}, blobs), blobs, {"c": b"3"}, ["a"])

    assert dict(first.over({"a": b"back"}, ["c", "b"])) == {"a": b"back"}
