import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.runtime.figures import Interval, wilson


def test_agrees_with_published_values() -> None:
    interval = wilson(81, 263)
    rounded = Interval(round(interval.low, 4), round(interval.high, 4))

    # R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3.
    assert rounded == Interval(0.2553, 0.3662)


def test_small_and_extreme_counts() -> None:
    none, all_of = wilson(0, 20), wilson(29, 29)

    assert (none.low, round(none.high, 4)) == (0.0, 0.1611)
    assert (round(all_of.low, 4), all_of.high) == (0.8830, 1.0)


def test_nothing_tried_tells_nothing() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)


@pytest.mark.parametrize(("hits", "total", "confidence"), [(3, 2, 0.95), (-1, 2, 0.95), (1, 2, 1.0), (1, 2, 0.0)])
def test_refuses_nonsense(hits: int, total: int, confidence: float) -> None:
    with pytest.raises(ValueError):
        wilson(hits, total, confidence)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 5_000).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_holds_the_rate_and_mirrors(counts: tuple[int, int]) -> None:
    hits, total = counts
    interval, mirror = wilson(hits, total), wilson(total - hits, total)

    assert 0 <= interval.low <= hits / total <= interval.high <= 1
    assert interval.low == pytest.approx(1 - mirror.high)
    assert wilson(hits, total, 0.5).high <= interval.high
