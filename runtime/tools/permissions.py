"""What an agent may read, write and call, as the environment enforces it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cowork_dsl.compiler.values.globs import match_any
from cowork_dsl.runtime.sandbox.api import Limits, Setup

Globs = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Right:
    """What a user gave or took: ``what`` is ``read``, ``write`` or ``tools``, ``names`` are globs or tools."""

    what: str
    given: bool
    names: Globs


@dataclass(frozen=True, slots=True)
class Permissions:
    """Allow lists (``None``: everything) and deny lists over paths and tools; a deny wins over an allow.

    What users gave and took since then comes after both: the last of ``later`` that names a path or a tool decides.
    The network is closed in every sandbox, so there is nothing to say about it here.
    """

    read: Globs | None = None
    write: Globs | None = None
    tools: frozenset[str] | None = None
    deny_read: Globs = ()
    deny_write: Globs = ()
    deny_tools: frozenset[str] = frozenset()
    ask_tools: frozenset[str] = frozenset()
    later: tuple[Right, ...] = ()

    def may_read(self, path: str) -> bool:
        """Whether the agent may read the file."""
        right = self._right("read", path)
        return _may(path, self.read, self.deny_read) if right is None else right

    def may_write(self, path: str) -> bool:
        """Whether the agent may make, change or remove the file."""
        right = self._right("write", path)
        return _may(path, self.write, self.deny_write) if right is None else right

    def may_call(self, tool: str) -> bool:
        """Whether the agent may call the tool."""
        right = self._right("tools", tool)
        return tool not in self.deny_tools and (self.tools is None or tool in self.tools) if right is None else right

    def asks(self, tool: str) -> bool:
        """Whether each call of the tool needs approval."""
        return tool in self.ask_tools and self._right("tools", tool) is not True

    def _right(self, what: str, name: str) -> bool | None:
        """What users said last about a path or a tool."""
        for right in reversed(self.later):
            if right.what == what and (name in right.names if what == "tools" else match_any(right.names, name)):
                return right.given
        return None

    def forbidden(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Those of the paths that the agent may not write."""
        if self.write is None and not self.deny_write and not self.later:
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
