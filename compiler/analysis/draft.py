"""The environment while it is being made: what lowering has understood so far, sound parts only."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.environment import (
    Case,
    Check,
    Each,
    Entry,
    Interface,
    Judge,
    Let,
    Output,
    Param,
    Requirement,
    Score,
    Service,
    Text,
    Turn,
    User,
    Value,
)
from cowork_dsl.compiler.analysis.environment import Code as Code_
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.schema.shaped import Shaped
from cowork_dsl.compiler.source import Source
from cowork_dsl.grammar.records import dataclass, field


@dataclass(slots=True)
class Names:
    """All names that something may refer to, gathered before anything is lowered.

    Attributes:
        requirements: Of `require`.
        checks: Of `check` and `process`.
        transitions: Of named transitions, with their kinds.
        states: By user.
        facts: By user.
        values: Of `value`.
        services: Of this file and of used ones.
        tools: Tool to its argument names; builtin ones of the sets that are offered, and those of offered services.
        hidden_tools: Tool to what would have to be offered.
    """

    requirements: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    transitions: dict[str, str | None] = field(default_factory=dict)
    states: dict[str, tuple[str, ...]] = field(default_factory=dict)
    facts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    values: tuple[str, ...] = ()
    services: dict[str, Service] = field(default_factory=dict)
    tools: dict[str, tuple[str, ...]] = field(default_factory=dict)
    hidden_tools: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Draft:
    """What is known of one file."""

    source: Source
    shaped: Shaped
    names: Names
    base: Scope
    ground: Scope
    env: Shaped | None = None
    title: str = ""
    scenario: str = ""
    capability: tuple[str, ...] = ()
    labels: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    used: tuple[Source, ...] = ()
    params: list[Param] = field(default_factory=list)
    where: list[Code_] = field(default_factory=list)
    lets: list[Let] = field(default_factory=list)
    goal: Text | None = None
    requirements: list[Requirement] = field(default_factory=list)
    outputs: list[Output] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    workspace: list[Entry | Each] = field(default_factory=list)
    interface: Interface = field(default_factory=Interface)
    services: tuple[Service, ...] = ()
    users: list[User] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    judges: list[Judge] = field(default_factory=list)
    score: Score = field(default_factory=Score)
    solution: list[Turn] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)

    def entries(self) -> list[Entry]:
        """All entries of the workspace, those of `each` once."""
        found: list[Entry] = []
        stack: list[Entry | Each] = list(reversed(self.workspace))
        while stack:
            item = stack.pop()
            if isinstance(item, Each):
                stack.extend(reversed(item.body))
            else:
                found.append(item)
        return found
