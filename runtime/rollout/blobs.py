"""Where the contents of a rollout lie: those of the bundle stay there, new ones go to the run."""

from __future__ import annotations

from hashlib import sha256

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.runtime.workspace.tree import Blobs, MemoryBlobs


class RolloutBlobs:
    """The contents of a bundle, over those of a run (in memory where none is given)."""

    def __init__(self, bundle: Bundle, run: Blobs | None = None) -> None:
        self._bundle = bundle.blobs
        self._run = run if run is not None else MemoryBlobs()

    def get(self, digest: str) -> bytes:
        """The content; ``LookupError`` where it is in neither."""
        held = self._bundle.get(digest)
        return held if held is not None else self._run.get(digest)

    def put(self, data: bytes) -> str:
        """Hold the content, unless it came with the bundle, and give its digest."""
        digest = sha256(data).hexdigest()
        return digest if digest in self._bundle else self._run.put(data)
