"""Dates and business days."""

from datetime import UTC, date, datetime, time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.values import calendar
from cowork_dsl.compiler.values.failures import Fail

EASTER = [date(2026, 4, 3), date(2026, 4, 6)]
DAYS = st.dates(date(2000, 1, 1), date(2050, 1, 1))


@pytest.mark.parametrize(
    ("start", "count", "expected"),
    [
        (date(2026, 4, 2), 1, date(2026, 4, 7)),
        (date(2026, 4, 7), -1, date(2026, 4, 2)),
        (date(2026, 4, 4), 0, date(2026, 4, 4)),
    ],
)
def test_business_days_leave_out_holidays(start: date, count: int, expected: date) -> None:
    actual = calendar.add_business_days(start, count, holidays=EASTER)

    assert actual == expected


@settings(max_examples=60, deadline=None)
@given(DAYS, st.integers(0, 60))
def test_business_days_count_back(start: date, count: int) -> None:
    actual = calendar.business_days_to(start, calendar.add_business_days(start, count))

    assert actual == count


def test_other_weekend() -> None:
    actual = calendar.is_business_day(date(2026, 4, 3), weekend=["friday"])

    assert actual is False


def test_zoned_is_the_same_instant() -> None:
    actual = calendar.zoned(date(2026, 6, 4), time(14, 0), "Europe/Berlin")

    assert actual == datetime(2026, 6, 4, 12, 0, tzinfo=UTC)


def test_months_end() -> None:
    actual = (
        calendar.add_months(date(2026, 1, 31), 1),
        calendar.month_end(date(2028, 2, 1)),
        calendar.weekday(date(2026, 4, 2)),
    )

    assert actual == (date(2026, 2, 28), date(2028, 2, 29), "thursday")


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (calendar.zoned, (date(2026, 1, 1), time(1), "Mars/Olympus")),
        (calendar.zoned, (date(2026, 1, 1), time(1), "../../etc/passwd")),
        (calendar.zoned, (None, time(1), "UTC")),
        (calendar.days, (10**12,)),
        (calendar.add_business_days, (date(2026, 1, 1), 10**9)),
        (calendar.add_business_days, (date.max, 5)),
        (calendar.add_months, (date(2026, 1, 1), 10**9)),
        (calendar.add_business_days, (date(2026, 1, 1), 1, None, None, list(calendar.WEEKDAYS))),
    ],
)
def test_fails(function: Any, args: tuple[Any, ...]) -> None:
    with pytest.raises(Fail):
        function(*args)
