"""Services and the interface (I)."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.environment.base import Code, Origin
from cowork_dsl.compiler.analysis.environment.changes import Change
from cowork_dsl.compiler.analysis.environment.head import ColumnDecl, Let
from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class ServiceTool:
    """A tool of a service: arguments, failures, changes of tables, result.

    ``fails`` are (message, condition) in order; ``result`` is evaluated after the changes.
    """

    name: str
    doc: str
    args: tuple[tuple[str, Type], ...]
    lets: tuple[Let, ...]
    fails: tuple[tuple[str, Code], ...]
    changes: tuple[Change, ...]
    result: Code | None
    origin: Origin


@dataclass(frozen=True, slots=True)
class Service:
    """A service: tables and tools."""

    name: str
    tables: tuple[tuple[str, tuple[ColumnDecl, ...]], ...]
    tools: tuple[ServiceTool, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Skill:
    """Know-how for the agent: a file at ``path``."""

    name: str
    kind: str
    about: str
    path: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault of a tool at its n-th call."""

    tool: str
    call: int
    kind: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Interface:
    """I: what the agent can use, and its bounds.

    Attributes:
        tools: Builtin tool sets: files, shell, python.
        services: Names of the services offered.
        allow: (subject, values): enforced; the subject is read, write, a service or a tool set.
        deny: The same; ``network`` has no values.
        rules: (subject, values): told and recorded, may be broken.
        limits: turns, steps (numbers), time (seconds).
        clock: start (ISO text), step and turn (seconds).
        python: Packages that the box must have.
        ask: (subject, values): a call of these tools needs approval.
        skills: What the agent is shown of know-how.
        memory: The paths of what it remembers.
        troubles: The faults of tools.
    """

    tools: tuple[str, ...] = ()
    services: tuple[str, ...] = ()
    allow: tuple[tuple[str, tuple[str, ...]], ...] = ()
    deny: tuple[tuple[str, tuple[str, ...]], ...] = ()
    rules: tuple[tuple[str, tuple[str, ...]], ...] = ()
    limits: tuple[tuple[str, int], ...] = ()
    clock: tuple[tuple[str, str | int], ...] = ()
    python: tuple[str, ...] = ()
    origin: Origin | None = None
    ask: tuple[tuple[str, tuple[str, ...]], ...] = ()
    skills: tuple[Skill, ...] = ()
    memory: tuple[str, ...] = ()
    troubles: tuple[Trouble, ...] = ()
