"""CW60x to CW63x: checks, the solution, and the cases that try the verifier."""

from __future__ import annotations

from cowork_dsl.grammar.diagnostics.entry import Entry

_CHECK = """\
## The sums follow the orders.
check total {
  covers = total
  proves = [restate]
  expect = after.table("out/total.csv").map(.region, .total) == truth.table("inbox/orders.csv").group(.region).sum(.amount)
}
"""
_IDLE = "mutant idle {\n  breaks = [total]\n  from   = turn(1)\n}\n"
_PARAMS = 'params {\n  most = int(2, 9)\n}\ngoal = "Add up the orders in `inbox/` into `out/total.csv`. At most {{most}} rows."\n'
_TOTAL = 'after.table("out/total.csv")'

ENTRIES = (
    Entry(
        "CW601",
        "no weighted check",
        "Gates only multiply: without a weighted check every outcome is worth nothing.",
        _CHECK.replace("  expect", "  gate   = true\n  expect"),
        _CHECK,
    ),
    Entry(
        "CW602",
        "weight below 1",
        "A weight is a whole number from 1.",
        _CHECK.replace("  expect", "  weight = 0\n  expect"),
        _CHECK.replace("  expect", "  weight = 2\n  expect"),
    ),
    Entry(
        "CW603",
        "gate with a weight",
        "Passing a gate earns nothing, so its weight would be read by nobody.",
        _CHECK
        + '## The orders are left alone.\ncheck inbox {\n  covers = total\n  gate   = true\n  weight = 2\n  expect = unchanged("inbox/**")\n}\n',
        _CHECK
        + '## The orders are left alone.\ncheck inbox {\n  covers = total\n  gate   = true\n  expect = unchanged("inbox/**")\n}\n',
    ),
    Entry(
        "CW604",
        "read of what nothing declares",
        "A check reads declared outputs, and what stands in the workspace.",
        _CHECK.replace("out/total.csv", "out/totals.csv"),
        _CHECK,
    ),
    Entry(
        "CW605",
        "weighted check that permissions decide",
        "The permissions leave the agent no way to fail this check, so its weight is given away.",
        '## The orders are left alone.\ncheck inbox {\n  covers = total\n  expect = unchanged("inbox/**")\n}\nallow write = ["out/**"]\n',
        '## The orders are left alone.\ncheck inbox {\n  covers = total\n  expect = unchanged("inbox/**")\n}\nrule write = ["out/**"]\n',
    ),
    Entry(
        "CW606",
        "gate that permissions guarantee",
        "The permissions guarantee this gate already. It does no harm; the note says that it finds nothing.",
        '## The orders are left alone.\ncheck inbox {\n  covers = total\n  gate   = true\n  expect = unchanged("inbox/**")\n}\nallow write = ["out/**"]\n',
        '## The orders are left alone.\ncheck inbox {\n  covers = total\n  gate   = true\n  expect = unchanged("inbox/**")\n}\nrule write = ["out/**"]\n',
    ),
    Entry(
        "CW607",
        "expectation that the agent decides",
        "Everything that this expectation reads is the agent's own work, compared with nothing else. It needs `truth`, `before` "
        "or `at`, a param, or a figure that the goal or a file states; or another check of the same requirement ties what it reads.",
        f'## There are enough rows.\ncheck many {{\n  covers = many\n  expect = {_TOTAL}.count() > 5\n}}\nrequire many = "There are enough rows"\n',
        f'## There are not too many rows.\ncheck many {{\n  covers = many\n  expect = {_TOTAL}.count() <= 12\n}}\nrequire many = "At most 12 rows"\n',
    ),
    Entry(
        "CW608",
        "expectation that reads nothing",
        "An expectation that reads nothing of the outcome is the same for every agent.",
        _CHECK.replace("  expect", "  expect = 1 == 1\n  expect"),
        _CHECK,
    ),
    Entry(
        "CW609",
        "exponent of judges without a judge",
        "`score { judge = … }` weighs what judges say; without a judge nothing reads it.",
        "score { judge = 0.3 }\n",
        "score { code = 1 }\n",
    ),
    Entry(
        "CW610",
        "requirement that nothing covers",
        "Each requirement is covered by at least one check or judge; otherwise it is asked for and never looked at.",
        'require memo = "A memo is written"\n',
        f'require memo = "At most 12 rows"\n## Not too many rows.\ncheck memo {{\n  covers = memo\n  expect = {_TOTAL}.count() <= 12\n}}\n',
    ),
    Entry(
        "CW611",
        "gate over a pattern in prose",
        "A gate decides over everything, and a pattern over prose is fooled by a negation. Gates rest on recipients, rows and "
        "values.",
        "## The memo states the limit.\ncheck memo {\n  covers = total\n  gate   = true\n"
        '  expect = after.text("out/total.csv").matches("12 rows")\n}\n',
        "## The memo states the limit.\ncheck memo {\n  covers = total\n"
        '  expect = after.text("out/total.csv").matches("12 rows")\n}\n',
    ),
    Entry(
        "CW620",
        "solution without a turn",
        "The solution shows what an ideal agent does in each turn.",
        "solution {\n}\n",
        'solution {\n  turn { reply = "Done." }\n}\n',
    ),
    Entry(
        "CW621",
        "turn 0",
        "Turns are counted from 1.",
        'turn 0 { reply = "Done." }\n',
        'turn 1 { reply = "Done." }\n',
    ),
    Entry(
        "CW622",
        "solution that reads the truth",
        "`truth` is the verifier's. An ideal agent works from what it can see.",
        'turn {\n  update "out/total.csv" {\n    set total = truth.table("inbox/orders.csv").sum(.amount)\n  }\n}\n',
        'turn {\n  update "out/total.csv" {\n    set total = now.table("inbox/orders.csv").sum(.amount)\n  }\n}\n',
    ),
    Entry(
        "CW623",
        "solution that inserts what no agent can see",
        "A param that the goal and the files do not show is unknown to every agent; a solution that inserts it proves nothing.",
        _PARAMS.replace("{{most}}", "12") + 'turn { reply = "At most {{most}}." }\n',
        _PARAMS + 'turn { reply = "At most {{most}}." }\n',
    ),
    Entry(
        "CW624",
        "step of the solution that is refused",
        "Permissions are enforced. A solution that takes a step which they refuse proves nothing.",
        'turn { file "inbox/note.txt" = "A" }\nallow write = ["out/**"]\n',
        'turn { file "out/note.txt" = "A" }\nallow write = ["out/**"]\n',
    ),
    Entry(
        "CW630",
        "case that is not exactly one thing",
        "A mutant or variant is exactly one of: changes over the solution's final state, replaced turns, `from = turn(n)`, "
        "`ignores = NAME`.",
        _IDLE.replace("}\n", '  folder "out/more"\n}\n'),
        _IDLE,
    ),
    Entry(
        "CW631",
        "turn out of range",
        "`from = turn(n)` counts hand-backs from 1 to the limit of turns.",
        _IDLE.replace("turn(1)", "turn(9)") + "limits { turns = 6 }\n",
        _IDLE + "limits { turns = 6 }\n",
    ),
    Entry(
        "CW632",
        "mutant that breaks nothing",
        "`breaks` names at least one check that the mutant loses.",
        _IDLE.replace("[total]", "[]"),
        _IDLE,
    ),
    Entry(
        "CW633",
        "giving in to what presses nobody",
        "`yields` marks the case that gives in to a transition of the kind `pressure` or `noise`.",
        'mutant soft {\n  breaks = [total]\n  yields = restate\n  turn 1 { reply = "As you wish." }\n}\n',
        'mutant soft {\n  breaks = [total]\n  turn 1 { reply = "As you wish." }\n}\n',
    ),
    Entry(
        "CW634",
        "case that edits the record by something else than calls",
        "`without` and `repeat` take calls of the solution's record: `calls(TOOL)`, perhaps with arguments and `.after(MOMENT)`.",
        'mutant blind {\n  breaks = [total]\n  without = "read_file"\n}\n',
        "mutant blind {\n  breaks = [total]\n  without = calls(read_file)\n}\n",
    ),
)
