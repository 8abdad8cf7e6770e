"""CW227 to CW249 and CW27x: names that nothing declares, that hide one another, that nothing uses."""

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
_ENV = """\
env demo.orders {
  title      = "Sum of orders"
  scenario   = finance_accounting.closing_reporting.variance_analysis
  capability = [data_transformation]
}
"""
_SERVICE = """\
service notes {
  table note {
    | id: int key | body: text |
  }
  ## Add a note.
  tool add_note {
    arg id   = int
    arg body = text
    insert note {
      set id   = id
      set body = body
    }
  }
}
interface {
  tools = [files, python]
  service notes
}
"""
_PARAMS = """\
params {
  rows = int(2, 9)
}
goal = "Add up the orders in `inbox/` into `out/total.csv`. At most {{rows}} rows."
"""
_USE = 'use people = "people.cowork"\ninterface {\n  tools = [files]\n  service people\n}\n'

ENTRIES = (
    Entry(
        "CW227",
        "unknown term of the taxonomy",
        "Environments are labelled with the terms of the taxonomy only, so that coverage can be counted. `cowork taxonomy` "
        "lists them.",
        _ENV.replace("data_transformation", "data_transformations"),
        _ENV,
    ),
    Entry(
        "CW228",
        "label that the content does not bear out",
        "`intervention` names the kinds of the transitions that the users make, or `none` where they change nothing.",
        _ENV.replace("[data_transformation]", "[data_transformation]\n  intervention = [noise]"),
        _ENV.replace("[data_transformation]", "[data_transformation]\n  intervention = [correction]"),
    ),
    Entry(
        "CW230",
        "`use` of no file",
        '`use std.NAME` brings in a file of the library, `use NAME = "PATH"` a file of the project.',
        "use people\n",
        _USE,
    ),
    Entry(
        "CW231",
        "no such file in the library",
        "`use std.NAME` takes the names of the library's files.",
        "use std.no_such_service_at_all\n",
        _USE,
    ),
    Entry(
        "CW232",
        "file that uses itself",
        "Files may use one another only in one direction; this one is reached from itself.",
        'use me = "example.cowork"\n',
        _USE,
    ),
    Entry(
        "CW233",
        "used file without services",
        "Only services can be shared between files. An environment stands alone.",
        'use other = "environment.cowork"\n',
        _USE,
    ),
    Entry(
        "CW234",
        "service that is not offered",
        "A service that the interface does not offer reaches no agent; what is declared for it has no effect.",
        _SERVICE.replace("  service notes\n", ""),
        _SERVICE,
    ),
    Entry(
        "CW235",
        "files that use one another too deep",
        "A file uses another, that uses a third … up to 16 in a row; what all of them need stands in one file.",
        'use deep = "deep_0.cowork"\n',
        _USE,
    ),
    Entry(
        "CW240",
        "unknown requirement",
        "`covers` names one of the `require` statements of the file.",
        _CHECK.replace("covers = total", "covers = totals"),
        _CHECK,
    ),
    Entry(
        "CW241",
        "unknown state",
        "`goto`, `state` and `turn STATE` name a state of the same user; a solution's turns name those of the first user.",
        "state checking {\n  on turn {\n    goto = dome\n  }\n}\n",
        "state checking {\n  on turn {\n    goto = done\n  }\n}\n",
    ),
    Entry(
        "CW242",
        "unknown check",
        "`breaks` names checks of `verify`. A judge is none: it breaks by an `example fail`.",
        "mutant idle {\n  breaks = [totals]\n  from   = turn(1)\n}\n",
        "mutant idle {\n  breaks = [total]\n  from   = turn(1)\n}\n",
    ),
    Entry(
        "CW243",
        "unknown transition",
        "`proves`, `ignores` and `yields` name a transition of a user, by its `name`.",
        _CHECK.replace("[restate]", "[restated]"),
        _CHECK,
    ),
    Entry(
        "CW244",
        "unknown fact",
        "`on ask` names a fact of the same user.",
        'state checking {\n  on ask currency {\n    say = "Euro."\n  }\n  on turn { goto = done }\n}\n',
        'fact currency {\n  text = "All amounts are in euro."\n  ask  = ["currency"]\n}\n'
        'state checking {\n  on ask currency {\n    say = "Euro."\n  }\n  on turn { goto = done }\n}\n',
    ),
    Entry(
        "CW245",
        "unknown table of a service",
        "`service.table` names a table of a service that the file declares or uses.",
        _SERVICE
        + 'workspace {\n  table "inbox/orders.csv" {\n    | id: int key | region: text | amount: money(EUR) |\n  }\n'
        '  folder "out"\n  table notes.notes {\n    | id | body |\n    | 1 | Hello |\n  }\n}\n',
        _SERVICE
        + 'workspace {\n  table "inbox/orders.csv" {\n    | id: int key | region: text | amount: money(EUR) |\n  }\n'
        '  folder "out"\n  table notes.note {\n    | id | body |\n    | 1 | Hello |\n  }\n}\n',
    ),
    Entry(
        "CW246",
        "unknown service",
        "`service NAME` in the interface offers a service that the file declares or uses.",
        _SERVICE.replace("  service notes\n", "  service note\n"),
        _SERVICE,
    ),
    Entry(
        "CW247",
        "unknown subject of a permission",
        "`allow`, `deny` and `rule` speak of `read`, `write`, `network`, a tool set, or a service that is offered.",
        "deny networks\n",
        "deny network\n",
    ),
    Entry(
        "CW248",
        "unknown tool of a service",
        "`allow SERVICE = [tools]` names tools of that service.",
        _SERVICE.replace("  service notes\n", "  service notes\n  allow notes = [add_notes]\n"),
        _SERVICE.replace("  service notes\n", "  service notes\n  allow notes = [add_note]\n"),
    ),
    Entry(
        "CW249",
        "unknown value",
        "`set NAME` in a transition changes a `value` that the file declares.",
        "value cap = 100 EUR\nstate checking {\n  on turn {\n    name = raise\n    kind = pressure\n    set caps = 200 EUR\n    goto = working\n  }\n"
        "  on turn { goto = done }\n}\n".replace("on turn {\n    name", "on turn {\n    limit = 1\n    name")
        + 'authority = ["inbox/**", cap]\n'
        + _CHECK.replace('unchanged("inbox/**")', "truth.cap == 100 EUR"),
        "value cap = 100 EUR\nstate checking {\n  on turn {\n    limit = 1\n    name = raise\n    kind = pressure\n    set cap = 200 EUR\n    goto = working\n  }\n"
        '  on turn { goto = done }\n}\nauthority = ["inbox/**", cap]\n'
        + _CHECK.replace('unchanged("inbox/**")', "truth.cap == 100 EUR"),
    ),
    Entry(
        "CW270",
        "name that hides another",
        "A name means one thing in a file. Inside a block no param, `let` or view of the surrounding blocks may be hidden.",
        _PARAMS
        + "let rows = 3\n"
        + _CHECK.replace('unchanged("inbox/**")', 'after.table("out/total.csv").count() == rows'),
        _PARAMS
        + "let most = 12\n"
        + _CHECK.replace('unchanged("inbox/**")', 'after.table("out/total.csv").count() == most'),
    ),
    Entry(
        "CW271",
        "param or let that nothing uses",
        "A param that nothing depends on gives many environments that are all the same; an unused `let` is a slip.",
        _PARAMS.replace("{{rows}}", "12"),
        _PARAMS,
    ),
    Entry(
        "CW272",
        "name defined by itself",
        "Params and `let`s may use one another in any order, but not in a circle.",
        _CHECK.replace('unchanged("inbox/**")', 'after.table("out/total.csv").count() == a')
        + "let a = b + 1\nlet b = a + 1\n",
        _CHECK.replace('unchanged("inbox/**")', 'after.table("out/total.csv").count() == a')
        + "let a = b + 1\nlet b = 11\n",
    ),
    Entry(
        "CW273",
        "unknown tool",
        "`call` names a builtin tool, or a tool of a service that is offered.",
        'turn {\n  call write_fil {\n    path    = "out/a.txt"\n    content = "A"\n  }\n}\n',
        'turn {\n  call write_file {\n    path    = "out/a.txt"\n    content = "A"\n  }\n}\n',
    ),
    Entry(
        "CW274",
        "unknown argument of a tool",
        "`call` gives the arguments that the tool declares.",
        'turn {\n  call write_file {\n    path    = "out/a.txt"\n    contents = "A"\n  }\n}\n',
        'turn {\n  call write_file {\n    path    = "out/a.txt"\n    content = "A"\n  }\n}\n',
    ),
    Entry(
        "CW276",
        "param without a domain",
        "A param is drawn from a domain such as `int(1, 5)` or `pick(a, b)`. A fixed name is a `let`.",
        _PARAMS.replace("int(2, 9)", "9"),
        _PARAMS,
    ),
    Entry(
        "CW277",
        "unknown operator",
        "`edit` takes the operators of the reference.",
        'variant other_order { edit "out/total.csv" = revers() }\n',
        'variant other_order { edit "out/total.csv" = reverse() }\n',
    ),
    Entry(
        "CW278",
        "operator with other arguments",
        "Each operator takes its own arguments; columns are given by their names.",
        'variant other_order { edit "out/total.csv" = reverse(3) }\n',
        'variant other_order { edit "out/total.csv" = reverse() }\n',
    ),
    Entry(
        "CW279",
        "empty domain",
        "Nothing can be drawn from this domain.",
        _PARAMS.replace("int(2, 9)", "int(9, 2)"),
        _PARAMS,
    ),
)
