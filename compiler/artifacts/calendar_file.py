"""Calendars as ics files: events in the order of the source, times in the calendar's zone or in UTC.

A zone is named and its rules are left out: they would change with what the machine knows of zones.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING

from cowork_dsl.compiler.artifacts.office.libraries import library
from cowork_dsl.compiler.artifacts.registry import Piece, writes
from cowork_dsl.compiler.values.failures import Fail

if TYPE_CHECKING:
    from icalendar import Event, vRecur

_MADE_BY = "-//cowork//calendar//EN"


@writes("calendar")
def write_calendar(content: Piece) -> bytes:
    """An ics file.

    Raises:
        Fail: An unknown zone, an event that ends before it begins, two with one id, a rule that is none.
    """
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    library("icalendar", "a calendar", "files")
    from icalendar import Calendar

    whole = Calendar()
    whole.add("prodid", _MADE_BY)
    whole.add("version", "2.0")
    if content.text("title"):
        whole.add("x-wr-calname", content.text("title"))
    name = content.text("zone", "UTC")
    try:
        zone = ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Fail(f"there is no zone {name!r}") from error
    events = [_event(part, None if name == "UTC" else zone) for part in content.parts]
    ids = [str(event["UID"]) for event in events]
    twice = next((one for one in ids if ids.count(one) > 1), None) if len(set(ids)) < len(ids) else None
    if twice is not None:
        raise Fail(f"two events have the id {twice!r}")
    for event in events:
        whole.add_component(event)
    found: bytes = whole.to_ical(sorted=False)
    return found


def _event(part: Piece, zone: tzinfo | None) -> Event:
    from icalendar import Event

    start, end = part.one("start"), part.one("end")
    event = Event()
    event.add("uid", part.text("id") or f"{_mark(part.label, start)}@cowork")
    # when the entry was written: a fixed time, so that the same calendar has the same bytes
    event.add("dtstamp", datetime(2020, 1, 1, tzinfo=UTC))
    event.add("summary", part.label)
    assert isinstance(start, date)
    event.add("dtstart", _in_zone(start, zone))
    if end is None:
        end = start + (timedelta(hours=1) if isinstance(start, datetime) else timedelta(days=1))
    assert isinstance(end, date)
    if isinstance(start, datetime) != isinstance(end, datetime):
        raise Fail(f"{part.label!r} begins and ends in different kinds: a date for a whole day, or two times")
    if end <= start:
        raise Fail(f"{part.label!r} ends before it begins")
    event.add("dtend", _in_zone(end, zone))
    for name, key in (("place", "location"), ("text", "description")):
        if part.text(name):
            event.add(key, part.text(name))
    if part.text("organizer"):
        event.add("organizer", f"mailto:{part.text('organizer')}")
    for attendee in part.texts("attendees"):
        event.add("attendee", f"mailto:{attendee}")
    if part.text("status"):
        event.add("status", part.text("status").upper())
    if part.text("repeats"):
        event.add("rrule", _rule(part.text("repeats")))
    return event


def _rule(text: str) -> vRecur:
    from icalendar import vRecur

    try:
        rule: vRecur = vRecur.from_ical(text)
    except ValueError as error:
        raise Fail(f"{text!r} is no rule of RFC 5545") from error
    if "FREQ" not in rule:
        raise Fail(f"{text!r} is no rule of RFC 5545: it has no FREQ")
    return rule


def _in_zone(value: date, zone: tzinfo | None) -> date:
    return value.astimezone(zone or UTC) if isinstance(value, datetime) else value


def _mark(label: str, start: object) -> str:
    return hashlib.sha256(f"{label}\0{start}".encode()).hexdigest()[:20]
