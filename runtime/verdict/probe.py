"""``after.run("probe.py", limit: 10s)``: a file of a state run in a fresh, offline box on a sealed copy of that state.

It is run twice, each time in a box of its own. Runs that disagree, and boxes that break, are an error of the verifier: nothing is
known then, and the rollout is void.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.runtime.readers.decode import decode
from cowork_dsl.runtime.sandbox.api import PYTHON, ExecResult, SandboxError
from cowork_dsl.runtime.sandbox.choose import open_sandbox
from cowork_dsl.runtime.verdict.view import View
from cowork_dsl.runtime.workspace.tree import FileEntry, MemoryBlobs, Tree

Probe = Callable[[View, str, timedelta], Mapping[str, Any]]
"""State, path and time limit to ``exit`` and ``text``."""

LIMIT = timedelta(seconds=10)
MOST = timedelta(minutes=5)
MOST_OUTPUT = 1 << 20


class ProbeBroke(Exception):
    """A probe told nothing that could be relied on."""


def run_in_box(view: View, path: str, limit: timedelta) -> Mapping[str, Any]:
    """Run a file of a state twice, each time in a fresh box.

    Raises:
        Fail: There is no such file.
        ProbeBroke: A box broke, or the two runs disagree.
    """
    data = view.file(path)
    if data is None:
        raise Fail(f"{path} is missing, so it can't be run")
    blobs = MemoryBlobs()
    files = {name: FileEntry(blobs.put(held), len(held)) for name, held in view.world.files.items()}
    files[path] = FileEntry(files[path].blob, files[path].size, 0o755)
    tree = Tree(files)
    seconds = min(max(limit, timedelta(seconds=1)), MOST).total_seconds()
    try:
        first, second = (_once(tree, blobs, _command(path, data), seconds) for _ in range(2))
    except SandboxError as error:
        raise ProbeBroke(f"{path} could not be run: {error.message}") from None
    if (first.exit, first.output) != (second.exit, second.output):
        raise ProbeBroke(f"two runs of {path} disagree")
    return {"exit": first.exit, "text": decode(first.output)}


def _command(path: str, data: bytes) -> list[str]:
    if path.endswith(".py"):
        return [PYTHON, "-I", path]
    return [f"./{path}"] if data.startswith(b"#!") else ["sh", path]


def _once(tree: Tree, blobs: MemoryBlobs, command: list[str], seconds: float) -> ExecResult:
    box = open_sandbox("auto")
    try:
        box.materialise(tree, blobs)
        return box.exec(command, timeout=seconds, max_output=MOST_OUTPUT)
    finally:
        box.destroy()


def bound(probe: Probe) -> Callable[..., Any]:
    """The function ``run_probe`` of verifiers: a file is run once for each state, however often it is asked for."""
    known: dict[tuple[int, str, timedelta], Mapping[str, Any]] = {}

    def run_probe(view: View, path: str, limit: timedelta = LIMIT) -> Mapping[str, Any]:
        key = (id(view), path, limit)
        if key not in known:
            known[key] = probe(view, path, limit)
        return known[key]

    return run_probe
