"""Json is read exactly; whatever two readers could take in two ways is refused with a reason."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.compiler.values.failures import Unreadable
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.runtime.readers.json import parse_json_file
from cowork_dsl.runtime.readers.malformed import Malformed

FORM = Form(pattern="a.json", kind="json", keys={"total": "money(EUR)", "count": "int", "tags": "list(text)"})


@pytest.mark.parametrize(
    "text",
    [
        '{"total": 12.50, "count": 3}',
        '{"count":3,"total":"12.5"}',
        '{"total": "€12.50", "count": "3"}',
        '{"total": 1.25e1, "count": 3.0}',
        '\ufeff{\r\n  "total": 12.5,\r\n  "count": 3\r\n}\r\n\r\n',
    ],
)
def test_numbers_are_what_they_are_however_spelled(text: str) -> None:
    assert parse_json_file(text.encode(), "a.json", FORM) == {"total": Money(Decimal("12.5"), "EUR"), "count": 3}


def test_without_declared_keys_numbers_are_exact() -> None:
    assert parse_json_file(b'{"a": 0.1, "b": [1, null, true]}', "b.json", None) == {
        "a": Decimal("0.1"),
        "b": [1, None, True],
    }


def test_a_value_of_another_type_is_unreadable() -> None:
    value = parse_json_file(b'{"count": "three"}', "a.json", FORM)

    assert isinstance(value, dict) and isinstance(value["count"], Unreadable)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"a": 1, "a": 2}', "twice"),
        (b'{"a": NaN}', "NaN"),
        (b"[Infinity]", "Infinity"),
        (b"[1e999999999]", "bounds"),
        (b"[" + b"1" * 5000 + b"]", "bounds"),
        (b"[" * 100_000, "deep|JSON"),
        (b"[" * 300 + b"]" * 300, "deeper"),
        (b"", "not JSON"),
        (b"{'a': 1}", "line 1"),
        (b"PK\x03\x04", "binary"),
        (b'{"a": 1}\x00', "binary"),
    ],
)
def test_what_is_malformed_says_why(data: bytes, reason: str) -> None:
    with pytest.raises(Malformed, match=reason):
        parse_json_file(data, "a.json", FORM)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.text('[]{}",:0123.eE-+ntf\\u ', max_size=120).map(str.encode)))
def test_any_bytes_give_a_value_or_a_reason(data: bytes) -> None:
    try:
        parse_json_file(data, "a.json", FORM)
    except Malformed as error:
        assert str(error)
