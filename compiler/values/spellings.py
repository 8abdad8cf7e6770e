"""Numbers, dates and times as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, time
from decimal import Decimal

SIGNS = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY", "₩": "KRW", "₹": "INR"}
MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)

_BLANKS = dict.fromkeys(map(ord, "\u00a0\u202f\u2009\u2007"), " ") | {ord("−"): "-", ord("’"): "'"}
_NUMBER = re.compile(r"\d{1,3}(?:[,. '_]\d{3}){1,60}(?:[.,]\d{1,100})?|\d{1,200}(?:[.,]\d{1,200})?|[.,]\d{1,200}")
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_NUMERIC = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})")
_NAMES = "|".join(f"{name}|{name[:3]}" for name in MONTHS)
_DAY_MONTH = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)?\.? (?:of )?({_NAMES})\.?,? (\d{{4}})", re.IGNORECASE)
_MONTH_DAY = re.compile(rf"({_NAMES})\.? (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})", re.IGNORECASE)
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))? ?([ap]\.?m\.?)?", re.IGNORECASE)


def plain_blanks(text: str) -> str:
    """With plain spaces, minus signs and apostrophes."""
    return text.translate(_BLANKS)


def digits(text: str) -> Decimal | None:
    """The value of bare digits with separators.

    The last separator is the decimal one where it stands once and other than three digits follow, or where another
    sort of separator stands before it; ``1,234`` is a thousand, ``1.234`` is not.
    """
    if not _NUMBER.fullmatch(text):
        return None
    last = max(text.rfind("."), text.rfind(","))
    bare = text.translate({ord(char): None for char in ",. '_"})
    if last < 0:
        return Decimal(bare)
    mark, after = text[last], len(text) - last - 1
    mixed = any(char in text[:last] for char in ",. '_" if char != mark)
    grouped = text.count(mark) > 1 or (mark == "," and after == 3 and 0 < last <= 3 and not mixed)
    return Decimal(bare) if grouped else Decimal(bare).scaleb(-after)


def number(text: str) -> Decimal | None:
    """A number with a sign, a bracket for below zero, separators."""
    body = plain_blanks(text).strip()
    below = body.startswith("(") and body.endswith(")")
    if below:
        body = body[1:-1].strip()
    sign = body[:1]
    if sign in ("-", "+") and not below:
        below, body = sign == "-", body[1:].strip()
    found = digits(body)
    return found if found is None or not below else (found.copy_negate() if found else found)


def amount(text: str) -> tuple[Decimal, str | None] | None:
    """A number with a currency's sign or code before or after it."""
    body = plain_blanks(text).strip()
    below = body.startswith("(") and body.endswith(")")
    if below:
        body = body[1:-1].strip()
    if body.startswith("-"):
        below, body = not below, body[1:].strip()
    unit: str | None = None
    for sign, code in SIGNS.items():
        if body.startswith(sign) or body.endswith(sign):
            unit, body = code, body.strip(sign).strip()
            break
    else:
        if len(body) > 3 and body[:3].isalpha() and body[:3].isupper() and body[:3].isascii():
            unit, body = body[:3], body[3:].strip()
        elif len(body) > 3 and body[-3:].isalpha() and body[-3:].isupper() and body[-3:].isascii():
            unit, body = body[-3:], body[:-3].strip()
    found = number(body)
    if found is None:
        return None
    return (found.copy_negate() if below and found else found), unit


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _month(name: str) -> int:
    return next(index for index, month in enumerate(MONTHS, 1) if month.startswith(name.lower()[:3]))


def _numeric(found: re.Match[str]) -> date | None:
    a, mark, b, year = int(found[1]), found[2], int(found[3]), int(found[4])
    if mark == "." or a > 12 or a == b:
        return _date(year, b, a)
    # 04/05/2026 may be either; only one that can't be a day-first date is read month-first
    return _date(year, a, b) if b > 12 else None


_FORMS = (
    (_ISO, lambda m: _date(int(m[1]), int(m[2]), int(m[3]))),
    (_DAY_MONTH, lambda m: _date(int(m[3]), _month(m[2]), int(m[1]))),
    (_MONTH_DAY, lambda m: _date(int(m[3]), _month(m[1]), int(m[2]))),
    (_NUMERIC, _numeric),
)


def day(text: str) -> date | None:
    """A date; None for none, and for one that may be read in two ways."""
    body = " ".join(plain_blanks(text).split())
    for form, value in _FORMS:
        found = form.fullmatch(body)
        if found:
            return value(found)
    return None


def days_in(text: str) -> Iterator[tuple[int, int, date]]:
    """All dates in a text, with their places, in order."""
    places: dict[int, tuple[int, date]] = {}
    for form, value in _FORMS:
        for found in form.finditer(text):
            inside = any(start <= found.start() < end for start, (end, _) in places.items())
            read = None if inside else value(found)
            if read is not None:
                places[found.start()] = (found.end(), read)
    for start in sorted(places):
        yield start, places[start][0], places[start][1]


_IN_TEXT = re.compile(
    r"(?<![\w.,])(?:\d{1,3}(?:[,'\u00a0\u202f ]\d{3}){1,20}(?![\d])|\d{1,100})(?:[.,]\d{1,100})?(?!\w*[\d])(?=\D|$)"
)


def numbers_in(text: str) -> list[Decimal]:
    """All numbers in a text, dates and times left out, in order."""
    body = list(plain_blanks(text))
    for start, end, _ in days_in(text):
        body[start:end] = "x" * (end - start)
    joined = _CLOCK.sub(lambda found: "x" * len(found[0]), "".join(body))
    values = []
    for found in _IN_TEXT.finditer(joined):
        value = digits(found[0])
        if value is not None:
            before = joined[max(0, found.start() - 2) : found.start()]
            dash = before.endswith("-")
            if dash and before[:-1].isalpha():
                continue  # a part of a name, such as B-2
            below = dash and not before[:-1].isalnum()
            values.append(value.copy_negate() if below and value else value)
    return values


def clock(text: str) -> time | None:
    """A time of day; 9:30, 09:30:15, 9:30 pm."""
    found = _CLOCK.fullmatch(" ".join(plain_blanks(text).split()))
    if not found:
        return None
    hour, half = int(found[1]), (found[4] or "").lower()[:1]
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    try:
        return time(hour, int(found[2]), int(found[3] or 0))
    except ValueError:
        return None
