"""A sandbox looks at its workspace only where it can have changed, and misses nothing by that."""

import time

import pytest

from cowork_dsl.runtime.sandbox.api import Limits, Setup
from cowork_dsl.runtime.sandbox.bwrap import BwrapSandbox
from cowork_dsl.runtime.workspace.confined import WorkspaceError, WorkspaceLimit
from cowork_dsl.runtime.workspace.tree import FileEntry, MemoryBlobs, Tree


def seen(box: BwrapSandbox, blobs: MemoryBlobs) -> dict[str, bytes]:
    return {path: blobs.get(entry.blob) for path, entry in box.snapshot(blobs).items() if entry.kind == "file"}


def test_nothing_new_gives_the_same_manifest(box: BwrapSandbox, blobs: MemoryBlobs) -> None:
    first = box.snapshot(blobs)

    assert box.snapshot(blobs) is first


def test_what_the_host_writes_deletes_and_moves_is_seen(box: BwrapSandbox, blobs: MemoryBlobs) -> None:
    box.snapshot(blobs)
    box.write("out/new.txt", b"1")
    box.write("a.csv", b"2")
    box.write("out/__pycache__/x.txt", b"3")
    written = seen(box, blobs)
    box.write("out/new.txt", b"4")
    box.move("a.csv", "b.csv")
    moved = seen(box, blobs)
    box.delete("out")

    assert (written["out/new.txt"], written["a.csv"]) == (b"1", b"2")
    assert "out/__pycache__/x.txt" not in written
    assert (moved["out/new.txt"], moved["b.csv"], "a.csv" in moved) == (b"4", b"2", False)
    assert [path for path in box.snapshot(blobs) if path.startswith("out")] == []


def test_a_folder_that_gets_its_first_file_is_no_entry_of_its_own() -> None:
    blobs = MemoryBlobs()
    box = BwrapSandbox()
    try:
        box.materialise(Tree({"out": FileEntry("", 0, 0o755, "dir")}), blobs)
        before = set(box.snapshot(blobs))
        box.write("out/a.txt", b"1")
        after = set(box.snapshot(blobs))
    finally:
        box.destroy()

    assert (before, after) == ({"out"}, {"out/a.txt"})


def test_a_write_that_fails_leaves_a_true_manifest(box: BwrapSandbox, blobs: MemoryBlobs) -> None:
    box.snapshot(blobs)
    with pytest.raises(WorkspaceError):
        box.write("a.csv/below", b"1")
    box.write("c.csv", b"2")

    assert seen(box, blobs)["c.csv"] == b"2"


def test_what_programs_did_is_seen_after_their_end(box: BwrapSandbox, blobs: MemoryBlobs) -> None:
    box.snapshot(blobs)
    box.exec("echo 1 > by-program.txt")
    box.stop()

    assert seen(box, blobs)["by-program.txt"] == b"1\n"


def test_a_write_through_a_hard_link_changes_both_paths(box: BwrapSandbox, blobs: MemoryBlobs) -> None:
    box.exec("ln a.csv twin.csv")
    box.stop()
    box.snapshot(blobs)
    box.write("twin.csv", b"both")
    found = seen(box, blobs)

    assert (found["a.csv"], found["twin.csv"]) == (b"both", b"both")


def test_bounds_hold_for_what_the_host_writes_one_by_one() -> None:
    blobs = MemoryBlobs()
    box = BwrapSandbox(Setup(limits=Limits(space=10)))
    try:
        box.materialise(Tree(), blobs)
        box.snapshot(blobs)
        box.write("a", b"123456")
        box.snapshot(blobs)
        box.write("b", b"123456")
        with pytest.raises(WorkspaceLimit):
            box.snapshot(blobs)
    finally:
        box.destroy()


def test_a_program_in_the_background_is_watched_until_it_ends(box: BwrapSandbox, blobs: MemoryBlobs) -> None:
    box.exec("(until test -e go; do sleep 0.01; done; echo late > late.txt; touch done) > /dev/null 2>&1 &")
    before = box.look(blobs).tree
    box.write("go", b"")
    deadline = time.monotonic() + 10
    while "done" not in box.snapshot(blobs) and time.monotonic() < deadline:
        time.sleep(0.01)

    assert "late.txt" not in before
    assert seen(box, blobs)["late.txt"] == b"late\n"


def test_a_look_after_a_command_holds_until_the_next(box: BwrapSandbox, blobs: MemoryBlobs) -> None:
    box.exec("echo 1 > one.txt")
    deadline = time.monotonic() + 10
    while (found := box.look(blobs).tree) is not box.snapshot(blobs) and time.monotonic() < deadline:
        time.sleep(0.01)
    box.exec("echo 2 > two.txt")

    assert "one.txt" in found
    assert "two.txt" in box.snapshot(blobs)
