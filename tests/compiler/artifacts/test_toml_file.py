from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from cowork_dsl.compiler.artifacts.registry import writer_for
from cowork_dsl.compiler.artifacts.toml_file import toml_text
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.runtime.readers.toml import parse_toml

VALUE = {
    "title": "Ledger",
    "rate": Decimal("0.10"),
    "day": date(2026, 4, 15),
    "at": datetime(2026, 4, 15, 9, 30, tzinfo=UTC),
    "names": ["a", "b"],
    "owner": {"name": "ann"},
}


def test_a_whole_file() -> None:
    assert writer_for("toml", "a.toml")({"b": 1, "cap": Money(Decimal(5), "EUR"), "a": {"x": "y"}}) == (
        b'b = 1\ncap = 5.00\n\n[a]\nx = "y"\n'
    )


def test_what_is_written_is_read_again() -> None:
    assert parse_toml(toml_text(VALUE)) == VALUE


@pytest.mark.parametrize(("value", "reason"), [([1], "object"), ({"a": {"b": None}}, "`b` is none")])
def test_what_toml_can_t_say(value: object, reason: str) -> None:
    with pytest.raises(Fail, match=reason):
        toml_text(value)
