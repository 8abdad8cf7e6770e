"""private/tests.json: the solution, mutants and variants."""

from __future__ import annotations

from typing import Literal

from cowork_dsl.compiler.bundle.models.base import Code, Model, Place
from cowork_dsl.compiler.bundle.models.changes import Act


class Turn(Model):
    """A turn: ``turn { }`` (both None), ``turn STATE`` or ``turn n``."""

    state: str | None = None
    number: int | None = None
    acts: tuple[Act, ...] = ()
    place: Place | None = None


class Case(Model):
    """A mutant or a variant, as declared. ``lets`` (of verify and solution) may be used by its codes by name."""

    kind: Literal["mutant", "variant"]
    name: str
    doc: str = ""
    breaks: tuple[str, ...] = ()
    acts: tuple[Act, ...] = ()
    turns: tuple[Turn, ...] = ()
    from_turn: int | None = None
    ignores: str | None = None
    yields: str | None = None
    without: Code | None = None
    repeat: Code | None = None
    place: Place


class Cases(Model):
    """private/tests.json: the solution and the declared cases; ``lets`` in dependency order."""

    solution: tuple[Turn, ...]
    cases: tuple[Case, ...]
    lets: tuple[tuple[str, Code], ...] = ()
