"""The small environment that the examples of CW7xx are made of: one that passes, and pieces of it to exchange."""

from __future__ import annotations

HEAD = """\
cowork 1

env demo.orders {
  title      = "Sum of orders"
  scenario   = finance_accounting.closing_reporting.variance_analysis
  capability = [data_transformation]
}
output "out/total.csv" {
  | total: money(EUR) |
}
goal = \"\"\"
  Add up the amounts in `inbox/orders.csv` and write the sum to `out/total.csv`: one column
  total, one row. Leave `inbox/` as you found it.
  \"\"\"
"""

TOTAL = """\
require total = "out/total.csv holds the sum of all amounts"
"""

INBOX = """\
require inbox = "inbox/ is left as it was"
"""

WORLD = """\
workspace {
  table "inbox/orders.csv" {
    | id: int key | amount: money(EUR) |
    | 1 | 100.00 EUR |
    | 2 | 250.50 EUR |
  }
  folder "out"
}
interface {
  tools = [files, python]
  clock { start = 2026-04-02T09:00Z }
}
"""

SUM = 'near(after.table("out/total.csv").sum(.total), truth.table("inbox/orders.csv").sum(.amount), 0.01 EUR)'

SCRIPT = """\
    python = \"\"\"
      import csv
      from decimal import Decimal
      rows = csv.DictReader(open("inbox/orders.csv"))
      total = sum(Decimal(row["amount"].removesuffix(" EUR")) for row in rows)
      open("out/total.csv", "w").write(f"total\\n{total:.2f}\\n")
      \"\"\"
"""


def written(amount: str, path: str = "out/total.csv") -> str:
    """The act that writes a total."""
    return f'    table "{path}" {{\n      | total: money(EUR) |\n      | {amount} EUR |\n    }}\n'


def check(name: str, expect: str, covers: str = "", extra: str = "") -> str:
    """A check; `extra` are further attributes."""
    more = "".join(f"    {line}\n" for line in extra.split("\n") if line)
    return f"  ## It is as the goal demands.\n  check {name} {{\n    covers = {covers or name}\n{more}    expect = {expect}\n  }}\n"


def case(kind: str, name: str, acts: str, breaks: str = "") -> str:
    """A mutant or variant."""
    lost = f"  breaks = [{breaks}]\n" if breaks else ""
    dedented = "".join(f"{line[2:]}\n" for line in acts.splitlines())
    return f"## {name.capitalize().replace('_', ' ')}.\n{kind} {name} {{\n{lost}{dedented}}}\n"


def lead(transition: str, more: str = "", say: str = "I mended orders.csv; please bring the total up to date.") -> str:
    """A user who does something at the first hand-back, and is content at the second; `more` are further transitions."""
    return f"""\
user lead {{
  persona   = "Terse."
  wants     = "A right total."
  sees      = ["out/**"]
  authority = ["inbox/**"]
  state drafting {{
    on turn {{
{transition}      say  = "{say}"
      goto = checking
    }}
  }}
  state checking {{
{more}    on turn {{
      say  = "Thanks."
      goto = done
    }}
  }}
  state done {{ final = true }}
}}
"""


def restated(amount: str, kind: str = "correction") -> str:
    """A named change of order 2."""
    return (
        f"      name = restate\n      kind = {kind}\n"
        f'      update "inbox/orders.csv" {{\n        where = .id == 2\n        set amount = {amount} EUR\n      }}\n'
    )


FORGETS = case("mutant", "forgets", written("100.00"), "total")
TOUCHES = case("mutant", "touches", '    delete "inbox/orders.csv"\n', "inbox")


def environment(
    verify: str = check("total", SUM),
    solution: str = written("350.50"),
    cases: str = FORGETS,
    requires: str = TOTAL,
    user: str = "",
    later: str = "",
    world: str = WORLD,
) -> str:
    """A whole file; `later` are the solution's acts in the state `checking`."""
    turns = f"  turn {{\n{solution}  }}\n" + (f"  turn checking {{\n{later}  }}\n" if later else "")
    return f"{HEAD}{requires}{world}{user}verify {{\n{verify}}}\nsolution {{\n{turns}}}\n{cases}"
