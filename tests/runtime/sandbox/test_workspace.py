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


def test_reads_are_told_right_where_only_the_host_was_at_work_before(box: BwrapSandbox, blobs: MemoryBlobs) -> None:
    first = box.look(blobs)
    box.exec("cat a.csv > /dev/null")
    after_first = box.look(blobs, first.mark)
    box.write("read.txt", b"1")
    box.write("unread.txt", b"2")
    second = box.look(blobs)
    box.exec("cat read.txt > /dev/null")
    after_second = box.look(blobs, second.mark)

    assert (after_first.reads, after_second.reads) == (("a.csv",), ("read.txt",))
    assert {"read.txt", "unread.txt"} <= set(second.tree)


def test_a_listing_is_the_same_with_and_without_a_walk(box: BwrapSandbox, blobs: MemoryBlobs) -> None:
    box.exec("mkdir empty && ln -s a.csv link && touch b.txt")
    walked = box.list(recursive=True)
    box.look(blobs)

    assert box.list(recursive=True) == walked


def test_a_fresh_workspace_is_known_without_a_walk(blobs: MemoryBlobs) -> None:
    tree = Tree.of({"a.txt": b"1", "deep/b.txt": b"2", "deep/__pycache__/c.txt": b"3"}, blobs)
    clean = Tree.of({"a.txt": b"1", "deep/b.txt": b"2"}, blobs)
    found = []
    for wanted in (tree, clean):
        box = BwrapSandbox()
        try:
            box.materialise(wanted, blobs)
            found.append(box.snapshot(blobs))
            box.exec("cat a.txt > /dev/null")
            found.append(box.snapshot(blobs))
        finally:
            box.destroy()

    assert found == [clean] * 4
