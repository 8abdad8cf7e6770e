"""Probes of the verifier, each run once for one content of the world: most cases leave most files alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from hashlib import sha256
from typing import Any

from cowork_dsl.runtime.verdict.probe import run_in_box
from cowork_dsl.runtime.verdict.view import View

MOST = 1_000
"""So many outcomes are kept."""


class Probes:
    """Runs files in fresh boxes, and remembers what came of it.

    A probe whose two runs disagree gives no outcome, so it is tried anew each time.
    """

    def __init__(self, probe: Callable[[View, str, timedelta], Mapping[str, Any]] = run_in_box) -> None:
        self._probe = probe
        self._known: dict[tuple[str, timedelta, str], Mapping[str, Any]] = {}

    def __call__(self, view: View, path: str, limit: timedelta) -> Mapping[str, Any]:
        """What a file of a state does."""
        key = (path, limit, _content(view.world.files))
        if key not in self._known:
            if len(self._known) >= MOST:
                self._known.clear()
            self._known[key] = self._probe(view, path, limit)
        return self._known[key]


def _content(files: Mapping[str, bytes]) -> str:
    """One digest of all paths and their bytes."""
    whole = sha256()
    for path in sorted(files):
        name = path.encode("utf-8", "surrogateescape")
        whole.update(len(name).to_bytes(4, "big") + name + sha256(files[path]).digest())
    return whole.hexdigest()
