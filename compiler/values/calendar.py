"""Dates, times, durations, and business days over weekends and holidays."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cowork_dsl.compiler.values.failures import Fail, is_none, missing, spend
from cowork_dsl.compiler.values.show import brief

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKEND = ("saturday", "sunday")
_MOST = 100_000


def _span(count: Any, unit: str) -> timedelta:
    if count.__class__ is not int:
        raise missing(count, "count") if is_none(count) else Fail(f"{brief(count)} is no whole number")
    try:
        return timedelta(**{unit: count})
    except OverflowError:
        raise Fail(f"{count} {unit} are too many") from None


def weeks(count: Any) -> timedelta:
    """So many weeks."""
    return _span(count, "weeks")


def days(count: Any) -> timedelta:
    """So many days."""
    return _span(count, "days")


def hours(count: Any) -> timedelta:
    """So many hours."""
    return _span(count, "hours")


def minutes(count: Any) -> timedelta:
    """So many minutes."""
    return _span(count, "minutes")


def seconds(count: Any) -> timedelta:
    """So many seconds."""
    return _span(count, "seconds")


def _zone(name: Any) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, TypeError, OSError):
        raise Fail(f"{brief(name)} is no time zone") from None


def zoned(day: Any, clock: Any, zone: Any) -> datetime:
    """The instant of a wall clock in a zone."""
    if not isinstance(clock, time):
        raise missing(clock, "read") if is_none(clock) else Fail(f"{brief(clock)} is no time of day")
    return datetime.combine(_day(day), clock, _zone(zone))


def in_zone(instant: Any, zone: Any) -> datetime:
    """The same instant elsewhere."""
    if not isinstance(instant, datetime):
        raise missing(instant, "read") if is_none(instant) else Fail(f"{brief(instant)} is no instant")
    try:
        return instant.astimezone(_zone(zone))
    except OverflowError:
        raise Fail(f"{brief(instant)} is out of range") from None


def _day(value: Any) -> date:
    if not isinstance(value, date):
        raise missing(value, "read") if is_none(value) else Fail(f"{brief(value)} is no date")
    return value


def weekday(value: Any) -> str:
    """The day of the week."""
    return WEEKDAYS[_day(value).weekday()]


def month_start(value: Any) -> date:
    """The first day of its month."""
    return _day(value).replace(day=1)


def month_end(value: Any) -> date:
    """The last day of its month."""
    day = _day(value)
    return day.replace(day=monthrange(day.year, day.month)[1])


def add_months(value: Any, count: int) -> date:
    """So many months on, at most the month's last day."""
    day = _day(value)
    index = day.year * 12 + day.month - 1 + count
    year, month = divmod(index, 12)
    if not 1 <= year <= 9999:
        raise Fail(f"{brief(value)} and {count} months are out of range")
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _off(calendar: Any, holidays: Any, weekend: Any) -> tuple[Any, Any]:
    """The holidays and the days off of a week: those given, else the calendar's."""
    known = calendar or {}
    return holidays or known.get("holidays"), weekend or known.get("weekend")


def _works(day: date, holidays: Any, weekend: Any) -> bool:
    return WEEKDAYS[day.weekday()] not in (weekend or _WEEKEND) and day not in (holidays or ())


def is_business_day(value: Any, calendar: Any = None, holidays: Any = None, weekend: Any = None) -> bool:
    """Whether it is a working day."""
    holidays, weekend = _off(calendar, holidays, weekend)
    return _works(_day(value), holidays, weekend)


def _step(day: date, by: int) -> date:
    spend(1)
    try:
        return day + timedelta(days=by)
    except OverflowError:
        raise Fail("this date is out of range") from None


def add_business_days(value: Any, count: int, calendar: Any = None, holidays: Any = None, weekend: Any = None) -> date:
    """So many working days on, or back."""
    holidays, weekend = _off(calendar, holidays, weekend)
    _span(count, "days")
    day, left, step = _day(value), abs(count), 1 if count >= 0 else -1
    if left > _MOST or len(weekend or ()) >= 7:
        raise Fail("these working days never come")
    while left:
        day = _step(day, step)
        left -= _works(day, holidays, weekend)
    return day


def business_days_to(value: Any, end: Any, calendar: Any = None, holidays: Any = None, weekend: Any = None) -> int:
    """How many working days come after it, up to and with ``end``; below zero where it lies before."""
    holidays, weekend = _off(calendar, holidays, weekend)
    start, stop = _day(value), _day(end)
    if stop < start:
        return -business_days_to(stop, start, None, holidays, weekend)
    whole, rest = divmod((stop - start).days, 7)
    tail = sum(_works(stop - timedelta(days=back), holidays, weekend) for back in range(rest))
    last = stop - timedelta(days=rest)
    week = sum(_works(last - timedelta(days=back), None, weekend) for back in range(7)) if whole else 0
    off = {day for day in holidays or () if start < day <= last and _works(day, None, weekend)}
    return whole * week + tail - len(off)
