"""Worlds and manifests as blobs: what is loaded is what was saved."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

import pytest

from cowork_dsl.compiler.values.scalars import Money, Percent
from cowork_dsl.runtime.record.worlds import load_tree, load_world, save_tree, save_world, tree_files
from cowork_dsl.runtime.verdict.evidence import World
from cowork_dsl.runtime.workspace.tree import FileEntry, MemoryBlobs, Tree

VALUES = {
    "text": 'two\nlines, "quoted" \u00e9\x00',
    "int": -7,
    "decimal": Decimal("-1.50"),
    "money": Money(Decimal("5000.00"), "EUR"),
    "percent": Percent(Decimal("0.07")),
    "date": date(2026, 4, 15),
    "datetime": datetime(2026, 4, 15, 9, 30, 15, tzinfo=UTC),
    "time": time(9, 30),
    "duration": -timedelta(days=3, hours=2),
    "flag": True,
    "list": [1, "a", Decimal("2.5")],
    "map": {"a b": 1, "c": None},
    "none": None,
}


def test_a_world_is_loaded_as_it_was_saved() -> None:
    blobs = MemoryBlobs()
    files = {"a.txt": b"a", "odd/\udcff.bin": bytes(range(256))}
    digest = save_world(World(files, {"mail.message": (VALUES, {"text": "b"})}, VALUES), blobs)
    found = load_world(digest, blobs)

    assert dict(found.files) == files
    assert found.values == VALUES
    assert found.tables == {"mail.message": (VALUES, {"text": "b"})}
    assert save_world(found, blobs) == digest


def test_a_manifest_is_loaded_as_it_was_saved() -> None:
    blobs = MemoryBlobs()
    tree = Tree({"a": FileEntry(blobs.put(b"x"), 1, 0o755), "b": FileEntry("", 0, 0o755, "dir")})

    assert load_tree(save_tree(tree, blobs), blobs) == tree
    assert dict(tree_files(tree, blobs)) == {"a": b"x"}


class Lying(MemoryBlobs):
    """Gives something else than what was kept."""

    def get(self, digest: str) -> bytes:
        return super().get(digest).replace(b"{", b"{ ")


def test_a_blob_that_holds_something_else_is_told() -> None:
    blobs = Lying()
    digest = save_world(World({}), blobs)

    with pytest.raises(ValueError, match="holds something else"):
        load_world(digest, blobs)
