from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from cowork_dsl.compiler.artifacts.registry import Piece
from cowork_dsl.compiler.values.failures import Fail
from tests.helpers.pieces import piece, read, written

START = datetime(2026, 4, 1, 9, 0, tzinfo=UTC)


def calendar(*events: Piece, **fields: Any) -> Piece:
    return piece("calendar", "a.ics", parts=events, **fields)


def event(title: str = "Standup", **fields: object) -> Piece:
    return piece("event", title, **{"start": START, **fields})  # type: ignore[arg-type]


def test_what_is_written_is_read_again() -> None:
    data = written(
        calendar(
            event(
                end=START + timedelta(minutes=15),
                place="Room; 1, left",
                text="One\nTwo",
                attendees=["a@example.com", "b@example.com"],
                organizer="c@example.com",
                repeats="FREQ=WEEKLY;COUNT=4",
                status="tentative",
                id="1@example.com",
            ),
            event("Leave", start=date(2026, 4, 3), end=date(2026, 4, 5)),
            zone="Europe/Berlin",
            title="Team",
        )
    )
    found = read("ics", data)

    assert b"DTSTART;TZID=Europe/Berlin:20260401T110000" in data
    assert found["title"] == "Team"
    assert found["events"].rows[0] == {
        "id": "1@example.com",
        "title": "Standup",
        "start": START,
        "end": START + timedelta(minutes=15),
        "all_day": False,
        "place": "Room; 1, left",
        "text": "One\nTwo",
        "attendees": ["a@example.com", "b@example.com"],
        "organizer": "c@example.com",
        "repeats": "FREQ=WEEKLY;COUNT=4",
        "status": "tentative",
    }
    assert found["events"].rows[1]["all_day"]
    assert found["events"].rows[1]["end"] == datetime(2026, 4, 5, tzinfo=UTC)


def test_the_same_calendar_has_the_same_bytes() -> None:
    assert written(calendar(event())) == written(calendar(event()))
    assert b"DTSTART:20260401T090000Z\r\nDTEND:20260401T100000Z" in written(calendar(event()))


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (calendar(event(), zone="Mars/North"), "no zone"),
        (calendar(event(), event()), "the id"),
        (calendar(event(end=START)), "ends before"),
        (calendar(event(end=date(2026, 4, 2))), "different kinds"),
        (calendar(event(repeats="WEEKLY")), "no rule"),
    ],
)
def test_calendars_that_are_none(given: Piece, reason: str) -> None:
    with pytest.raises(Fail, match=reason):
        written(given)
