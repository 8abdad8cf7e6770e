"""The verifier (V), the solution and the cases."""

from __future__ import annotations

from typing import Literal

from cowork_dsl.compiler.analysis.environment.base import Code, Origin, Text
from cowork_dsl.compiler.analysis.environment.changes import Act
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """A ``check`` or ``process``: ``given`` are premises, ``expect`` expectations (the share is the least)."""

    kind: Literal["check", "process"]
    name: str
    covers: str
    gate: bool
    weight: int
    proves: tuple[str, ...]
    given: tuple[Code, ...]
    expect: tuple[Code, ...]
    message: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Judge:
    """A criterion for V_LLM."""

    name: str
    covers: str
    weight: int
    sees: tuple[str, ...]
    ask: Text
    origin: Origin


@dataclass(frozen=True, slots=True)
class Score:
    """Exponents of V_code and V_LLM and the pass line for V_code, as decimal text."""

    code: str = "1"
    judge: str = "1"
    passing: str = "1"


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the solution or of a case: in order, ``turn STATE`` or ``turn n``."""

    state: str | None
    number: int | None
    acts: tuple[Act, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Case:
    """A mutant or a variant: exactly one of changes, turns, from_turn, ignores, without, repeat.

    ``yields`` marks a case of changes or turns.
    """

    kind: Literal["mutant", "variant"]
    name: str
    breaks: tuple[str, ...]
    acts: tuple[Act, ...]
    turns: tuple[Turn, ...]
    from_turn: int | None
    ignores: str | None
    yields: str | None
    without: Code | None
    repeat: Code | None
    origin: Origin
