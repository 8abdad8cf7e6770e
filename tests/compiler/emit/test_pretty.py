import ast

import pytest

from cowork_dsl.compiler.emit.pretty import WIDTH, pretty

LONG = (
    'near(sum(out(), lambda row: col(row, "revenue")), sum(where(table(truth, "inbox/orders.csv"), '
    'lambda row: eq(col(row, "status"), "open") and gt(col(row, "amount"), money("5000", "EUR"))), '
    'lambda row: col(row, "amount")), money("0.01", "EUR"))'
)
CODES = [
    "eq(count(out()), 1)",
    LONG,
    f"a({LONG}, by=[{LONG}], extra={{'k': {LONG}}})",
    f"{LONG} and {LONG} or no({LONG})",
    f"one if {LONG} else two",
    "[" + ", ".join(f'"{name * 30}"' for name in "abcdef") + "]",
]


@pytest.mark.parametrize("code", CODES)
def test_breaking_lines_changes_no_meaning(code: str) -> None:
    assert ast.dump(ast.parse(pretty(code, "    "), mode="eval")) == ast.dump(ast.parse(code, mode="eval"))


def test_what_fits_stays_on_its_line() -> None:
    assert pretty(CODES[0], "    ") == CODES[0]


def test_long_calls_have_an_argument_a_line() -> None:
    text = pretty(f"expect({LONG})", "    ")

    assert text.splitlines()[:3] == [
        "expect(",
        "        near(",
        '            sum(out(), lambda row: col(row, "revenue")),',
    ]
    assert all(len(line) <= WIDTH for line in text.splitlines())
