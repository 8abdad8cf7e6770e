from decimal import Decimal

import pytest

from cowork_dsl.compiler.artifacts.registry import writer_for
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.scalars import Money
from tests.helpers.pieces import read, rows


def test_a_table_is_an_object_a_line() -> None:
    table = rows({"id": "int", "amount": "money(EUR)"}, [1, Money(Decimal(5), "EUR")], [2, None])

    assert writer_for("table", "a.jsonl")(table) == b'{"id": 1, "amount": 5.00}\n{"id": 2, "amount": null}\n'


def test_a_list_is_a_value_a_line() -> None:
    values = [{"a": Decimal("0.10"), "b": ["x"]}, "ä", None]
    data = writer_for("json", "a.jsonl")(values)

    assert data == '{"a": 0.10, "b": ["x"]}\n"ä"\nnull\n'.encode()
    assert read("json", bytes(data), "a.jsonl") == values


def test_only_a_list_has_lines() -> None:
    with pytest.raises(Fail, match="list"):
        writer_for("json", "a.jsonl")({"a": 1})
