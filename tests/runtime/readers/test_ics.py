from datetime import UTC, datetime
from time import monotonic
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.runtime.readers.ics import parse_ics
from cowork_dsl.runtime.readers.malformed import Malformed


def calendar(*lines: str) -> bytes:
    return "\r\n".join(("BEGIN:VCALENDAR", "VERSION:2.0", *lines, "END:VCALENDAR", "")).encode()


def event(*lines: str) -> dict[str, Any]:
    found = parse_ics(calendar("BEGIN:VEVENT", "UID:1", *lines, "END:VEVENT"), "a.ics", None)
    return dict(found["events"].rows[0])


@pytest.mark.parametrize(
    "line",
    [
        "DTSTART:20260401T090000Z",
        "DTSTART;TZID=Europe/Berlin:20260401T110000",
        "DTSTART;TZID=America/New_York:20260401T050000",
        "DTSTART:20260401T090000",
    ],
)
def test_an_instant_is_the_same_in_any_zone(line: str) -> None:
    found = event(line, "DURATION:PT30M", "SUMMARY:A")

    assert found["start"] == datetime(2026, 4, 1, 9, tzinfo=UTC)
    assert found["end"] == datetime(2026, 4, 1, 9, 30, tzinfo=UTC)


def test_presentation_changes_no_value() -> None:
    found = event(
        "DTSTART;VALUE=DATE:20260401",
        "SUMMARY:A  B\\, c",
        "ATTENDEE;CN=X:MAILTO:X@Example.com",
        "ATTENDEE:mailto:y@example.com",
    )

    assert found["title"] == "A B, c"
    assert found["attendees"] == ["x@example.com", "y@example.com"]
    assert (found["all_day"], found["end"]) == (True, datetime(2026, 4, 2, tzinfo=UTC))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no calendar"),
        (b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n" + b"BEGIN:VEVENT\r\n" * 90_000, "more than"),
        (calendar("X:" + "a" * 200_000), "longer"),
        (b"BEGIN:VCALENDAR\r\n" + b"A" * 3_000_000, "larger"),
        (b"\x00BEGIN:VCALENDAR", "binary"),
    ],
)
def test_what_is_malformed_says_why_at_once(data: bytes, reason: str) -> None:
    began = monotonic()
    with pytest.raises(Malformed, match=reason):
        parse_ics(data, "a.ics", None)

    assert monotonic() - began < 4


@pytest.mark.parametrize(
    "lines",
    [
        ("BEGIN:VEVENT", "DTSTART:never", "END:VEVENT"),
        ("BEGIN:VEVENT", "DTSTART:99991231T235959Z", "DURATION:P99999D", "END:VEVENT"),
        ("BEGIN:VEVENT", "DTSTART;TZID=../../etc/passwd:20260401T110000", "END:VEVENT"),
        ("BEGIN:VEVENT", "DTSTART:20260401T110000Z", "RRULE:" + "FREQ=DAILY;" * 500, "END:VEVENT"),
        ("BEGIN:VEVENT",) * 3000,
        ("END:VEVENT",) * 10,
        ("BEGIN:VEVENT", "DTSTART;VALUE=PERIOD:20260401T110000Z/PT1H", "END:VEVENT"),
    ],
)
def test_odd_calendars_end(lines: tuple[str, ...]) -> None:
    began = monotonic()
    try:
        parse_ics(calendar(*lines), "a.ics", None)
    except Malformed as error:
        assert str(error)

    assert monotonic() - began < 4


@settings(max_examples=100, deadline=None)
@given(st.text('BEGIN:VENDTSUA;=0129TZ,"\n-+/', max_size=80))
def test_any_bytes_end(text: str) -> None:
    try:
        parse_ics(calendar("BEGIN:VEVENT", text, "DTSTART" + text, "END:VEVENT"), "a.ics", None)
    except Malformed as error:
        assert str(error)
