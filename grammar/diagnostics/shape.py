"""CW21x and CW22x: statements that the block schema does not know, or not there, or not so."""

from __future__ import annotations

from cowork_dsl.grammar.diagnostics.entry import Entry

_CHECK = """\
## The sums follow the orders.
check total {
  covers = total
  proves = [restate]
  expect = unchanged("inbox/**")
}
"""

ENTRIES = (
    Entry(
        "CW210",
        "unknown name of a block or attribute",
        "Each block takes the attributes and blocks that the language reference lists for it. This word is none of "
        "them. The nearest one is proposed, and what follows is read as if it stood there.",
        _CHECK.replace("covers", "cover"),
        _CHECK,
    ),
    Entry(
        "CW211",
        "block or attribute in the wrong place",
        "The word exists, but not in this block. The message says where it belongs.",
        "weight = 3\n",
        _CHECK.replace("  expect", "  weight = 3\n  expect"),
    ),
    Entry(
        "CW212",
        "label missing or of the wrong kind",
        "A head has the labels that its kind asks for: a name, a path in quotes, a number, an event. Names stand without "
        "quotes, paths and texts with quotes.",
        'file notes { text = "Read me." }\n',
        'file "notes.txt" { text = "Read me." }\n',
    ),
    Entry(
        "CW213",
        "label too many",
        "Attributes take no label, and a block takes no more labels than its kind asks for.",
        'folder "out" "more"\n',
        'folder "out"\nfolder "more"\n',
    ),
    Entry(
        "CW214",
        "braces where a value belongs, or a value where braces belong",
        "An attribute is written `name = value`, a block `kind label { … }`. A block with a main attribute also has the "
        "short form `kind label = value`.",
        'require total {\n  text = "out/total.csv holds the sum of each region"\n}\n',
        'require total = "out/total.csv holds the sum of each region"\n',
    ),
    Entry(
        "CW215",
        "row where none may stand",
        "Rows `| … |` stand in tables, and one header row in an output or in a service's table.",
        'file "notes.csv" {\n  text = "a"\n  | a: text |\n}\n',
        'table "notes.csv" {\n  | a: text |\n}\n',
    ),
    Entry(
        "CW216",
        "value or braces missing",
        "An attribute has a value after `=`; a block has its braces.",
        _CHECK.replace('expect = unchanged("inbox/**")', 'expect = unchanged("inbox/**")\n  gate'),
        _CHECK.replace('expect = unchanged("inbox/**")', 'expect = unchanged("inbox/**")\n  weight = 2'),
    ),
    Entry(
        "CW217",
        "attribute or section twice",
        "Only attributes that the reference marks as repeatable (`expect`, `given`, `say`, `fill` …) may stand twice in a block.",
        _CHECK.replace("  expect", "  covers = total\n  expect"),
        _CHECK,
    ),
    Entry(
        "CW218",
        "required attribute missing",
        "The block means nothing without this attribute.",
        _CHECK.replace("  covers = total\n", ""),
        _CHECK,
    ),
    Entry(
        "CW219",
        "not supported yet",
        "The language has this construct, and this version of the compiler does not implement it. It refuses it rather "
        "than passing over it in silence.",
        'table "inbox/plan.parquet" {\n  | step: text |\n}\n',
        'table "inbox/plan.csv" {\n  | step: text |\n}\n',
    ),
    Entry(
        "CW220",
        "`##` comment missing",
        "The `##` comment above a check is what a person reads when it fails; above a tool it is the description that the "
        "agent reads. Both are required.",
        _CHECK.replace("## The sums follow the orders.\n", ""),
        _CHECK,
    ),
    Entry(
        "CW221",
        "name declared twice",
        "Two things of one kind have one name, so that nothing could tell them apart.",
        'require total = "out/total.csv holds the sum"\nrequire total = "out/total.csv holds the mean"\n',
        'require total = "out/total.csv holds the sum of each region"\n',
    ),
    Entry(
        "CW222",
        "unknown event",
        "`on` takes one of the events of the reference, such as `turn`, `ask FACT`, `read GLOB`, `change GLOB`.",
        "state checking {\n  on trun {\n    goto = done\n  }\n}\n",
        "state checking {\n  on turn {\n    goto = done\n  }\n}\n",
    ),
    Entry(
        "CW223",
        "edition missing",
        "A file begins with the edition of the language that it is written in, so that later versions read it as it was meant.",
        "# a whole file\nservice notes {\n  table note {\n    | id: int key |\n  }\n}\n",
        "cowork 1\nservice notes {\n  table note {\n    | id: int key |\n  }\n}\n",
    ),
    Entry(
        "CW224",
        "unknown edition",
        "This version of the compiler does not know that edition.",
        "cowork 2\nservice notes {\n  table note {\n    | id: int key |\n  }\n}\n",
        "cowork 1\nservice notes {\n  table note {\n    | id: int key |\n  }\n}\n",
    ),
    Entry(
        "CW225",
        "section missing",
        "An environment has a head (`env`), a `goal`, at least one `require`, a `verify` and a `solution`.",
        """\
cowork 1
env demo.empty {
  title      = "Empty"
  scenario   = finance_accounting.closing_reporting.variance_analysis
  capability = [data_transformation]
}
goal = "Do nothing."
require nothing = "Nothing is done"
solution {
  turn { reply = "Done." }
}
""",
        "",
    ),
    Entry(
        "CW226",
        "nothing declared",
        "The file holds neither an environment nor a service.",
        "cowork 1\n",
        "",
    ),
)
