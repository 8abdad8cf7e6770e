import json
from datetime import date
from decimal import Decimal

import pytest

from cowork_dsl.compiler.artifacts.registry import writer_for
from cowork_dsl.compiler.values.scalars import Money, Percent


def written(value: object) -> str:
    return bytes(writer_for("json", "config/a.json")(value)).decode()


def test_keys_keep_their_order_and_short_lists_their_line() -> None:
    assert written({"currency": "EUR", "rounding": 2, "owners": ["fin", "ops"], "open": {}}) == (
        '{\n  "currency": "EUR",\n  "rounding": 2,\n  "owners": ["fin", "ops"],\n  "open": {}\n}\n'
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Decimal("0.10"), "0.10"),
        (Money(Decimal("5000"), "EUR"), "5000.00"),
        (Percent(Decimal("0.07")), '"7%"'),
        (date(2026, 4, 15), '"2026-04-15"'),
        (None, "null"),
        (True, "true"),
        ("“ä”\n", '"“ä”\\n"'),
        ([], "[]"),
        ([{"a": 1}], '[\n  {\n    "a": 1\n  }\n]'),
    ],
)
def test_values(value: object, expected: str) -> None:
    assert written(value) == f"{expected}\n"


def test_it_is_json() -> None:
    assert json.loads(written({"a": [1, {"b": [None, "x"]}]})) == {"a": [1, {"b": [None, "x"]}]}
