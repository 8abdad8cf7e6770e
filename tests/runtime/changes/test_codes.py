"""Codes over rows: the short way for whole numbers says what the evaluation says."""

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.values.admit import admit, run_over
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.library import PLAIN
from cowork_dsl.runtime.changes.codes import over_rows

VALUES = st.one_of(st.integers(0, 3), st.booleans(), st.none(), st.just("1"), st.just(Decimal("1.0")))
ROWS = st.lists(st.one_of(st.fixed_dictionaries({"id": VALUES}), st.fixed_dictionaries({"other": VALUES})), max_size=5)


def evaluated(code: str, rows: list[dict[str, object]]) -> object:
    try:
        return run_over(admit(code, {**PLAIN, "row": None}), PLAIN, "row", rows)
    except Fail as failure:
        return str(failure)


def short(code: str, rows: list[dict[str, object]]) -> object:
    try:
        return over_rows(code, PLAIN, rows)
    except Fail as failure:
        return str(failure)


@settings(max_examples=200, deadline=None)
@given(ROWS, st.integers(0, 3))
def test_whole_numbers_compare_as_they_are_evaluated(rows: list[dict[str, object]], number: int) -> None:
    code = f'eq(col(row, "id"), {number})'

    assert short(code, rows) == evaluated(code, rows)
