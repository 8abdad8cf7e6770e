"""Single values: numbers are ``int`` and ``Decimal``, texts ``str``, dates and times those of ``datetime``.

A duration is a ``timedelta``. Money, percentages and paths are the classes of this module.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_HALF_EVEN,
    Context,
    Decimal,
    DivisionByZero,
    Inexact,
    InvalidOperation,
    Overflow,
)

from cowork_dsl.compiler.values.failures import Fail

Duration = timedelta

EXACT = Context(
    prec=600,
    rounding=ROUND_HALF_EVEN,
    Emax=9_999,
    Emin=-9_999,
    traps=[Inexact, InvalidOperation, Overflow, DivisionByZero],
)
"""Sums and products are exact, or they fail."""
DIVISION = Context(
    prec=28, rounding=ROUND_HALF_EVEN, Emax=9_999, Emin=-9_999, traps=[InvalidOperation, Overflow, DivisionByZero]
)
"""Quotients have 28 digits."""
WIDE = Context(prec=10_000, rounding=ROUND_HALF_EVEN, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[InvalidOperation])

_DURATION = re.compile(r"(?:(\d{1,7})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?")
_DIGITS = re.compile(r"[+-]?\d{1,200}(?:\.\d{1,200})?")


@dataclass(frozen=True, slots=True)
class Money:
    """An exact amount of one currency."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Percent:
    """A share, exactly: ``7%`` has the value 0.07."""

    value: Decimal


@dataclass(frozen=True, slots=True)
class Points:
    """A tolerance of percentage points: ``points(1)`` has the value 0.01."""

    value: Decimal


class FilePath(str):
    """A path inside the workspace; a text with the parts ``name stem suffix folder``."""

    __slots__ = ()


def decimal(text: str) -> Decimal:
    """A decimal as spelled."""
    if not _DIGITS.fullmatch(text):
        raise Fail(f"`{text[:40]}` is no decimal")
    return Decimal(text)


def percent(text: str) -> Percent:
    """``percent("7")`` is 0.07."""
    return Percent(decimal(text).scaleb(-2, WIDE))


def money(number: str, currency: str) -> Money:
    """An amount as spelled."""
    return Money(decimal(number), currency)


def as_date(text: str) -> date:
    """An ISO date."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Fail(f"{text[:40]} is no date") from None


def as_time(text: str) -> time:
    """A time of day, ``09:30`` or ``09:30:15``."""
    try:
        return time.fromisoformat(text)
    except ValueError:
        raise Fail(f"{text[:40]} is no time of day") from None


def as_datetime(text: str) -> datetime:
    """An ISO instant; a zone is required."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise Fail(f"{text[:40]} is no instant") from None
    if found.tzinfo is None:
        raise Fail(f"{text} names no zone")
    return found


def as_duration(text: str) -> timedelta:
    """``3d2h``."""
    body = text.removeprefix("-")
    found = _DURATION.fullmatch(body)
    if not body or not found:
        raise Fail(f"`{text[:40]}` is no duration")
    d, h, m, s = (int(part or 0) for part in found.groups())
    try:
        total = timedelta(days=d, hours=h, minutes=m, seconds=s)
    except OverflowError:
        raise Fail(f"`{text[:40]}` is too long") from None
    return -total if text.startswith("-") else total
