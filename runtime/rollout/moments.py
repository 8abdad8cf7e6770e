"""Moments: when each came, and the worlds at those that the verifier looks at."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from cowork_dsl.compiler.bundle.bundle import Bundle

_NAMING = {"at", "truth_at"}


def turn_moment(number: int) -> str:
    """The moment of the n-th hand-back, before users act."""
    return f"turn({number})"


def first_moment(path: str) -> str:
    """The end of the tool call that made a path."""
    return f"first({path})"


def looked_at(bundle: Bundle) -> frozenset[str]:
    """The moments whose worlds the verifier, or a let that cases use, may ask for."""
    return _looked_at((bundle.verifier, *(code for _, code in bundle.cases.lets)))


@lru_cache(maxsize=256)
def _looked_at(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name for text in texts for name in _named(ast.parse(text)))


def _named(tree: ast.AST) -> Iterable[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _NAMING:
            for argument in node.args:
                yield from _moment(argument)


def _moment(argument: ast.expr) -> Iterable[str]:
    """A moment as a text, or as the call that makes one."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.Call) and isinstance(argument.func, ast.Name) and len(argument.args) == 1:
        inner = argument.args[0]
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str | int):
            yield f"{argument.func.id.rstrip('_')}({inner.value})"


@dataclass(slots=True)
class Moments:
    """What a rollout notes of its moments.

    Attributes:
        wanted: The moments whose worlds are kept.
        keep: Keeps the world and the truth replica as they are now and gives their digests.
        came: Moment to the index of its event; each only the first time.
    """

    wanted: frozenset[str]
    keep: Callable[[], tuple[str, str]]
    came: dict[str, int] = field(default_factory=dict)
    at: dict[str, str] = field(default_factory=dict)
    truth_at: dict[str, str] = field(default_factory=dict)

    def note(self, names: Iterable[str], index: int) -> None:
        """These moments are now, unless they came before."""
        new = [name for name in names if name not in self.came]
        self.came.update(dict.fromkeys(new, index))
        kept = [name for name in new if name in self.wanted]
        if kept:
            world, truth = self.keep()
            self.at.update(dict.fromkeys(kept, world))
            self.truth_at.update(dict.fromkeys(kept, truth))
