"""`ics("calendar.ics")`: a calendar as an object with a table of its events.

A whole day begins and ends at midnight in UTC and says ``all_day``; a time without a zone is in UTC, too. A repeated event
is one row with its rule.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.compiler.values.compare import nfc
from cowork_dsl.compiler.values.failures import Missing
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.readers.bounds import MAX_CALENDAR, MAX_EVENTS
from cowork_dsl.runtime.readers.decode import readable
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import reader

_COLUMNS = tuple(
    ["id", "title", "start", "end", "all_day", "place", "text", "attendees", "organizer", "repeats", "status"]
)
_LONGEST = 64 * 1024


@reader("ics", ".ics")
def parse_ics(data: bytes, path: str, form: Form | None) -> dict[str, Any]:
    """The calendar in an ics file.

    Raises:
        Malformed: It is no calendar, or larger than the readers take.
    """
    from icalendar import Calendar

    if len(data) > MAX_CALENDAR:
        raise Malformed(f"is larger than {MAX_CALENDAR >> 20} MiB")
    text = readable(data, "calendar")
    if text.lstrip()[:15].upper() != "BEGIN:VCALENDAR":
        raise Malformed("is no calendar: it does not begin with BEGIN:VCALENDAR")
    if text.upper().count("BEGIN:") > 4 * MAX_EVENTS or any(len(line) > _LONGEST for line in text.split("\n")):
        raise Malformed(f"has more than {MAX_EVENTS} events, or a line that is longer than any calendar's")
    try:
        calendars = Calendar.from_ical(text, multiple=True)
        events = [event for one in calendars for event in one.walk("VEVENT")]
        rows = [_row(event) for event in events]
        title = _words(calendars[0], "X-WR-CALNAME") if calendars else ""
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError, OverflowError) as error:
        # the library fails in more ways than it documents, all of them for broken lines
        raise Malformed(f"is no calendar that can be read: {str(error)[:120]}") from None
    return {"title": title, "events": Table(_COLUMNS, tuple(rows), "id", name=f"the events of {path}")}


def _row(event: Any) -> dict[str, Any]:
    start = _instant(event, "DTSTART")
    end = _instant(event, "DTEND")
    all_day = "DTSTART" in event and not isinstance(_moment(event, "DTSTART"), datetime)
    if end is None and start is not None:
        length = event.decoded("DURATION") if "DURATION" in event else timedelta(days=1 if all_day else 0)
        end = start + length
    return {
        "id": _words(event, "UID"),
        "title": _words(event, "SUMMARY"),
        "start": Missing("the start of an event") if start is None else start,
        "end": Missing("the end of an event") if end is None else end,
        "all_day": all_day,
        "place": _words(event, "LOCATION"),
        "text": nfc(str(event.get("DESCRIPTION", "")).strip()),
        "attendees": [_address(one) for one in _all(event, "ATTENDEE")],
        "organizer": next((_address(one) for one in _all(event, "ORGANIZER")), ""),
        "repeats": ";".join(_rule(one) for one in _all(event, "RRULE")),
        "status": _words(event, "STATUS").lower() or "confirmed",
    }


def _moment(event: Any, name: str) -> Any:
    return event.decoded(name)


def _instant(event: Any, name: str) -> datetime | None:
    if name not in event:
        return None
    found = _moment(event, name)
    if isinstance(found, datetime):
        return found if found.tzinfo else found.replace(tzinfo=UTC)
    if isinstance(found, date):
        return datetime.combine(found, time(), UTC)
    raise Malformed(f"has an event whose {name} is no time")


def _words(component: Any, name: str) -> str:
    found = component.get(name, "")
    return nfc(" ".join(str(found[0] if isinstance(found, list) else found).split()))


def _all(event: Any, name: str) -> list[Any]:
    found = event.get(name, [])
    return found if isinstance(found, list) else [found]


def _address(value: Any) -> str:
    text = str(value).strip()
    return (text[7:] if text[:7].lower() == "mailto:" else text).casefold()


def _rule(value: Any) -> str:
    made: bytes = value.to_ical()
    return made.decode("utf-8", "replace")
