"""Results of checks to V_code and to the reward."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal

from cowork_dsl.compiler.bundle.models import Score
from cowork_dsl.runtime.verdict.model import CheckResult

ZERO = Decimal(0)
ONE = Decimal(1)
_EXACT = Context(prec=28)


def code_score(checks: Sequence[CheckResult]) -> Decimal | None:
    """V_code: the weighted mean of the weighted checks, 0 where a gate is below 1; None where a check broke.

    Without a weighted check nothing is earned: gates only multiply.
    """
    if any(check.result == "error" for check in checks):
        return None
    if any(check.gate and check.credit < ONE for check in checks):
        return ZERO
    weighted = [check for check in checks if not check.gate]
    total = sum(check.weight for check in weighted)
    if total == 0:
        return ZERO
    earned = sum((check.credit * check.weight for check in weighted), ZERO)
    return _EXACT.divide(earned, Decimal(total)).normalize(_EXACT) + ZERO


def reward_of(code: Decimal | None, judge: Decimal | None, judges: int, score: Score) -> Decimal | None:
    """V_code^code · V_LLM^judge, 0 if either is 0; V_code where no judge is declared; None where one isn't measured."""
    if code is None:
        return None
    if judges == 0:
        return code
    if judge is None:
        return None
    if code == 0 or judge == 0:
        return ZERO
    return _EXACT.multiply(
        _EXACT.power(code, Decimal(score.code)), _EXACT.power(judge, Decimal(score.judge))
    ).normalize(_EXACT)
