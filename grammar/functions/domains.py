"""Domains of ``params``: what a parameter is drawn from."""

from __future__ import annotations

D = "domain"
ENTRIES = (
    ("", D, "int(_low: int, _high: int) -> domain(int)", "A whole number, both ends included."),
    (
        "",
        D,
        "decimal(_low: number, _high: number, places?: int) -> domain(decimal)",
        "A decimal with so many places (2).",
    ),
    (
        "",
        D,
        "uniform(_low: number|money, _high: number|money, places?: int) -> =domain",
        "An amount or number between two, rounded to so many places (2).",
    ),
    ("", D, "date(_first: date, _last: date) -> domain(date)", "A day, both ends included."),
    ("", D, "bool() -> domain(bool)", "True or false."),
    ("", D, "pick(*_options: any) -> =pick_domain", "One of the options."),
    (
        "",
        D,
        "subset(_list: list, _count: int) -> =subset_domain",
        "So many different elements of the list, in its order.",
    ),
    (
        "",
        D,
        "sample(_list: list, _count: int) -> =subset_domain",
        "So many different elements of the list, in a drawn order.",
    ),
)
