from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.artifacts.registry import writer_for
from cowork_dsl.compiler.artifacts.yaml_file import yaml_text
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.runtime.readers.parse_yaml import parse_yaml


def test_a_whole_file() -> None:
    value = {"limit": 3, "rate": Decimal("0.10"), "places": [{"name": "A", "note": "one\ntwo\n"}], "empty": {}}

    assert writer_for("yaml", "a.yaml")(value) == (
        b"limit: 3\nrate: 0.10\nplaces:\n  - name: A\n    note: |\n      one\n      two\nempty: {}\n"
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Money(Decimal(5), "EUR"), "5.00\n"),
        (date(2026, 4, 15), "2026-04-15\n"),
        (datetime(2026, 4, 15, 9, 30, tzinfo=UTC), '"2026-04-15T09:30Z"\n'),
        ("12:30", '"12:30"\n'),
        ("no", "'no'\n"),
        ("2026-04-15", '"2026-04-15"\n'),
        ("1e3", '"1e3"\n'),
        (None, "null\n"),
    ],
)
def test_values(value: object, expected: str) -> None:
    assert yaml_text(value) == expected


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.text(st.characters(codec="utf-8"), max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abno1~:-. ", min_size=1), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(VALUES)
def test_what_is_written_is_read_again(value: object) -> None:
    assert parse_yaml(yaml_text(value)) == value
