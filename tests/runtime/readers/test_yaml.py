"""YAML is read by the words of its core schema, and copies are counted before they are made."""

import time
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.compiler.values.failures import Unreadable
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.yaml import parse_yaml_file

FORM = Form(pattern="a.yaml", kind="yaml", keys={"total": "money(EUR)", "day": "date", "tags": "list(text)"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: [x, 2.50]\n", {"a": 1, "b": ["x", Decimal("2.50")]}),
        ("\ufeffa: no\r\nb: 12:30\r\nc: ~\r\n", {"a": "no", "b": "12:30", "c": None}),
        ("a: 2026-04-15\nb: '2026-04-15'\n", {"a": date(2026, 4, 15), "b": "2026-04-15"}),
        ("a: &x {k: 1}\nb: *x\nc:\n  <<: *x\n  d: 2\n", {"a": {"k": 1}, "b": {"k": 1}, "c": {"k": 1, "d": 2}}),
        ("1: a\ntrue: b\n", {"1": "a", "true": "b"}),
        ("a: 0x1F\nb: 1e3\nc: -.5\nd: +3\n", {"a": 31, "b": Decimal(1000), "c": Decimal("-0.5"), "d": 3}),
        ("a: !!str 12\nb: 2026-99-99\n", {"a": "12", "b": "2026-99-99"}),
        ("# nothing\n", None),
    ],
)
def test_values(text: str, expected: object) -> None:
    assert parse_yaml_file(text.encode(), "a.yaml", None) == expected


@pytest.mark.parametrize(
    "text", ["total: 12.5\nday: 2026-04-15\ntags: [a, b]\n", "total: €12.50\nday: 15 April 2026\ntags: a, b\n"]
)
def test_declared_keys_are_read_by_their_type(text: str) -> None:
    assert parse_yaml_file(text.encode(), "a.yaml", FORM) == {
        "total": Money(Decimal("12.5"), "EUR"),
        "day": date(2026, 4, 15),
        "tags": ["a", "b"],
    }


def test_a_value_of_another_type_is_unreadable() -> None:
    value = parse_yaml_file(b"total: three\n", "a.yaml", FORM)

    assert isinstance(value, dict) and isinstance(value["total"], Unreadable)


BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (BOMB, "stands for more"),
        ("[" * 100_000, "nest"),
        ("a: " * 500, "not YAML"),
        ("- " * 50_000, "deeper"),
        ("a: 1\na: 2\n", "twice"),
        ("? [a]\n: 1\n", "a key that is a list"),
        ("a: !!python/object/apply:os.system [ls]\n", "no reader makes"),
        ("a: !!binary aGk=\n", "no reader makes"),
        ("a: *gone\n", "nowhere before"),
        ("a: &x [*x]\n", "nowhere before"),
        ("a: 1\n---\nb: 2\n", "more than one"),
        ("a: 1e9999\n", "bounds"),
        ("a: [1\n", "line 2"),
        ("a: \x07\n", "not YAML"),
        ("x" * 5_000_000, "larger"),
    ],
)
def test_what_is_malformed_says_why_at_once(text: str, reason: str) -> None:
    began = time.monotonic()
    with pytest.raises(Malformed, match=reason):
        parse_yaml_file(text.encode(), "a.yaml", None)

    assert time.monotonic() - began < 3


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60) | st.text("ab:-[]{}&*!?|>'\"#\n ,<", max_size=60).map(str.encode))
def test_any_bytes_end(data: bytes) -> None:
    try:
        parse_yaml_file(data, "a.yaml", FORM)
    except Malformed as error:
        assert str(error)
