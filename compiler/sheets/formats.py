"""Number formats: what a number is by the way it is shown, and dates as serial numbers."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from cowork_dsl.compiler.values.spellings import SIGNS

Kind = Literal["number", "percent", "date", "time", "datetime", "duration", "text"]

BUILTIN = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 14: "mm-dd-yy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM",
    20: "h:mm", 21: "h:mm:ss", 22: "m/d/yy h:mm", 37: "#,##0 ;(#,##0)", 38: "#,##0 ;[Red](#,##0)",
    39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;[Red](#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mmss.0",
    48: "##0.0E+0", 49: "@",
}  # fmt: skip
"""The formats that a file names by number alone."""

_QUOTED = re.compile(r'"[^"]*"|\\.|_.|\*.')
_BRACKET = re.compile(r"\[([^\]]*)\]")
_CODE = re.compile(r"\b[A-Z]{3}\b")
_ZERO = {False: datetime(1899, 12, 30), True: datetime(1904, 1, 1)}
_LAST = 2_958_466


@lru_cache(maxsize=1024)
def kind_of(code: str) -> Kind:
    """What a number with this format is."""
    first = code.split(";", 1)[0]
    bare = _QUOTED.sub("", first)
    if any(re.fullmatch(r"h+|m+|s+", inner, re.IGNORECASE) for inner in _BRACKET.findall(bare)):
        return "duration"
    bare = _BRACKET.sub("", bare).lower().replace("general", "").replace("am/pm", "h")
    if "%" in bare:
        return "percent"
    if "@" in bare:
        return "text"
    day, clock = any(char in bare for char in "yd"), any(char in bare for char in "hs")
    if day and clock:
        return "datetime"
    if day or ("m" in bare and not clock):
        return "date"
    return "time" if clock else "number"


@lru_cache(maxsize=1024)
def currency_of(code: str) -> str:
    """The currency that a format shows, or an empty text."""
    first = code.split(";", 1)[0]
    for inner in _BRACKET.findall(first):
        if inner.startswith("$"):
            return _currency(inner[1:].partition("-")[0])
    return _currency(_BRACKET.sub("", first).replace("\\", ""))


def _currency(text: str) -> str:
    for sign, code in SIGNS.items():
        if sign in text:
            return code
    found = _CODE.search(text)
    return found[0] if found else ""


def moment_of(serial: Decimal, since_1904: bool) -> datetime | None:
    """The day and time of a serial number, to the second; None where there is none."""
    if not 0 <= serial < _LAST:
        return None
    # the older calendar has a 29 February 1900, so days before it are one further
    shift = 1 if not since_1904 and serial < 60 else 0
    seconds = (serial * 86400).to_integral_value()
    try:
        return _ZERO[since_1904] + timedelta(days=shift, seconds=int(seconds))
    except OverflowError:
        return None


def serial_of(value: date | datetime | time) -> Decimal:
    """The serial number of a day, of a moment without zone, or of a time of day."""
    if isinstance(value, time):
        return Decimal(value.hour * 3600 + value.minute * 60 + value.second) / 86400
    at = value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)
    passed = at - _ZERO[False]
    shift = 1 if passed.days <= 60 else 0
    return Decimal(passed.days - shift) + Decimal(passed.seconds) / 86400
