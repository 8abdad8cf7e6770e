"""A box with a little workspace; a machine that can't make one fails loudly."""

from collections.abc import Iterator

import pytest

from cowork_dsl.runtime.sandbox.api import Limits, Setup
from cowork_dsl.runtime.sandbox.bwrap import BwrapSandbox
from cowork_dsl.runtime.workspace.tree import MemoryBlobs, Tree

FILES = {"a.csv": b"id,n\n1,2\n3,4\n", "docs/plan.md": b"Status: draft\n", "docs/deep/note.md": b"note\n"}
SMALL = Limits(processes=24, file_size=1 << 20, space=8 << 20, memory=256 << 20, entries=500)


@pytest.fixture
def blobs() -> MemoryBlobs:
    return MemoryBlobs()


@pytest.fixture
def tree(blobs: MemoryBlobs) -> Tree:
    return Tree.of(FILES, blobs)


@pytest.fixture
def box(blobs: MemoryBlobs, tree: Tree) -> Iterator[BwrapSandbox]:
    sandbox = BwrapSandbox(Setup(SMALL))
    sandbox.materialise(tree, blobs)
    yield sandbox
    sandbox.destroy()
