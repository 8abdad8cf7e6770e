"""Evaluating what a change says: codes, and templates with codes in their holes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cowork_dsl.compiler.bundle.models import Template
from cowork_dsl.compiler.values.admit import admit, evaluate, run_each, run_over
from cowork_dsl.compiler.values.show import show

Row = Mapping[str, Any]
# What most conditions say: `.id == 7`. Whole numbers need no evaluation to be compared.
_NUMBERED = re.compile(r'eq\(col\(row, "(\w+)"\), (\d{1,18})\)')


def render(template: Template, names: Mapping[str, Any]) -> str:
    """A template's text; a hole prints its value as the language does."""
    return "".join(part if isinstance(part, str) else show(evaluate(part.code, names)) for part in template)


def of_row(code: str, names: Mapping[str, Any]) -> Callable[[Row], Any]:
    """A code over ``row``, admitted once for all rows."""
    return run_each(admit(code, {**names, "row": None}), names, "row")


def over_rows(code: str, names: Mapping[str, Any], rows: Sequence[Row]) -> list[Any]:
    """The value of a code for each row."""
    numbered = _NUMBERED.fullmatch(code)
    if numbered is not None:
        column, number = numbered.group(1), int(numbered.group(2))
        values = [row.get(column) for row in rows]
        if all(value.__class__ is int for value in values):
            return [value == number for value in values]
    return run_over(admit(code, {**names, "row": None}), names, "row", rows)
