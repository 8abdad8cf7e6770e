"""Dates, times and durations; business days over a `calendar` of the interface, or weekends and holidays given here."""

from __future__ import annotations

CALENDAR = "_calendar?: calendar, holidays?: list(date), weekend?: list(text)"
ENTRIES = (
    ("", "", "weeks(_count: int) -> duration", "So many weeks."),
    ("", "", "days(_count: int) -> duration", "So many days."),
    ("", "", "hours(_count: int) -> duration", "So many hours."),
    ("", "", "minutes(_count: int) -> duration", "So many minutes."),
    ("", "", "seconds(_count: int) -> duration", "So many seconds."),
    (
        "",
        "",
        "zoned(_date: date, _time: time, _zone: text) -> datetime",
        'The instant of a wall clock in a zone such as "Europe/Berlin".',
    ),
    (
        "date datetime",
        "",
        "weekday() -> one_of(monday, tuesday, wednesday, thursday, friday, saturday, sunday)",
        "The day of the week.",
    ),
    ("date", "", "month_start() -> date", "The first day of its month."),
    ("date", "", "month_end() -> date", "The last day of its month."),
    ("date", "", "add_months(_count: int) -> date", "So many months on, at most the month's last day."),
    ("date", "", f"is_business_day({CALENDAR}) -> bool", "Whether it is a working day."),
    ("date", "", f"add_business_days(_count: int, {CALENDAR}) -> date", "So many working days on (or back)."),
    (
        "date",
        "",
        f"business_days_to(_end: date, {CALENDAR}) -> int",
        "How many working days come after it, up to and with `end`.",
    ),
    ("datetime", "", "zone=in_zone(_zone: text) -> datetime", "The same instant on the wall clock of a zone."),
)
