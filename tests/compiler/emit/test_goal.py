import pytest

from cowork_dsl.compiler.emit.goal import today_in_words


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("2026-04-02T09:00:00+00:00", "Today is Thursday, 2026-04-02; it is 09:00 (UTC)."),
        ("2026-04-02T09:00Z", "Today is Thursday, 2026-04-02; it is 09:00 (UTC)."),
        ("2026-12-27T23:30:00-03:30", "Today is Sunday, 2026-12-27; it is 23:30 (UTC-03:30)."),
    ],
)
def test_today(start: str, expected: str) -> None:
    assert today_in_words(start) == expected
