"""Pieces around one expression, for the examples of the catalogue."""

from __future__ import annotations

_TIE = (
    'after.table("out/total.csv").map(.region, .total) == truth.table("inbox/orders.csv").group(.region).sum(.amount)'
)
_STATE = """state working {
  on turn {
    name = restate
    kind = correction
    %supdate "inbox/orders.csv" {
      where = .id == 2
      set amount = 60 EUR
    }
    say  = "I mended orders.csv."
    goto = checking
  }
}
"""


def check(expect: str, params: str = "", before: str = "", act: str = "", use: str = "") -> str:
    """A check with this expectation, beside one that ties it; `params` and `before` are declared, `act` is done."""
    head = f"params {{ {params} }}\n" if params else ""
    tie = _TIE if not use else f"{_TIE} and {use} > 0"
    state = 'authority = ["inbox/**", line]\n' + _STATE % act if act else ""
    return f"""{head}{before}{state}## The sums follow the orders.
check total {{
  covers = total
  proves = [restate]
  expect = {tie}
  expect = {expect}
}}
"""


def process(expect: str, *, fact: bool = False) -> str:
    """A process check with this expectation."""
    told = 'fact currency {\n  text = "All amounts are EUR."\n  ask  = ["currency"]\n}\n' if fact else ""
    return f"""{told}## The orders were read.
process orders {{
  covers = total
  expect = {expect}
}}
"""


def header(column: str, cell: str) -> str:
    """A table with one column."""
    return f"""table "inbox/notes.csv" {{
  | {column} |
  | {cell} |
}}
"""


def entry(text: str) -> str:
    """A workspace entry."""
    return text + "\n"
