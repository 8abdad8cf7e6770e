"""CW35x: values and cells that are not of the sort that their place takes."""

from __future__ import annotations

from cowork_dsl.grammar.diagnostics.entry import Entry

_GATE = """\
## The orders are left alone.
check inbox {
  covers = total
  gate   = true
  expect = unchanged("inbox/**")
}
"""

ENTRIES = (
    Entry(
        "CW350",
        "value of another sort",
        "The attribute takes the sort of value that the message names, written out: these values are never computed.",
        _GATE.replace("gate   = true", 'gate   = "yes"'),
        _GATE,
    ),
    Entry(
        "CW351",
        "word that the attribute does not take",
        "The attribute takes one of a few words.",
        "tools = [files, pyton]\n",
        "tools = [files, python]\n",
    ),
    Entry(
        "CW352",
        "bad column in a header",
        'A header cell is `name: type`, perhaps with `key` behind it, or `"Header" as name: type` where the file\'s header is no name.',
        'table "inbox/plan.csv" {\n  | step |\n}\n',
        'table "inbox/plan.csv" {\n  | step: text |\n}\n',
    ),
    Entry(
        "CW353",
        "column twice",
        "Two columns of a table have one name.",
        'table "inbox/plan.csv" {\n  | step: text | step: int |\n}\n',
        'table "inbox/plan.csv" {\n  | step: text | hours: int |\n}\n',
    ),
    Entry(
        "CW354",
        "number below 1",
        "Limits count from 1.",
        "limits { turns = 0 }\n",
        "limits { turns = 6 }\n",
    ),
)
