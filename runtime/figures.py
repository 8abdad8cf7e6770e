"""Statistics of counts: the one place where an interval is computed."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist


@dataclass(frozen=True, slots=True)
class Interval:
    """A closed interval of a rate, both ends within 0 and 1."""

    low: float
    high: float


def wilson(hits: int, total: int, confidence: float = 0.95) -> Interval:
    """The Wilson score interval of a binomial rate.

    It keeps its coverage for small counts and at 0 and 1, where the textbook interval collapses to a point.
    Formula: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the
    American Statistical Association 22 (1927), 209-212; without continuity correction.

    Args:
        hits: How many of them, from 0 to `total`.
        total: How many were tried; 0 gives the whole range, since nothing is known.
        confidence: The coverage wanted, strictly between 0 and 1.

    Raises:
        ValueError: The counts or the confidence make no sense.
    """
    if not 0 <= hits <= total:
        raise ValueError(f"{hits} of {total} is no rate")
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence of {confidence} is not between 0 and 1")
    if total == 0:
        return Interval(0.0, 1.0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate = hits / total
    shrink = 1 + z * z / total
    middle = (rate + z * z / (2 * total)) / shrink
    reach = z * sqrt(rate * (1 - rate) / total + z * z / (4 * total * total)) / shrink
    # At the ends the formula gives exactly 0 and 1; rounding must not leave a crumb beside them.
    return Interval(
        low=0.0 if hits == 0 else max(0.0, middle - reach),
        high=1.0 if hits == total else min(1.0, middle + reach),
    )
