"""Keyed draws: what is drawn depends on a key and on nothing else.

There is no generator whose state is shared: each place that draws has its own key, so that a column, a row or a file
more moves no other value. All arithmetic is on integers, so that every machine draws the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

_TERMS = 12
_GRAIN = 2**64


class Key:
    """The first parts of many keys, hashed once."""

    __slots__ = ("_hash",)

    def __init__(self, *key: str | int) -> None:
        self._hash = sha256(_joined(key))

    def digest(self, rest: tuple[str | int, ...]) -> bytes:
        """The digest of the key with these parts more."""
        whole = self._hash.copy()
        whole.update(_joined(rest))
        return whole.digest()


def _joined(key: tuple[str | int, ...]) -> bytes:
    # the length before each part keeps ("a", "bc") and ("ab", "c") apart
    return "".join([f"{len(text)}:{text}" for text in map(str, key)]).encode("utf-8")


_NO_KEY = Key()


class Stream:
    """The draws of one key, in order."""

    __slots__ = ("_count", "_key")

    def __init__(self, *key: str | int, inside: Key | None = None) -> None:
        self._key = (inside or _NO_KEY).digest(key)
        self._count = 0

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound`` - 1, all equally likely (to within 2**-128)."""
        if bound < 1:
            raise ValueError("there is nothing to draw from")
        wide = b""
        for _ in range(1 + bound.bit_length() // 128):
            wide += sha256(self._key + self._count.to_bytes(8, "big")).digest()
            self._count += 1
        return int.from_bytes(wide, "big") % bound

    def between(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + self.below(high - low + 1)

    def decimal(self, low: Decimal, high: Decimal, places: int) -> Decimal:
        """A number from ``low`` to ``high`` with so many decimal places, all equally likely."""
        grain = Decimal(1).scaleb(-places)
        steps = int((high - low) / grain)
        return (low + grain * self.below(steps + 1)).quantize(grain)

    def normal(self, mean: Decimal, deviation: Decimal, places: int) -> Decimal:
        """A number around ``mean``: the sum of twelve even draws, which no floating point can spoil (within 6 deviations)."""
        total = sum(self.below(_GRAIN) for _ in range(_TERMS))
        spread = Decimal(2 * total - _TERMS * (_GRAIN - 1)) / Decimal(2 * _GRAIN)
        return (mean + deviation * spread).quantize(Decimal(1).scaleb(-places))

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        """So many different items, in drawn order."""
        left = list(items)
        return tuple(left.pop(self.below(len(left))) for _ in range(count))
