"""V_code is the weighted mean of the weighted checks times the gates; the reward is V_code^code · V_LLM^judge."""

from decimal import Decimal

import pytest

from cowork_dsl.compiler.bundle.models import Place, Score
from cowork_dsl.runtime.verdict.model import CheckResult, Result
from cowork_dsl.runtime.verdict.score import code_score, reward_of

PLACE = Place(file="a.cowork", line=1, column=1, end_line=1, end_column=2)


def result(credit: str, weight: int = 1, gate: bool = False, kind: Result | None = None) -> CheckResult:
    share = Decimal(credit)
    found: Result = kind or ("pass" if share == 1 else "fail" if share == 0 else "partial")
    return CheckResult("c", "check", found, share, weight, gate, "r", "m", "", (), PLACE)


@pytest.mark.parametrize(
    ("checks", "expected"),
    [
        ([result("1")], "1"),
        ([result("1", 3), result("0", 1)], "0.75"),
        ([result("0.5", 1), result("1", 1)], "0.75"),
        ([result("1"), result("1", gate=True)], "1"),
        ([result("1"), result("0", gate=True)], "0"),
        ([result("1"), result("0.99", gate=True)], "0"),
        ([result("1"), result("0", gate=True, kind="not_proven")], "0"),
        ([result("1"), result("0", kind="not_proven")], "0.5"),
        ([result("1", gate=True)], "0"),
        ([], "0"),
        ([result("1"), result("0", kind="error")], None),
        ([result("0", gate=True), result("0", kind="error")], None),
        ([result("1", 1), result("1", 1), result("0", 1)], "0.6666666666666666666666666667"),
    ],
)
def test_code_score(checks: list[CheckResult], expected: str | None) -> None:
    assert code_score(checks) == (None if expected is None else Decimal(expected))


@pytest.mark.parametrize(
    ("code", "judge", "judges", "expected"),
    [
        ("0.5", None, 0, "0.5"),
        ("0.5", None, 1, None),
        (None, "1", 1, None),
        ("0", "1", 1, "0"),
        ("1", "0", 1, "0"),
        ("1", "1", 1, "1"),
    ],
)
def test_reward(code: str | None, judge: str | None, judges: int, expected: str | None) -> None:
    score = Score(code="0.7", judge="0.3")
    given = [None if text is None else Decimal(text) for text in (code, judge)]

    assert reward_of(given[0], given[1], judges, score) == (None if expected is None else Decimal(expected))


def test_exponents_weigh_code_and_judge() -> None:
    found = reward_of(Decimal("0.25"), Decimal("0.5"), 1, Score(code="0.5", judge="1"))

    assert found == Decimal("0.25")
