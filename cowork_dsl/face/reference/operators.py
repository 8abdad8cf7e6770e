"""The page of operators, from their table."""

from __future__ import annotations

from cowork_dsl.grammar.operators import OPERATORS

_INTRODUCTION = """# Operators

Made from the table of operators; `make grammar` renews it. `edit TARGET = operator(…)` applies one to a table, a text (by its lines) or
a list in a json file; `edit "a.json" at "entries" = reverse()` names a place in it. `column` is a column by its name, `row` a row's number
from 0, `?` marks what may be left out.

| | |
| --- | --- |
"""


def operators_page() -> str:
    """Every operator with its parameters."""
    lines = [f"| `{name}({', '.join(parameters)})` | {doc} |" for name, (parameters, doc) in OPERATORS.items()]
    return _INTRODUCTION + "\n".join(lines) + "\n"
