"""CW5xx: users, their facts and their machines."""

from __future__ import annotations

from cowork_dsl.grammar.diagnostics.entry import Entry

_CHECKING = 'state checking {\n  on turn {\n    say  = "Thanks."\n    goto = done\n  }\n}\n'
_WORKING = """\
state working {
  on turn {
    name = restate
    kind = correction
    update "inbox/orders.csv" {
      where = .id == 2
      set amount = 60 EUR
    }
    say  = "I mended orders.csv."
    goto = checking
  }
}
"""
_FACT = 'fact currency {\n  text = "All amounts are in euro."\n  ask  = ["currency"]\n}\n'
_SECRET = 'fact budget {\n  text  = "The budget is 81250 EUR."\n  state = checking\n  ask   = ["budget"]\n}\n'

ENTRIES = (
    Entry(
        "CW501",
        "state that nothing leads to",
        "The first state is the initial one; every other is entered by a `goto` of a state that can be entered.",
        _CHECKING + "state waiting {\n  on turn { goto = done }\n}\n",
        _CHECKING.replace("goto = done", "goto = waiting") + "state waiting {\n  on turn { goto = done }\n}\n",
    ),
    Entry(
        "CW502",
        "state without a way to the end",
        "A run that ends outside the first user's final state cannot pass, so every state must lead to one.",
        _CHECKING.replace("    goto = done\n", "")
        + "state done { final = true }\n"
        + _WORKING.replace("    goto = checking", "    goto = checking"),
        _CHECKING,
    ),
    Entry(
        "CW503",
        "transition of a final state",
        "The run ends when the first user enters a final state; nothing fires there.",
        'state done {\n  final = true\n  on turn { say = "Bye." }\n}\n',
        "state done { final = true }\n",
    ),
    Entry(
        "CW504",
        "transition that can never fire",
        "Earlier transitions win. One without `when` and without `limit` leaves nothing to those of the same event below it.",
        _CHECKING.replace("}\n}\n", '}\n  on turn { say = "And once more." }\n}\n'),
        _CHECKING.replace(
            "  on turn {\n", '  on turn {\n    limit = 1\n    say   = "And once more."\n  }\n  on turn {\n', 1
        ),
    ),
    Entry(
        "CW505",
        "guard that reads what its user does not see",
        "A guard reads the public history and what `sees` names, nothing else.",
        _CHECKING.replace("say  =", 'when = exists("inbox/orders.csv")\n    say  ='),
        _CHECKING.replace("say  =", 'when = exists("out/total.csv")\n    say  ='),
    ),
    Entry(
        "CW506",
        "change after which the agent has no turn",
        "The transition changes something and enters a final state: the run is over before the agent can react.",
        _WORKING.replace("goto = checking", "goto = done").replace(
            "state working {\n", "state working {\n  on turn {\n    limit = 1\n    goto  = checking\n  }\n"
        ),
        _WORKING,
    ),
    Entry(
        "CW507",
        "change outside the user's authority",
        "A user changes the files, tables and values that `authority` names.",
        'authority = ["finance/**"]\n',
        'authority = ["inbox/**"]\n',
    ),
    Entry(
        "CW509",
        "change without a name or a kind",
        "A transition that changes something has a `name`, so that checks can prove it, and a `kind`, which decides what validation demands.",
        _WORKING.replace("    kind = correction\n", ""),
        _WORKING,
    ),
    Entry(
        "CW510",
        "two transitions of one name",
        "The name of a transition stands once among all users.",
        _CHECKING.replace("say  =", "name = restate\n    say  ="),
        _CHECKING.replace("say  =", "name = thanks\n    say  ="),
    ),
    Entry(
        "CW511",
        "transition that no check proves",
        "Each transition that changes something is proved by a check that an agent loses who ignores it. Only noise, pressure "
        "and answer_on_request need none.",
        '## The orders are left alone.\ncheck total {\n  covers = total\n  expect = unchanged("inbox/**")\n}\n',
        '## The orders are left alone.\ncheck total {\n  covers = total\n  proves = [restate]\n  expect = unchanged("inbox/**")\n}\n',
    ),
    Entry(
        "CW512",
        "loud change that nothing says",
        "A change without `silent = true` is named by what the same transition says, in a `say` or in a fact that it tells.",
        _WORKING.replace("I mended orders.csv.", "Please look again."),
        _WORKING,
    ),
    Entry(
        "CW513",
        "fact that nobody is told",
        "A fact is told by `{{fact}}` in a `say`, on a question (`ask`), or by the user's own will (`volunteered`).",
        'fact currency {\n  text = "All amounts are in euro."\n}\n',
        _FACT,
    ),
    Entry(
        "CW514",
        "fact that is never told, and told",
        "A fact with `never = true` is told by no `say`.",
        'fact secret {\n  text  = "The plant will close."\n  never = true\n}\n'
        + _CHECKING.replace("Thanks.", "Thanks. {{secret}}"),
        'fact secret {\n  text  = "The plant will close."\n  never = true\n}\n',
    ),
    Entry(
        "CW515",
        "question that nobody can ask",
        "`on ask FACT` fires on a question about one of the fact's `ask` topics.",
        'fact currency {\n  text        = "All amounts are in euro."\n  volunteered = true\n}\n'
        + _CHECKING.replace("state checking {\n", 'state checking {\n  on ask currency { say = "Euro." }\n'),
        _FACT + _CHECKING.replace("state checking {\n", 'state checking {\n  on ask currency { say = "Euro." }\n'),
    ),
    Entry(
        "CW516",
        "term of a fact visible before it is told",
        "The goal or a file holds a spelling that gives the fact away.",
        'fact merger {\n  text  = "We merge with the other firm."\n  ask   = ["firm"]\n  terms = ["Northwind"]\n}\n'
        'file "README.md" { text = "A note from Northwind." }\n',
        'fact merger {\n  text  = "We merge with the other firm."\n  ask   = ["firm"]\n  terms = ["Northwind"]\n}\n'
        'file "README.md" { text = "A note." }\n',
    ),
    Entry(
        "CW517",
        "value of a fact visible before it is told",
        "A figure, date or code of the fact stands in the goal or in a file, so that nobody needs to be asked for it.",
        _SECRET + 'file "README.md" { text = "Budget: 81,250 EUR." }\n',
        _SECRET + 'file "README.md" { text = "Ask for the budget." }\n',
    ),
    Entry(
        "CW518",
        "user without a state",
        "A user is a machine of states; the first one is the initial one.",
        'user clerk {\n  persona = "Quiet."\n}\nuser boss {\n  persona = "Terse."\n  state working {\n    on turn { goto = done }\n  }\n  state done { final = true }\n}\n'
        '## The orders are left alone.\ncheck total {\n  covers = total\n  expect = unchanged("inbox/**")\n}\n',
        'user boss {\n  persona = "Terse."\n  state working {\n    on turn { goto = done }\n  }\n  state done { final = true }\n}\n'
        '## The orders are left alone.\ncheck total {\n  covers = total\n  expect = unchanged("inbox/**")\n}\n',
    ),
    Entry(
        "CW519",
        "silent kind with a loud change",
        "The kinds `silent_patch`, `silent_arrival` and `silent_removal` tell nothing; their changes have `silent = true`.",
        _WORKING.replace("correction", "silent_patch"),
        _WORKING.replace("correction", "silent_patch").replace(
            "set amount = 60 EUR", "set amount = 60 EUR\n      silent = true"
        ),
    ),
    Entry(
        "CW520",
        "fact outside a `say`",
        "`{{fact}}` in a `say` is the only way to tell a fact; a goal or a file that holds it would give it away.",
        _FACT + 'goal = "Add up the orders in `inbox/` into `out/total.csv`. {{currency}}"\n',
        _FACT,
    ),
)
