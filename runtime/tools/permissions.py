"""What an agent may read, write and call, as the environment enforces it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cowork_dsl.compiler.values.globs import match_any
from cowork_dsl.runtime.sandbox.api import Limits, Setup

Globs = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Permissions:
    """Allow lists (``None``: everything) and deny lists over paths and tools; a deny always wins.

    The network is closed in every sandbox, so there is nothing to say about it here.
    """

    read: Globs | None = None
    write: Globs | None = None
    tools: frozenset[str] | None = None
    deny_read: Globs = ()
    deny_write: Globs = ()
    deny_tools: frozenset[str] = frozenset()

    def may_read(self, path: str) -> bool:
        """Whether the agent may read the file."""
        return _may(path, self.read, self.deny_read)

    def may_write(self, path: str) -> bool:
        """Whether the agent may make, change or remove the file."""
        return _may(path, self.write, self.deny_write)

    def may_call(self, tool: str) -> bool:
        """Whether the agent may call the tool."""
        return tool not in self.deny_tools and (self.tools is None or tool in self.tools)

    def forbidden(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Those of the paths that the agent may not write."""
        if self.write is None and not self.deny_write:
            return ()
        return tuple(path for path in paths if not self.may_write(path))

    def setup(self, limits: Limits, binds: Mapping[str, str] | None = None) -> Setup:
        """A sandbox that holds programs to the same rules, as far as binds can."""
        return Setup(
            limits=limits,
            readonly=self.deny_write,
            writable=self.write,
            hidden=self.deny_read,
            shown=self.read,
            binds=dict(binds or {}),
        )


def _may(path: str, allowed: Globs | None, denied: Globs) -> bool:
    return not match_any(denied, path) and (allowed is None or match_any(allowed, path))
