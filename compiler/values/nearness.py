"""Nearness and matching."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from cowork_dsl.compiler.values.arithmetic import exact, quotient
from cowork_dsl.compiler.values.compare import key_of
from cowork_dsl.compiler.values.failures import Fail, is_none, missing, note
from cowork_dsl.compiler.values.numbers import bare
from cowork_dsl.compiler.values.rows import rows_of
from cowork_dsl.compiler.values.scalars import EXACT, Money, Percent, Points
from cowork_dsl.compiler.values.show import brief

_LISTS = (list, tuple)
_NUMBERS = (int, Decimal, Percent)


def points(count: Any) -> Points:
    """So many percentage points."""
    return Points(bare(count).scaleb(-2))


def near(found: Any, expected: Any, tolerance: Any) -> bool:
    """Equal within a tolerance, both ends included; over maps and lists each of them, with equal keys and lengths."""
    if isinstance(found, Mapping) and isinstance(expected, Mapping):
        return _near_maps(found, expected, tolerance)
    if found.__class__ in _LISTS and expected.__class__ in _LISTS:
        if len(rows_of(found)) != len(expected):
            note("near", found, expected)
            return False
        return all([near(a, b, tolerance) for a, b in zip(found, expected, strict=True)])
    if is_none(found) or is_none(expected):
        raise missing(found if is_none(found) else expected, "compare")
    if _distance(found, expected) <= _reach(expected, tolerance):
        return True
    note("near", found, expected)
    return False


def _near_maps(found: Mapping[Any, Any], expected: Mapping[Any, Any], tolerance: Any) -> bool:
    rows_of(found)
    ours = {key_of(key): value for key, value in found.items()}
    theirs = {key_of(key): (key, value) for key, value in expected.items()}
    if ours.keys() != theirs.keys():
        note("keys", list(found), list(expected))
        return False
    return all([near(ours[key], value, tolerance) for key, (_, value) in theirs.items()])


def _distance(found: Any, expected: Any) -> Decimal:
    a, b = found.__class__, expected.__class__
    if a is Money and b is Money:
        if found.currency != expected.currency:
            raise Fail(f"{brief(found)} and {brief(expected)} are of different currencies")
    elif isinstance(found, (date, timedelta)) and a is b:
        span = found - expected
        return abs(Decimal(span.days * 86400 + span.seconds))
    elif not (a in _NUMBERS and b in _NUMBERS):
        raise Fail(f"{brief(found)} and {brief(expected)} are never near")
    return abs(exact(EXACT.subtract, bare(found), bare(expected)))


def _reach(expected: Any, tolerance: Any) -> Decimal:
    kind = tolerance.__class__
    if kind is timedelta and isinstance(expected, (date, datetime, timedelta)):
        return Decimal(tolerance.days * 86400 + tolerance.seconds)
    if kind is Percent and isinstance(expected, (Money, int, Decimal, Percent)):
        return abs(exact(EXACT.multiply, bare(expected), tolerance.value))
    if kind is Points and isinstance(expected, (int, Decimal, Percent)):
        return Decimal(tolerance.value)
    if kind is Money and expected.__class__ is Money and tolerance.currency == expected.currency:
        return Decimal(tolerance.amount)
    if kind in (int, Decimal) and expected.__class__ in _NUMBERS:
        return Decimal(tolerance)
    raise Fail(f"{brief(tolerance)} is no tolerance for {brief(expected)}")


def match(found: Any, expected: Any, by: Callable[[Any], Any] | None = None, extra: Any = 0) -> Decimal:
    """max(0, hits / expected - extra x unsupported); a duplicate is unsupported."""
    wanted = {key_of(by(row) if by else row) for row in rows_of(expected)}
    if not wanted:
        raise Fail("there is nothing to match")
    unsupported = 0
    left = set(wanted)
    for row in rows_of(found):
        key = key_of(by(row) if by else row)
        if key in left:
            left.discard(key)
        else:
            unsupported += 1
    hits = len(wanted) - len(left)
    score = exact(EXACT.subtract, quotient(hits, len(wanted)), exact(EXACT.multiply, bare(extra), Decimal(unsupported)))
    if left or unsupported:
        note("match", f"{hits} of {len(wanted)}", f"{unsupported} unsupported")
    return max(Decimal(0), score)
