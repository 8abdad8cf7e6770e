"""The operators of `edit TARGET = operator(…)`, as data: validation makes its mutants of the same ones.

A parameter is ``column`` (a column, by its name), ``row`` (a row's number from 0, or a column), ``int``, ``value`` or
``text``; a trailing ``?`` makes it optional.
"""

from __future__ import annotations

from collections.abc import Mapping

OPERATORS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "bump": (("column", "value?"), "Every value of a column moved by an amount (1)."),
    "drop": (("int?",), "Without the n-th row, from 0; the last one where none is named."),
    "duplicate": (("int?",), "The n-th row twice; the last one where none is named."),
    "empty": ((), "Nothing left, not even a header."),
    "rename": (("column", "text"), "A column under another header."),
    "reverse": ((), "The rows in the opposite order."),
    "shuffle": (("int?",), "The rows in another order, the same for the same seed."),
    "swap": (("row", "row"), "Two columns, or two rows, in each other's place."),
    "truncate": (("int?",), "The first n rows; the first half where no number is given."),
}
