"""private/checks.json and rubric.json: the source map of the verifier, and the judges."""

from __future__ import annotations

from typing import Literal

from cowork_dsl.compiler.bundle.models.base import Model, Place


class CheckInfo(Model):
    """The source map of one check, and what validation must know of it.

    ``reads`` are (root, reader, target) for each literal read in its expressions, lets followed.
    """

    name: str
    kind: Literal["check", "process"]
    covers: str
    gate: bool
    weight: int
    proves: tuple[str, ...] = ()
    premise: bool = False
    message: str
    place: Place
    expectations: tuple[Place, ...]
    reads: tuple[tuple[str, str, str], ...] = ()


class RequirementInfo(Model):
    """A requirement with its place."""

    name: str
    text: str
    place: Place


class Score(Model):
    """Exponents and the pass line, as decimal text."""

    code: str = "1"
    judge: str = "1"
    passing: str = "1"


class Checks(Model):
    """private/checks.json."""

    checks: tuple[CheckInfo, ...]
    requirements: tuple[RequirementInfo, ...]
    score: Score


class Criterion(Model):
    """A judge."""

    name: str
    covers: str
    weight: int
    sees: tuple[str, ...]
    ask: str
    place: Place


class Rubric(Model):
    """private/rubric.json."""

    judges: tuple[Criterion, ...] = ()
