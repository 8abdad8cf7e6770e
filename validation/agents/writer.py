"""An agent that writes given contents in every segment and calls it done."""

from __future__ import annotations

from collections.abc import Mapping

from cowork_dsl.compiler.bundle.models import Put
from cowork_dsl.runtime.harness.agent import Backstage
from cowork_dsl.runtime.harness.file_acts import ScriptProblem


class Writer:
    """Writes the same files in every segment, whatever the user says."""

    version = "1"

    def __init__(self, name: str, files: Mapping[str, str]) -> None:
        self.name = name
        self.settings: Mapping[str, str] = {}
        self._files = dict(files)

    def segment(self, context: Backstage) -> str | None:
        """Writes them and hands back; what it has no tool for it leaves."""
        for path, text in self._files.items():
            try:
                context.act(Put(path=(path,), text=(text,)))
            except ScriptProblem:
                continue
        return "Done."
