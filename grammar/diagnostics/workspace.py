"""CW4xx: the workspace, outputs, values, permissions, and changes of files and tables."""

from __future__ import annotations

from cowork_dsl.grammar.diagnostics.entry import Entry

_PLAN = 'table "inbox/plan.csv" {\n  | step: text | hours: int |\n  | Draft | 3 |\n}\n'
_SERVICE = """\
service notes {
  table note {
    | id: int key | body: text |
  }
  ## Add a note.
  tool add_note {
    arg body = text
    insert note {
      set id   = 1
      set body = body
    }
  }
}
interface {
  tools = [files, python]
  service notes
}
"""
_NOTES = "table notes.note {\n  | id | body |\n  | 1 | Hello |\n}\n"
_MUTANT = 'mutant swapped {\n  breaks = [total]\n  update "out/total.csv" {\n    where = .region == "EMEA"\n    set total = 1 EUR\n  }\n}\n'
_FILL = (
    'table "inbox/plan.csv" {\n  | step: text | hours: int |\n  fill = rows(5, step: fake.job(), hours: int(1, 9))\n}\n'
)
_VALUE = """\
value cap = 100 EUR
## The cap is kept.
check cap {
  covers = total
  expect = after.table("out/total.csv").all(.total <= truth.cap)
}
"""

ENTRIES = (
    Entry(
        "CW401",
        "path outside the workspace",
        "Paths are relative to the workspace and stay inside it: not empty, not absolute, no `..`.",
        'file "../notes.txt" { text = "Read me." }\n',
        'file "notes.txt" { text = "Read me." }\n',
    ),
    Entry(
        "CW402",
        "path not in its plain form",
        "Folders are parted by one `/`; there is no `.`, no backslash, no slash at the end.",
        'file "inbox//notes.txt" { text = "Read me." }\n',
        'file "inbox/notes.txt" { text = "Read me." }\n',
    ),
    Entry(
        "CW403",
        "two entries for one path",
        "A path has one entry, and nothing can lie below a file.",
        'file "notes.txt" { text = "Read me." }\njson "notes.txt" { data = {a: 1} }\n',
        'file "notes.txt" { text = "Read me." }\n',
    ),
    Entry(
        "CW404",
        "table without a header",
        "A table begins with its typed header, unless `from` names a real file.",
        'table "inbox/plan.csv" {\n}\n',
        _PLAN,
    ),
    Entry(
        "CW405",
        "path that does not say its format",
        "The extension of a path says what is in the file, so that all readers agree.",
        _PLAN.replace("plan.csv", "plan"),
        _PLAN,
    ),
    Entry(
        "CW406",
        "unknown column",
        "`set`, a generator and a header of a service's table name columns that the table declares.",
        _MUTANT.replace("set total", "set totl"),
        _MUTANT,
    ),
    Entry(
        "CW407",
        "row of another length than its header",
        "A row has one cell for each column of its header.",
        _PLAN.replace("| Draft | 3 |", "| Draft |"),
        _PLAN,
    ),
    Entry(
        "CW408",
        "no content, or two",
        "A file has its content from its main attribute or from a real file by `from`, one of the two.",
        'file "notes.txt" {\n  readonly = true\n}\n',
        'file "notes.txt" {\n  text     = "Read me."\n  readonly = true\n}\n',
    ),
    Entry(
        "CW409",
        "`of` without a list",
        "`each` repeats its entries for every element of a list.",
        'each region {\n  of = 3\n  file "inbox/{{region}}.txt" { text = "Read me." }\n}\n',
        'each region {\n  of = ["emea", "apac"]\n  file "inbox/{{region}}.txt" { text = "Read me." }\n}\n',
    ),
    Entry(
        "CW410",
        "change of what is not there",
        "A change names a path that stands in the workspace, arrives by a user, or is a declared output.",
        _MUTANT.replace("out/total.csv", "out/totals.csv"),
        _MUTANT,
    ),
    Entry(
        "CW411",
        "column with another type than the service declares",
        "The header of a service's table repeats the service's types, or leaves them out.",
        _SERVICE + _NOTES.replace("| id |", "| id: text |"),
        _SERVICE + _NOTES,
    ),
    Entry(
        "CW412",
        "empty cell of a column that is not optional",
        "An empty cell is no value. A column that may have none has the type `optional(…)`.",
        _PLAN.replace("| Draft | 3 |", "| Draft | |"),
        _PLAN.replace("| Draft | 3 |", "| Draft | |").replace("hours: int", "hours: optional(int)"),
    ),
    Entry(
        "CW413",
        "cell of another type than its column",
        "Each literal cell is written in the form of its column's type.",
        _PLAN.replace("| Draft | 3 |", "| Draft | three |"),
        _PLAN,
    ),
    Entry(
        "CW414",
        "bad `rows(…)`",
        "`rows` takes the number of rows, then one generator for each column, by name.",
        _FILL.replace("rows(5, ", "rows("),
        _FILL,
    ),
    Entry(
        "CW415",
        "column without a generator",
        "`rows` fills every column of the header.",
        _FILL.replace(", hours: int(1, 9)", ""),
        _FILL,
    ),
    Entry(
        "CW416",
        "change that sets nothing",
        "`insert` and `update` give columns their values by `set COLUMN = …`.",
        _MUTANT.replace("    set total = 1 EUR\n", ""),
        _MUTANT,
    ),
    Entry(
        "CW417",
        "tool that changes files",
        "A tool of a service changes the service's own tables; files are changed by the agent.",
        _SERVICE.replace(
            "insert note {\n      set id   = 1\n      set body = body\n    }", 'delete "inbox/orders.csv"'
        ),
        _SERVICE,
    ),
    Entry(
        "CW418",
        "row change of what has no rows",
        "`insert` and `update` work on tables and json files.",
        'file "notes.txt" { text = "Read me." }\nmutant other {\n  breaks = [total]\n  update "notes.txt" { set body = "A" }\n}\n',
        'file "notes.txt" { text = "Read me." }\nmutant other {\n  breaks = [total]\n  file "notes.txt" { text = "A" }\n}\n',
    ),
    Entry(
        "CW419",
        "form that does not fit the path",
        "A header describes a csv or tsv file, `key` a json file, `section` a document, `max_words` a text.",
        'output "out/total.csv" {\n  | region: text | total: money(EUR) |\n  section "Best" = text\n}\n',
        'output "out/total.csv" {\n  | region: text | total: money(EUR) |\n}\n',
    ),
    Entry(
        "CW420",
        "missing file",
        "`from`, `run` and `use` name real files beside the source.",
        'file "notes.txt" { from = "missing.txt" }\n',
        'file "notes.txt" { from = "notes.txt" }\n',
    ),
    Entry(
        "CW421",
        "file outside the project",
        "A source reads files of its own project only: the nearest folder with `cowork.toml` or `.git`, else its own folder.",
        'file "notes.txt" { from = "../../outside.txt" }\n',
        'file "notes.txt" { from = "notes.txt" }\n',
    ),
    Entry(
        "CW422",
        "resource too large",
        "A resource has a bounded size, so that a bundle stays small.",
        'file "notes.txt" { from = "large.bin" }\n',
        'file "notes.txt" { from = "notes.txt" }\n',
    ),
    Entry(
        "CW426",
        "program that is no text",
        "`run` names a program in UTF-8.",
        'turn { run = "binary.bin" }\n',
        'turn { run = "notes.py" }\n',
    ),
    Entry(
        "CW430",
        "tool that the interface does not offer",
        "An ideal agent has no other tools than the interface offers.",
        'turn { call shell { command = "ls" } }\n',
        'tools = [files, shell]\nturn { call shell { command = "ls" } }\n',
    ),
    Entry(
        "CW431",
        "value that nothing reads",
        "A `value` that no expression and no text reads changes nothing.",
        "value cap = 100 EUR\n",
        _VALUE,
    ),
    Entry(
        "CW432",
        "output that nothing visible names",
        "What the agent must produce is named in the goal or in a file that it can read; all else is guesswork.",
        'output "out/notes.md" { max_words = 100 }\n',
        'output "out/notes.md" { max_words = 100 }\nfile "README.md" { text = "Write what you found into out/notes.md." }\n',
    ),
    Entry(
        "CW433",
        "output that the agent may not write",
        "`allow` and `deny` are enforced, so this output could never be made; against a `rule` it could only be made by breaking it.",
        'deny write = ["out/**"]\n',
        'deny write = ["config/**"]\n',
    ),
)
