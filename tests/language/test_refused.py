"""One broken file for each thing that the language says is refused: its code, on its line, and nothing beside it.

What only running finds (a mutant that equals the solution, a requirement that no mutant makes lose, labels that runs
don't bear out) is tried with the passes of validation.
"""

from __future__ import annotations

import pytest

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.source import Source
from cowork_dsl.grammar.diagnostics.frame import embed

# Each file is the small environment of the catalogue with these statements in it; `#!` marks the line of the finding.
ENV = """\
env demo.orders {{
  title      = "Sum of orders"
  scenario   = finance_accounting.closing_reporting.variance_analysis
  capability = [data_transformation, change_adaptation]
  {}
}}
"""
CHECK = """\
## The sums follow the orders.
check total {{
  covers = total
  proves = [restate]
  expect = after.table("out/total.csv").map(.region, .total) == truth.table("inbox/orders.csv").group(.region).sum(.amount)
  {}
}}
"""
CHANGE = """\
state working {{
  on turn {{
    name = restate
    kind = correction
    {}
    say  = "I mended orders.csv."
    goto = checking
  }}
}}
"""
MEND = 'update "inbox/orders.csv" {\n      where = .id == 2\n      set amount = 60 EUR\n    }'
PARAMS = "params {{\n  {}\n}}\n"
USES = 'file "inbox/note.txt" = "{{{{{}}}}}"\n'
PATH_TWICE = 'file "inbox/a.txt" = "a"\nfile "inbox/a.txt" = "b" #!\n'

REFUSED = {
    # env
    "label that is no attribute": ("CW210", ENV.format("colour = red #!")),
    "label that is no term": ("CW227", ENV.format("interaction = [chatting] #!")),
    "label that the content does not bear out": ("CW228", ENV.format("intervention = [pressure] #!")),
    # params
    "empty domain of numbers": ("CW279", PARAMS.format("n = int(9, 2) #!") + USES.format("n")),
    "empty domain of dates": ("CW279", PARAMS.format("n = date(2026-06-30, 2026-03-31) #!") + USES.format("n")),
    "domain of an empty list": ("CW279", PARAMS.format("n = pick([]) #!") + USES.format("n")),
    "domain of nothing": ("CW309", PARAMS.format("n = pick() #!") + USES.format("n")),
    "cycle of lets": ("CW272", PARAMS.format("let a = b #!\n  let b = a") + USES.format("a")),
    "let of itself": ("CW272", PARAMS.format("let a = a + 1 #!") + USES.format("a")),
    "unused param": ("CW271", PARAMS.format("n = int(2, 9) #!")),
    "unused let": ("CW271", PARAMS.format("let n = 7 #!")),
    "shadowed param": (
        "CW270",
        PARAMS.format("n = int(2, 9)") + "workspace {\n  let n = 3 #!\n"
        '  file "inbox/a.txt" = "{{n}}"\n  table "inbox/orders.csv" {\n    | id: int key | region: text | amount: money(EUR) |\n'
        "    | 2 | EMEA | 1.00 |\n  }\n}\n",
    ),
    "shadowed by an element": (
        "CW261",
        PARAMS.format("n = int(2, 9)")
        + USES.format("n")
        + CHECK.format(
            'expect = after.table("out/total.csv").all(n: truth.table("inbox/orders.csv").any(.region == n.region)) #!'
        ),
    ),
    # goal and requirements
    "requirement that nothing covers": ("CW610", 'require more = "there is more" #!\n'),
    "check that covers nothing": ("CW218", '## Nothing moved.\ncheck more { #!\n  expect = unchanged("inbox/**")\n}\n'),
    "check that covers what is not there": (
        "CW240",
        '## Nothing moved.\ncheck more {\n  covers = totl #!\n  expect = unchanged("inbox/**")\n}\n',
    ),
    "hole of an unknown name": ("CW250", 'goal = "Write out/total.csv for {{regoin}}." #!\n'),
    # output
    "read of an undeclared output": (
        "CW604",
        CHECK.format('expect = after.table("out/totals.csv") == truth.table("inbox/orders.csv") #!'),
    ),
    "read of an undeclared column": (
        "CW251",
        CHECK.format(
            'expect = after.table("out/total.csv").sum(.amount) == truth.table("inbox/orders.csv").sum(.amount) #!'
        ),
    ),
    "form that nothing visible states": ("CW432", 'output "out/hidden.json" { #!\n  key secret_code = text\n}\n'),
    "form that does not fit its path": ("CW419", 'output "out/total.csv" { #!\n  key total = money(EUR)\n}\n'),
    # value
    "value set without authority": (
        "CW507",
        "value cap = 5 EUR\n"
        + CHANGE.format(MEND + "\n    set cap = 6 EUR #!")
        + CHECK.format("expect = truth.cap > 1 EUR"),
    ),
    "value that nothing uses": ("CW431", "value cap = 5 EUR #!\n"),
    "unknown value set": ("CW249", CHANGE.format(MEND + "\n    set cap = 6 EUR #!")),
    # workspace
    "two entries for one path": ("CW403", PATH_TWICE),
    "path outside": ("CW401", 'file "../a.txt" = "a" #!\n'),
    "absolute path": ("CW401", 'file "/etc/passwd" = "a" #!\n'),
    "path with detours": ("CW402", 'file "inbox/./a.txt" = "a" #!\n'),
    "missing resource": ("CW420", 'file "inbox/a.txt" { from = "no_such_file.txt" } #!\n'),
    "resource outside": ("CW421", 'file "inbox/a.txt" { from = "../../../../../../../../etc/passwd" } #!\n'),
    "row with a cell too few": ("CW407", 'table "inbox/a.csv" {\n  | a: int | b: text |\n  | 1 | #!\n}\n'),
    "cell of another type": ("CW413", 'table "inbox/a.csv" {\n  | a: int | b: text |\n  | x | y | #!\n}\n'),
    "generator of no column": (
        "CW406",
        'table "inbox/a.csv" {\n  | a: int |\n  fill = rows(3, a: serial(1), b: serial(1)) #!\n}\n',
    ),
    "column without a generator": (
        "CW415",
        'table "inbox/a.csv" {\n  | a: int | b: int |\n  fill = rows(3, a: serial(1)) #!\n}\n',
    ),
    "generator of another type": (
        "CW316",
        'table "inbox/a.csv" {\n  | a: int |\n  fill = rows(3, a: fake.company()) #!\n}\n',
    ),
    "numbers for money": (
        "CW316",
        'table "inbox/a.csv" {\n  | a: money(EUR) |\n  fill = rows(3, a: uniform(1, 9)) #!\n}\n',
    ),
    "money and a number": (
        "CW301",
        'table "inbox/a.csv" {\n  | a: money(EUR) |\n  fill = rows(3, a: uniform(1, 9 EUR)) #!\n}\n',
    ),
    # interface
    "tools that are not there": ("CW351", "tools = [files, browser, python] #!\n"),
    "service that is not there": (
        "CW246",
        "interface {\n  tools = [files, python]\n  service mial #!\n  clock { start = 2026-04-02T09:00Z }\n}\n",
    ),
    "permission of what is not there": ("CW247", "deny networks #!\n"),
    "permission of a set that is not offered": ("CW430", "deny shell #!\n"),
    "call of a tool that is not offered": (
        "CW430",
        'turn {\n  call shell { command = "true" } #!\n  reply = "Done."\n}\n',
    ),
    "call of no tool": ("CW273", 'turn {\n  call fly { height = 3 } #!\n  reply = "Done."\n}\n'),
    "call with no such argument": (
        "CW274",
        'turn {\n  call read_file { pfad = "inbox/orders.csv" } #!\n  reply = "Done."\n}\n',
    ),
    "output that may not be written": (
        "CW433",
        'output "out/total.csv" { #!\n  | region: text | total: money(EUR) |\n}\ndeny write = ["out/**"]\n',
    ),
    "output that is not allowed": (
        "CW433",
        'output "out/total.csv" { #!\n  | region: text | total: money(EUR) |\n}\nallow write = ["draft/**"]\n',
    ),
    "output that a rule forbids": (
        "CW433",
        'output "out/total.csv" { #!\n  | region: text | total: money(EUR) |\n}\nrule write = ["draft/**"]\n',
    ),
    "weighted check that permissions make dead": (
        "CW605",
        'deny write = ["inbox/**"]\n## Nothing moved.\ncheck more { #!\n  covers = total\n  expect = unchanged("inbox/**")\n}\n',
    ),
    "gate that permissions guarantee": (
        "CW606",
        'deny write = ["inbox/**"]\n## Nothing moved.\ncheck more { #!\n  covers = total\n  gate = true\n  expect = unchanged("inbox/**")\n}\n',
    ),
    # users
    "unreachable state": ("CW501", "state lost { #!\n  on turn { goto = done }\n}\n"),
    "no way to an end": ("CW502", 'state checking { #!\n  on turn { say = "Thanks." }\n}\n'),
    "no final state": ("CW502", 'state done { #!\n  on turn { say = "Thanks." }\n}\n'),
    "transition of a final state": ("CW503", "state done {\n  final = true\n  on turn { goto = checking } #!\n}\n"),
    "transition that can never fire": (
        "CW504",
        "state checking {\n  on turn { goto = done }\n  on turn { goto = working } #!\n}\n",
    ),
    "change after which the agent has no turn": (
        "CW506",
        'state checking {\n  on turn { #!\n    name = late\n    kind = correction\n    update "inbox/orders.csv" {\n      where = .id == 2\n      set amount = 70 EUR\n    }\n    say = "I mended orders.csv."\n    goto = done\n  }\n}\n'
        + CHECK.format("").replace("[restate]", "[restate, late]"),
    ),
    "guard that reads what the user does not see": (
        "CW505",
        CHANGE.format('when = exists("notes/a.md") #!\n    ' + MEND)
        + 'output "notes/a.md"\n'
        + 'goal = """\n  Add up the orders in `inbox/` for each region, into `out/total.csv`; notes go to `notes/a.md`.\n  """\n',
    ),
    "change of what is not there": (
        "CW410",
        CHANGE.format('update "inbox/order.csv" { #!\n      where = .id == 2\n      set amount = 60 EUR\n    }'),
    ),
    "change of a column that is not there": (
        "CW406",
        CHANGE.format('update "inbox/orders.csv" {\n      where = .id == 2\n      set sum = 60 EUR #!\n    }'),
    ),
    "change that nobody may make": (
        "CW507",
        CHANGE.format(MEND + '\n    delete "out/total.csv" #!').replace(
            'orders.csv."', 'orders.csv and took out/total.csv."'
        ),
    ),
    "loud change that nothing says": (
        "CW512",
        CHANGE.format(MEND.replace('update "inbox/orders.csv" {', 'update "inbox/orders.csv" { #!')).replace(
            "I mended orders.csv.", "Go on."
        ),
    ),
    "change without a kind": (
        "CW509",
        CHANGE.format(MEND).replace("    kind = correction\n", "").replace("on turn {", "on turn { #!"),
    ),
    "change that no check proves": (
        "CW511",
        CHANGE.format(MEND).replace("on turn {", "on turn { #!")
        + CHECK.format("").replace("  proves = [restate]\n", ""),
    ),
    "state that is not there": ("CW241", "state checking {\n  on turn { goto = don } #!\n}\n"),
    "fact that nobody is told": ("CW513", 'fact hidden { #!\n  text = "There is more."\n}\n'),
    # verify
    "comparison that can't hold": ("CW302", CHECK.format('expect = after.table("out/total.csv").count() == "two" #!')),
    "sum of texts": (
        "CW301",
        CHECK.format(
            'expect = after.table("out/total.csv").sum(.region) == truth.table("inbox/orders.csv").count() #!'
        ),
    ),
    "condition that is none": ("CW307", CHECK.format('given = truth.table("inbox/orders.csv").count() #!')),
    "currencies mixed": ("CW304", CHECK.format('expect = truth.table("inbox/orders.csv").sum(.amount) == 5 USD #!')),
    "unknown column": (
        "CW251",
        CHECK.format(
            'expect = truth.table("inbox/orders.csv").sum(.amout) == after.table("out/total.csv").sum(.total) #!'
        ),
    ),
    "unknown method": (
        "CW253",
        CHECK.format('expect = truth.table("inbox/orders.csv").cout() == after.table("out/total.csv").count() #!'),
    ),
    "conjunct that is the agent's alone": (
        "CW607",
        CHECK.format('expect = after.json("out/facts.json").a > 5 #!')
        + 'output "out/facts.json" {\n  key a = int\n}\n'
        + 'goal = """\n  Add up the orders in `inbox/` for each region, into `out/total.csv`, and say `a` in `out/facts.json`.\n  """\n',
    ),
    "expectation that reads nothing": ("CW608", CHECK.format("expect = 1 < 2 #!")),
    "no weighted check": (
        "CW601",
        CHECK.format("gate = true").replace("proves", "proves").replace("check total {", "check total {"),
    ),
    "process function in a check": ("CW259", CHECK.format('expect = read("inbox/orders.csv").any() #!')),
    "gate over a pattern in prose": (
        "CW611",
        '## No excuses.\ncheck more {\n  covers = total\n  gate = true\n  expect = not after.text("out/note.txt").matches("sorry") #!\n}\noutput "out/note.txt"\ngoal = """\n  Add up `inbox/` into `out/total.csv` and write `out/note.txt`, never saying sorry.\n  """\n',
    ),
    # solution and cases
    "solution that reads the truth": (
        "CW622",
        'turn {\n  let n = truth.table("inbox/orders.csv").count() #!\n  reply = "{{n}} orders."\n}\n',
    ),
    "solution that inserts what no agent can see": (
        "CW623",
        PARAMS.format("n = int(2, 9)")
        + 'turn {\n  reply = "It is {{n}}." #!\n}\n'
        + CHECK.format('expect = after.table("out/total.csv").count() < n'),
    ),
    "solution that may not": (
        "CW624",
        'turn {\n  file "inbox/a.txt" = "x" #!\n  reply = "Done."\n}\ndeny write = ["inbox/**"]\n',
    ),
    "mutant that breaks no check": ("CW242", 'mutant lazy {\n  breaks = [totl] #!\n  delete "out/total.csv"\n}\n'),
    "mutant that breaks nothing": ("CW632", 'mutant lazy {\n  breaks = [] #!\n  delete "out/total.csv"\n}\n'),
    "mutant that does nothing": ("CW630", "mutant lazy { #!\n  breaks = [total]\n}\n"),
    "mutant that is two things": (
        "CW630",
        'mutant lazy { #!\n  breaks = [total]\n  from = turn(1)\n  delete "out/total.csv"\n}\n',
    ),
    "variant that breaks": ("CW211", 'variant other {\n  breaks = [total] #!\n  edit "out/total.csv" = reverse()\n}\n'),
    "unknown intervention": ("CW243", "mutant lazy {\n  breaks = [total]\n  ignores = restated #!\n}\n"),
}
_UNMARKED = {"no weighted check": "verify {"}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    code, piece = REFUSED[name]
    text = embed(piece)
    lines = text.splitlines()
    mark = _UNMARKED.get(name, "#!")
    expected = [(code, number) for number, line in enumerate(lines, 1) if mark in line]
    found = check_source(Source("refused.cowork", text), Files()).diagnostics

    assert len(expected) == 1
    assert [(one.code, one.line) for one in found] == expected, [one.message for one in found]
