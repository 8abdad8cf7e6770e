"""V: evidence of one rollout to a verdict. Pure, total, deterministic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from types import CodeType
from typing import Any

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.bundle.models import CheckInfo, Place
from cowork_dsl.compiler.values.admit import Broken, Inadmissible
from cowork_dsl.compiler.values.failures import Fail, NotProven, is_none, trace
from cowork_dsl.compiler.values.rows import rows_of
from cowork_dsl.compiler.values.scalars import Percent
from cowork_dsl.compiler.values.show import brief
from cowork_dsl.runtime.verdict.evidence import Evidence
from cowork_dsl.runtime.verdict.model import CheckResult, Result, Verdict
from cowork_dsl.runtime.verdict.module import CheckCode, Running, admit_verifier
from cowork_dsl.runtime.verdict.names import schema_of, terms_of, verdict_names
from cowork_dsl.runtime.verdict.operands import operands, printable
from cowork_dsl.runtime.verdict.probe import Probe, ProbeBroke, run_in_box
from cowork_dsl.runtime.verdict.process import NO_RECORD
from cowork_dsl.runtime.verdict.score import ONE, ZERO, code_score, reward_of
from cowork_dsl.runtime.verdict.view import Schema


@dataclass(frozen=True, slots=True)
class _Part:
    """What one ``given`` or ``expect`` came to."""

    result: Result
    share: Decimal
    reason: str
    operands: tuple[str, ...]
    place: Place


def grade(bundle: Bundle, evidence: Evidence, *, probe: Probe = run_in_box, schema: Schema | None = None) -> Verdict:
    """The verdict on one rollout.

    Args:
        bundle: The environment.
        evidence: What the rollout left.
        probe: Runs files in fresh boxes, for ``after.run``.
        schema: What the bundle declares, where it is at hand (``schema_of``); it remembers look-ups.
    """
    try:
        module = admit_verifier(bundle.verifier)
    except (Inadmissible, Fail, NotProven) as error:
        broken = [_result(info, [_Part("error", ZERO, str(error), (), info.place)]) for info in bundle.checks.checks]
        return _verdict(bundle, evidence, broken)
    names = verdict_names(evidence, schema or schema_of(bundle), terms_of(bundle.profile), probe, module.used)
    running = Running(module, names)
    checks = [_check(info, module.checks.get(info.name), running) for info in bundle.checks.checks]
    return _verdict(bundle, evidence, checks)


def _verdict(bundle: Bundle, evidence: Evidence, checks: Sequence[CheckResult]) -> Verdict:
    score = bundle.checks.score
    judges = len(bundle.rubric.judges)
    code = code_score(checks)
    ended_well = evidence.ended in ("done", NO_RECORD)
    return Verdict(
        reward=reward_of(code, None, judges, score),
        code=code,
        judge=None,
        checks=tuple(checks),
        passed=code is not None and code >= Decimal(score.passing) and ended_well,
        error=any(check.result == "error" for check in checks),
        judges=judges,
        ended=evidence.ended,
    )


def _check(info: CheckInfo, code: CheckCode | None, running: Running) -> CheckResult:
    if code is None or not code.expect:
        return _result(info, [_Part("error", ZERO, f"verifier.py has no check `{info.name}`", (), info.place)])
    for premise in code.given:
        part = _part(premise, running, info.place)
        if part.result != "pass":
            kind: Result = "error" if part.result == "error" else "not_proven"
            reason = f"its premise does not hold: {part.reason}"
            return _result(info, [_Part(kind, ZERO, reason, part.operands, info.place)])
    places = (*info.expectations, *(info.place for _ in code.expect))
    parts = [_part(expectation, running, place) for expectation, place in zip(code.expect, places, strict=False)]
    return _result(info, parts)


_ORDER: tuple[Result, ...] = ("error", "fail", "not_proven", "partial", "pass")


def _result(info: CheckInfo, parts: Sequence[_Part]) -> CheckResult:
    """The check's share is the least of its expectations'; the worst one is told."""
    worst = min(parts, key=lambda part: (_ORDER.index(part.result), part.share))
    return CheckResult(
        name=info.name,
        kind=info.kind,
        result=worst.result,
        credit=worst.share,
        weight=0 if info.gate else info.weight,
        gate=info.gate,
        covers=info.covers,
        message=info.message,
        reason=worst.reason,
        operands=worst.operands,
        place=info.place if worst.result == "pass" else worst.place,
    )


def _part(code: CodeType, running: Running, place: Place) -> _Part:
    with trace() as notes:
        try:
            share, reason = _share(running.value(code))
        except Fail as ending:
            return _Part("fail", ZERO, printable(ending.reason), operands(notes), place)
        except NotProven as ending:
            return _Part("not_proven", ZERO, printable(ending.reason), operands(notes), place)
        except (Broken, ProbeBroke) as error:
            return _Part("error", ZERO, printable(f"the verifier broke: {error}"), (), place)
    if share == ONE:
        return _Part("pass", ONE, "", (), place)
    told = operands(notes)
    why = reason or (told[-1] if told else "it does not hold")
    return _Part("fail" if share == ZERO else "partial", share, why, told, place)


def _share(value: Any) -> tuple[Decimal, str]:
    """The share that a value stands for, and a reason where the value tells one."""
    if isinstance(value, bool):
        return (ONE if value else ZERO), ""
    if is_none(value):
        raise Fail("the expectation has no value")
    if isinstance(value, int | Decimal | Percent):
        share = value.value if isinstance(value, Percent) else Decimal(value)
        if not ZERO <= share <= ONE:
            raise Fail(f"{brief(value)} is no share from 0 to 1")
        return share, "" if share in (ZERO, ONE) else f"a share of {brief(value)}"
    if isinstance(value, list | tuple):
        items = rows_of(value)
        if not items:
            raise NotProven("there is nothing to look at")
        if not all(isinstance(item, bool) for item in items):
            raise Fail(f"{brief(value)} is no list of true and false")
        held = sum(items)
        return Decimal(held) / Decimal(len(items)), f"{held} of {len(items)} hold" if held < len(items) else ""
    raise Fail(f"{brief(value)} is neither true nor false")
