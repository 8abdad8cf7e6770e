"""What a measurement is, and how two sides are taken side by side."""

from __future__ import annotations

import resource
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """One ratio.

    Attributes:
        name: What was measured.
        ratio: Ours over the anchor; the median of the pairs.
        reach: The bound that the ratio has to keep.
        at_most: Whether the bound is an upper one.
        ours: The median of ours, in ``unit``.
        anchor: The median of the anchor, in ``unit``.
        unit: ``ms`` or ``per second``.
        pairs: How many pairs were taken.
    """

    name: str
    ratio: float
    reach: float
    at_most: bool
    ours: float
    anchor: float
    unit: str
    pairs: int

    @property
    def held(self) -> bool:
        """Whether the bound is kept."""
        return self.ratio <= self.reach if self.at_most else self.ratio >= self.reach

    def as_json(self) -> dict[str, object]:
        """Rounded, for the result file."""
        shown = {key: round(value, 3) if isinstance(value, float) else value for key, value in asdict(self).items()}
        return {**shown, "held": self.held}


def interleaved(
    name: str,
    ours: Callable[[], float],
    anchor: Callable[[], float],
    *,
    reach: float,
    pairs: int,
    at_most: bool = True,
    unit: str = "ms",
) -> Measure:
    """Takes both sides in turn, after one round that is not counted, and gives the median of the ratios."""
    ours()
    anchor()
    taken: list[tuple[float, float]] = []
    for index in range(pairs):
        # Whoever goes first may find colder caches; so they take turns.
        if index % 2:
            second = anchor()
            first = ours()
        else:
            first = ours()
            second = anchor()
        taken.append((first, second))
    return Measure(
        name,
        statistics.median(a / b for a, b in taken),
        reach,
        at_most,
        statistics.median(a for a, _ in taken),
        statistics.median(b for _, b in taken),
        unit,
        pairs,
    )


def process_ms(command: Sequence[str], env: Mapping[str, str]) -> float:
    """CPU milliseconds (user and system) of one whole process and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    quiet = subprocess.DEVNULL
    subprocess.run(command, check=True, stdout=quiet, stderr=quiet, stdin=quiet, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1e3


def call_ms(function: Callable[[], object]) -> float:
    """CPU milliseconds of one call in this process."""
    started = time.process_time()
    function()
    return (time.process_time() - started) * 1e3
