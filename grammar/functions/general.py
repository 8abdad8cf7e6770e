"""Functions that compare."""

from __future__ import annotations

ENTRIES = (
    (
        "",
        "",
        "near(_found: any, _expected: any, _tolerance: number|money|duration|points) -> =near",
        "Equal within a tolerance, both ends included: an amount, `1%` of the expected value, or `points(1)`; over maps and lists each of them.",
    ),
    ("", "", "points(_count: number) -> points", "So many percentage points, as a tolerance."),
    (
        "",
        "",
        "match(_found: table|list, _expected: table|list, by?: row any, extra?: number) -> decimal",
        "max(0, hits / expected - extra x unsupported); a duplicate is unsupported.",
    ),
)
