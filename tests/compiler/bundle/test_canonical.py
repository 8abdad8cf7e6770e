from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.bundle.canonical import NotCanonical, canonical, parse

_LEAVES = st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    _LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text("abc", max_size=3), inner), max_leaves=12
)


def test_keys_are_sorted_without_spaces() -> None:
    assert canonical({"b": [1, None, True], "a": {"ö": "\n"}}) == '{"a":{"ö":"\\n"},"b":[1,null,true]}'.encode()


def test_decimals_are_texts() -> None:
    assert canonical([Decimal("1.50"), Decimal("1E+3")]) == b'["1.50","1000"]'


@pytest.mark.parametrize("value", [1.5, float("nan"), Decimal("NaN"), {1: 2}, {"a": {1, 2}}, b"x", "\ud800"])
def test_what_has_no_canonical_form_is_refused(value: object) -> None:
    with pytest.raises(NotCanonical):
        canonical(value)


@settings(max_examples=50, deadline=None)
@given(VALUES)
def test_reading_gives_the_value_back(value: object) -> None:
    assert parse(canonical(value)) == value


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"a": 1.5}', "float 1.5"),
        (b'{"a": NaN}', "float NaN"),
        (b'{"a": 1, "a": 2}', "'a' stands twice"),
        (b'{"a": ', "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100 + b"]" * 100, "deeper than"),
        (b"[" * 200_000, "deeper than"),
        (b'{"a":' * 200_000, "deeper than"),
        (b"1" * 10_000, "too many digits"),
    ],
)
def test_hostile_json_is_refused_with_a_reason(data: bytes, reason: str) -> None:
    with pytest.raises(NotCanonical, match=reason):
        parse(data)


def test_size_is_bounded_before_parsing() -> None:
    with pytest.raises(NotCanonical, match="larger than 10 bytes"):
        parse(b'"aaaaaaaaaaaaaaaaaaaa"', max_bytes=10)
