"""Agents that work like another one up to a point, and no longer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cowork_dsl.compiler.bundle.models import Change, Template, ToolDecl
from cowork_dsl.runtime.harness.agent import Agent, Answer, Backstage, Said


class _Stopped(Exception):
    """The agent stops here, perhaps in the middle of a segment."""


class Stopping:
    """Works like `worker` until `over` says that it is over; from then on it hands back without a word."""

    version = "1"

    def __init__(self, name: str, worker: Agent, over: Callable[[Backstage], bool]) -> None:
        self.name = name
        self.settings: Mapping[str, str] = {}
        self._worker = worker
        self._over = over

    def segment(self, context: Backstage) -> str | None:
        """Lets the other agent work, and stops it after the call at which it is over."""
        if self._over(context):
            return ""
        try:
            return self._worker.segment(_Watched(context, self._over))
        except _Stopped:
            return ""


class _Watched:
    """A context that ends the segment after the call at which it is over."""

    def __init__(self, inner: Backstage, over: Callable[[Backstage], bool]) -> None:
        self._inner = inner
        self._over = over

    @property
    def goal(self) -> str:
        return self._inner.goal

    @property
    def messages(self) -> Sequence[Said]:
        return self._inner.messages

    @property
    def tools(self) -> Sequence[ToolDecl]:
        return self._inner.tools

    @property
    def segment(self) -> int:
        return self._inner.segment

    @property
    def stage(self) -> str | None:
        return self._inner.stage

    @property
    def fired(self) -> frozenset[str]:
        return self._inner.fired

    def act(self, change: Change) -> Answer:
        return self._checked(self._inner.act(change))

    def tools_path(self) -> str:
        return self._inner.tools_path()

    def evaluate(self, code: str) -> Any:
        return self._inner.evaluate(code)

    def render(self, text: Template) -> str:
        return self._inner.render(text)

    def call(self, tool: str, args: Mapping[str, Any]) -> Answer:
        return self._checked(self._inner.call(tool, args))

    def _checked(self, answer: Answer) -> Answer:
        if self._over(self._inner):
            raise _Stopped
        return answer


def idle_from_turn(worker: Agent, turn: int) -> Stopping:
    """Works up to the `turn`-th hand-back, and idles from then on."""
    return Stopping(f"idle from turn {turn}", worker, lambda context: context.segment > turn)


def idle_once_fired(worker: Agent, transition: str) -> Stopping:
    """Works until a transition has fired, and idles from then on."""
    return Stopping(f"idle from {transition}", worker, lambda context: transition in context.fired)
