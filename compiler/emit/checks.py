"""private/checks.json and rubric.json: the source map of the verifier, and the judges."""

from __future__ import annotations

from collections.abc import Iterator

from cowork_dsl.compiler.analysis.environment import Check, Code, Environment
from cowork_dsl.compiler.analysis.scan import scan
from cowork_dsl.compiler.bundle import models
from cowork_dsl.compiler.emit.lowering import Lowering
from cowork_dsl.compiler.emit.places import place_of_code, place_of_origin

Read = tuple[str, str, str]


def checks_of(env: Environment, lowering: Lowering) -> models.Checks:
    """Every check with its place and reads, the requirements, the score."""
    return models.Checks(
        checks=tuple(_check(check, lowering) for check in env.checks),
        requirements=tuple(
            models.RequirementInfo(
                name=requirement.name,
                text=lowering.constant_text(requirement.text),
                place=place_of_origin(requirement.origin),
            )
            for requirement in env.requirements
        ),
        score=models.Score(code=env.score.code, judge=env.score.judge, passing=env.score.passing),
    )


def rubric_of(env: Environment, lowering: Lowering) -> models.Rubric:
    """The judges."""
    return models.Rubric(
        judges=tuple(
            models.Criterion(
                name=judge.name,
                covers=judge.covers,
                weight=judge.weight,
                sees=judge.sees,
                ask=lowering.constant_text(judge.ask),
                place=place_of_origin(judge.origin),
            )
            for judge in env.judges
        )
    )


def reads_of(codes: tuple[Code, ...], lowering: Lowering) -> tuple[Read, ...]:
    """(root, reader, target) of every literal read, lets followed, each once, sorted."""
    return tuple(sorted(set(_reads(codes, lowering, set()))))


def _reads(codes: tuple[Code, ...], lowering: Lowering, seen: set[int]) -> Iterator[Read]:
    for code in codes:
        found = scan(code.expr, code.source)
        for read in found.reads:
            if read.target or read.root == "made":
                yield (read.root or "after", read.reader, read.target)
        for name in found.names.values():
            let = lowering.open_let(name, code)
            if let is not None and id(let) not in seen:
                seen.add(id(let))
                yield from _reads((let.code,), lowering, seen)


def _check(check: Check, lowering: Lowering) -> models.CheckInfo:
    return models.CheckInfo(
        name=check.name,
        kind=check.kind,
        covers=check.covers,
        gate=check.gate,
        weight=check.weight,
        proves=check.proves,
        premise=bool(check.given),
        message=check.message,
        place=place_of_origin(check.origin),
        expectations=tuple(place_of_code(code) for code in check.expect),
        reads=reads_of((*check.given, *check.expect), lowering),
    )
