"""Filters of interpolation: how a value is printed in a text."""

from __future__ import annotations

import json
import re
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from cowork_dsl.compiler.values.calendar import WEEKDAYS
from cowork_dsl.compiler.values.cells import to_json
from cowork_dsl.compiler.values.failures import Fail, is_none, missing
from cowork_dsl.compiler.values.numbers import bare, round_
from cowork_dsl.compiler.values.rows import rows_of
from cowork_dsl.compiler.values.scalars import Money, Percent
from cowork_dsl.compiler.values.show import brief, show, time_text
from cowork_dsl.compiler.values.spellings import MONTHS

_PARTS = re.compile(r"YYYY|YY|Month|Mon|MM|M|DD|D|Weekday")


def filter_upper(value: Any) -> str:
    """In upper case."""
    return show(value).upper()


def filter_lower(value: Any) -> str:
    """In lower case."""
    return show(value).lower()


def filter_title(value: Any) -> str:
    """Each word with a capital."""
    return " ".join(word[:1].upper() + word[1:] for word in show(value).split(" "))


def filter_strip(value: Any) -> str:
    """Without blanks at both ends."""
    return show(value).strip()


def filter_slug(value: Any) -> str:
    """For names of files."""
    return "-".join(re.findall(r"[^\W_]+", show(value).casefold()))


def _grouped(value: Any, places: int, mark: str = ",") -> str:
    number = bare(value)
    if not 0 <= places <= 50:
        raise Fail(f"{places} places are too many")
    return format(round_(number, places) if places else Decimal(round_(number)), f"{mark}.{places}f")


def filter_money(value: Any, places: int = 2) -> str:
    """5,000.00 EUR."""
    digits = _grouped(value, places)
    return f"{digits} {value.currency}" if value.__class__ is Money else digits


def filter_number(value: Any, places: int | None = None) -> str:
    """5,000.00."""
    if places is None:
        places = 0 if value.__class__ is int else 2
    return _grouped(value, places)


def filter_plain(value: Any, places: int | None = None) -> str:
    """5000.00."""
    if places is None:
        return format(bare(value), "f")
    return _grouped(value, places, "")


def filter_percent(value: Any, places: int | None = None) -> str:
    """7%."""
    share = value if value.__class__ is Percent else Percent(bare(value))
    if places is None:
        return show(share)
    return f"{_grouped(share.value.scaleb(2), places, '')}%"


def filter_date(value: Any, form: str = "D Month YYYY") -> str:
    """A date by a form."""
    if not isinstance(value, date):
        raise missing(value, "print") if is_none(value) else Fail(f"{brief(value)} is no date")
    month = MONTHS[value.month - 1].capitalize()
    parts = {
        "YYYY": f"{value.year:04}",
        "YY": f"{value.year % 100:02}",
        "Month": month,
        "Mon": month[:3],
        "MM": f"{value.month:02}",
        "M": str(value.month),
        "DD": f"{value.day:02}",
        "D": str(value.day),
        "Weekday": WEEKDAYS[value.weekday()].capitalize(),
    }
    return _PARTS.sub(lambda found: parts[found[0]], form)


def filter_time(value: Any) -> str:
    """09:30."""
    if isinstance(value, datetime):
        return time_text(value.time())
    if not isinstance(value, time):
        raise missing(value, "print") if is_none(value) else Fail(f"{brief(value)} is no time")
    return time_text(value)


def filter_join(value: Any, separator: str = ", ") -> str:
    """The elements with a separator."""
    return separator.join(show(item) for item in rows_of(value))


def filter_bullets(value: Any) -> str:
    """A Markdown list."""
    return "\n".join(f"- {show(item)}" for item in rows_of(value))


def filter_json(value: Any) -> str:
    """As JSON."""
    return json.dumps(to_json(value), ensure_ascii=False)


def filter_pad(value: Any, width: int) -> str:
    """With zeros in front."""
    if not 0 <= width <= 100:
        raise Fail(f"{width} is too wide")
    return show(value).rjust(width, "0")
