"""What an agent is to a rollout, whoever drives it: a model, a product or a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from cowork_dsl.compiler.bundle.models import Change, Template, ToolDecl


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool answered: whether it succeeded, and the text that the agent sees."""

    ok: bool
    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the chat; ``speaker`` is ``agent`` or a user's name."""

    speaker: str
    text: str


class Context(Protocol):
    """What an agent has while a work segment runs."""

    @property
    def goal(self) -> str:
        """What it was told at the start."""

    @property
    def messages(self) -> Sequence[Said]:
        """The chat so far, after the goal."""

    @property
    def tools(self) -> Sequence[ToolDecl]:
        """The tools it is offered."""

    @property
    def segment(self) -> int:
        """The number of this work segment, from 1."""

    def call(self, tool: str, args: Mapping[str, Any]) -> Answer:
        """Call a tool.

        Raises:
            OutOfBounds: A limit of the rollout is reached; the agent must let this through.
        """


class Backstage(Context, Protocol):
    """What a scripted agent has beyond that, and a model never: it is part of the evidence, not of the game."""

    @property
    def stage(self) -> str | None:
        """The state that the principal is in."""

    @property
    def fired(self) -> frozenset[str]:
        """The ids of the transitions that have fired, of all users."""

    def act(self, change: Change) -> Answer:
        """Carry out a declarative file act of a script by tool calls, recorded and permission-checked.

        Raises:
            ScriptProblem: No agent with these tools could do that.
        """

    def tools_path(self) -> str:
        """Where a program in the box reaches the tools of services; opened at the first call.

        Raises:
            ScriptProblem: No script of this environment uses tools from a program, so there is no way for it.
        """

    def evaluate(self, code: str) -> Any:
        """The value of a code of the solution or a case."""

    def render(self, text: Template) -> str:
        """The text of a template of the solution or a case."""


Limit = Literal["limit_steps", "limit_time", "limit_space"]


class OutOfBounds(Exception):
    """A limit of the rollout was reached in the middle of a segment."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(limit)
        self.limit = limit


class Agent(Protocol):
    """An agent of one rollout.

    Attributes:
        name: The harness.
        version: Its version.
        settings: What else decides how it behaves, for the record.
    """

    name: str
    version: str
    settings: Mapping[str, str]

    def segment(self, context: Backstage) -> str | None:
        """Work until handing back; gives the reply (perhaps empty), or None to give up."""
