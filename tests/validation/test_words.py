"""How findings speak of what a check said."""

import pytest

from cowork_dsl.validation.report.model import CheckOutcome
from cowork_dsl.validation.words import outcome_words


@pytest.mark.parametrize(
    ("operands", "expected"),
    [
        ((), "total fail: 1 == 2 does not hold"),
        (("1 == 2 does not hold",), "total fail: 1 == 2 does not hold"),
        (("1 == 2 does not hold", "b.csv is gone"), "total fail: 1 == 2 does not hold (b.csv is gone)"),
    ],
)
def test_a_reason_is_told_once(operands: tuple[str, ...], expected: str) -> None:
    outcome = CheckOutcome(check="total", result="fail", credit=0.0, reason="1 == 2 does not hold", operands=operands)

    assert outcome_words(outcome) == expected
