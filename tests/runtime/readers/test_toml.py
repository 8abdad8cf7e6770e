from datetime import UTC, date, datetime, time
from decimal import Decimal
from time import monotonic, process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.toml import parse_toml, parse_toml_file

FORM = Form(pattern="a.toml", kind="toml", keys={"total": "money(EUR)", "day": "date"})


def test_values() -> None:
    text = 'a = 0.10\nd = 2026-04-15\nt = 09:30:00\nat = 2026-04-15T09:30:00\n[x]\ny = ["z"]\n'

    assert parse_toml_file(text.encode(), "a.toml", None) == {
        "a": Decimal("0.10"),
        "d": date(2026, 4, 15),
        "t": time(9, 30),
        "at": datetime(2026, 4, 15, 9, 30, tzinfo=UTC),
        "x": {"y": ["z"]},
    }


@pytest.mark.parametrize("text", ["total = 5\nday = 2026-04-15\n", 'total = "5.00 EUR"\nday = "15 April 2026"\n'])
def test_declared_keys_are_read_by_their_type(text: str) -> None:
    assert parse_toml_file(text.encode(), "a.toml", FORM) == {
        "total": Money(Decimal(5), "EUR"),
        "day": date(2026, 4, 15),
    }


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = 1\na = 2\n", "not TOML"),
        ("a = nan\n", "nan"),
        ("a = 1e99999\n", "bounds"),
        ("a = " + "[" * 50_000, "deeper"),
        ("a = " + "1" * 50_000, "not TOML"),
        ("[" + ".".join("a" * 3000) + "]\nb = 1\n", "deeper"),
        ("a" * 700_000, "larger"),
        ("a = \n", "not TOML"),
    ],
)
def test_what_is_malformed_says_why_at_once(text: str, reason: str) -> None:
    began = monotonic()
    with pytest.raises(Malformed, match=reason):
        parse_toml_file(text.encode(), "a.toml", None)

    assert monotonic() - began < 3


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60) | st.text("ab=[]{}.'\"#\n ,1-:T", max_size=60).map(str.encode))
def test_any_bytes_end(data: bytes) -> None:
    try:
        parse_toml_file(data, "a.toml", FORM)
    except Malformed as error:
        assert str(error)


@pytest.mark.parametrize("start", ["", "x = {", "x = {a = 1, ", "[", "[[", "x = 1\n  "])
@pytest.mark.parametrize("part", ["1.", "a . ", '"b".', "'b'."])
def test_long_keys(start: str, part: str) -> None:
    began = process_time()
    with pytest.raises(Malformed):
        parse_toml(start + part * (120_000 // len(part)))

    assert process_time() - began < 2


def test_points_elsewhere_are_no_keys() -> None:
    assert parse_toml(f'a.b = "{"1." * 500}"') == {"a": {"b": "1." * 500}}
