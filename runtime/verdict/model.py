"""What grading gives: the result of every check, and the reward."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from cowork_dsl.compiler.bundle.models import Place

Result = Literal["pass", "partial", "fail", "not_proven", "error"]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check.

    Attributes:
        name: As declared.
        kind: ``check`` or ``process``.
        result: ``pass`` (credit 1), ``partial`` (between), ``fail``, ``not_proven`` (its premise is missing; counts
            as fail) or ``error`` (the verifier itself broke; voids the rollout).
        credit: Its share from 0 to 1; 0 for an error, which counts nowhere.
        weight: Its weight; a gate has none.
        gate: Whether it only multiplies.
        covers: The requirement.
        message: What it demands, in the author's words.
        reason: Why it is not a pass; empty for a pass.
        operands: What the deciding comparisons had on their two sides.
        place: The check, or the expectation that decided, in the source.
    """

    name: str
    kind: Literal["check", "process"]
    result: Result
    credit: Decimal
    weight: int
    gate: bool
    covers: str
    message: str
    reason: str
    operands: tuple[str, ...]
    place: Place

    @property
    def where(self) -> str:
        """The place as people read it."""
        return f"{self.place.file}:{self.place.line}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one rollout.

    Attributes:
        reward: None where it is void, or where judges are declared and none is configured.
        code: V_code; None where it is void.
        judge: V_LLM; None where there is no judge or it was not measured.
        checks: In the order of the file.
        passed: Whether V_code reaches the pass line and the run ended in the principal's final state.
        error: Whether the verifier broke, so that the rollout is void.
        judges: How many judges are declared.
        ended: How the run ended.
    """

    reward: Decimal | None
    code: Decimal | None
    judge: Decimal | None
    checks: tuple[CheckResult, ...]
    passed: bool
    error: bool
    judges: int = 0
    ended: str = "done"

    def check(self, name: str) -> CheckResult:
        """The result of a check by its name."""
        return next(check for check in self.checks if check.name == name)

    @property
    def lost(self) -> tuple[str, ...]:
        """The checks that are not a pass, in order."""
        return tuple(check.name for check in self.checks if check.result != "pass")
