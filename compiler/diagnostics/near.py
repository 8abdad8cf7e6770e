"""Did you mean: the nearest of some names."""

from __future__ import annotations

from collections.abc import Iterable


def distance(a: str, b: str, most: int) -> int:
    """Optimal string alignment distance (insert, delete, replace, swap neighbours), or ``most + 1`` where larger."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before = before, row
        row = [i]
        for j, y in enumerate(b, 1):
            cost = before[j - 1] + (x != y)
            cost = min(cost, before[j] + 1, row[j - 1] + 1)
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` was most likely meant to be, or None where none is near.

    Near means a distance of at most a third of the word's length, and at least 1.
    """
    best: str | None = None
    most = max(1, len(word) // 3)
    for candidate in sorted(set(candidates)):
        if candidate == word:
            continue
        found = distance(word, candidate, most)
        if found <= most:
            best, most = candidate, found - 1
    return best
