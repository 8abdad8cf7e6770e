"""The whole checked environment."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.environment.base import Code, Origin, Text
from cowork_dsl.compiler.analysis.environment.entries import Each, Entry
from cowork_dsl.compiler.analysis.environment.head import Let, Output, Param, Requirement, Value
from cowork_dsl.compiler.analysis.environment.interface import Interface, Service
from cowork_dsl.compiler.analysis.environment.users import User
from cowork_dsl.compiler.analysis.environment.verifier import Case, Check, Judge, Score, Turn
from cowork_dsl.compiler.source import Source
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Environment:
    """A whole checked environment, or a family of them where it has params."""

    name: str
    title: str
    scenario: str
    capability: tuple[str, ...]
    labels: tuple[tuple[str, tuple[str, ...]], ...]
    source: Source
    used: tuple[Source, ...]
    params: tuple[Param, ...]
    where: tuple[Code, ...]
    lets: tuple[Let, ...]
    goal: Text
    requirements: tuple[Requirement, ...]
    outputs: tuple[Output, ...]
    values: tuple[Value, ...]
    workspace: tuple[Entry | Each, ...]
    interface: Interface
    services: tuple[Service, ...]
    users: tuple[User, ...]
    checks: tuple[Check, ...]
    judges: tuple[Judge, ...]
    score: Score
    solution: tuple[Turn, ...]
    cases: tuple[Case, ...]
    origin: Origin
