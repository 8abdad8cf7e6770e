from collections import Counter
from decimal import Decimal
from statistics import mean, pstdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.instance.draws import Stream


def test_the_same_key_draws_the_same() -> None:
    assert [Stream(1, "a").below(10**9) for _ in range(2)] == [Stream(1, "a").below(10**9)] * 2


def test_draws_are_what_they_were_in_all_versions() -> None:
    stream = Stream(1, "entry", "inbox/emea.csv", 0, "revenue")

    assert [stream.below(1000), stream.between(-5, 5), stream.decimal(Decimal(1), Decimal(2), 3)] == GOLDEN


GOLDEN = [529, 0, Decimal("1.923")]


@pytest.mark.parametrize("other", [(2, "a", "bc"), (1, "ab", "c"), (1, "a", "b", "c"), (1, "a", "bd")])
def test_another_key_draws_another_value(other: tuple[str | int, ...]) -> None:
    assert Stream(*other).below(2**60) != Stream(1, "a", "bc").below(2**60)


@settings(max_examples=50, deadline=None)
@given(st.integers(), st.integers(1, 10**40))
def test_below_stays_below(key: int, bound: int) -> None:
    assert 0 <= Stream(key).below(bound) < bound


def test_all_values_are_drawn_about_equally_often() -> None:
    stream = Stream("even")
    counts = Counter(stream.below(10) for _ in range(10_000))

    assert sorted(counts) == list(range(10))
    assert max(counts.values()) - min(counts.values()) < 250


def test_both_ends_of_a_decimal_are_drawn() -> None:
    stream = Stream("ends")
    drawn = {stream.decimal(Decimal("0.1"), Decimal("0.3"), 1) for _ in range(100)}

    assert drawn == {Decimal("0.1"), Decimal("0.2"), Decimal("0.3")}


def test_normal_draws_have_the_mean_and_the_deviation() -> None:
    stream = Stream("normal")
    drawn = [stream.normal(Decimal(100), Decimal(15), 2) for _ in range(4000)]

    assert abs(mean(drawn) - 100) < 1
    assert abs(pstdev(drawn) - 15) < 1


def test_a_sample_has_different_items() -> None:
    assert sorted(Stream("sample").sample("abcdef", 6)) == list("abcdef")


def test_nothing_can_be_drawn_from_nothing() -> None:
    with pytest.raises(ValueError, match="nothing to draw from"):
        Stream("empty").pick([])
