"""CW521 to CW533: events, approvals, rights, sessions and addresses of users."""

from __future__ import annotations

from cowork_dsl.grammar.diagnostics.entry import Entry

_NOTE = """\
state checking {
  on turn {
    say  = "Thanks."
    goto = done
  }
  on EVENT {
    limit = 1
    say   = "Well?"
  }
}
"""


def _on(event: str, attribute: str = "") -> str:
    piece = _NOTE.replace("EVENT", event)
    return piece.replace("    limit = 1\n", f"    limit = 1\n    {attribute}\n") if attribute else piece


_ASKS = "ask files = [delete_file]\n"
_MAY = 'authority = ["inbox/**", files]\n'
_DELETE = _on("approval delete_file", "approve = false")
_GRANT = """\
state checking {
  on step 3 {
    name  = wider
    kind  = permission_change
    limit = 1
    grant write = ["inbox/**"]
    say   = "You may write to the inbox, too."
  }
  on turn {
    say  = "Thanks."
    goto = done
  }
}
## The inbox is as the boss left it.
check total {
  covers = total
  proves = [restate, wider]
  expect = after.table("out/total.csv").map(.region, .total) == truth.table("inbox/orders.csv").group(.region).sum(.amount)
}
"""
_FACT = 'fact rounding {\n  text = "Round to whole euros."\n  ask  = ["rounding"]\n}\n'
_MAIL = """\
cowork 1

use std.mail

env demo.reach {
  title      = "Reach"
  scenario   = finance_accounting.closing_reporting.variance_analysis
  capability = [data_transformation]
}

goal = "Write `out/a.csv` with the column id and the ids 1 and 2."

require list = "out/a.csv holds the ids"

output "out/a.csv" {
  | id: int key |
}

workspace {
  table mail.account {
    | address        | name |
    | me@firm.example | Me   |
  }
}

interface {
  tools = [files]
  service mail
}

user boss {
  state waiting {
    on turn {
      say  = "Thanks."
      goto = done
    }
  }
  state done { final = true }
}

user ann {
  address = mail("ann@firm.example")
  state idle { on start { say = "Hello." } }
}

verify {
  ## Both ids stand there.
  check list {
    covers = list
    expect = after.table("out/a.csv").list(.id).set() == [1, 2].set()
  }
}

solution {
  turn {
    table "out/a.csv" {
      | id: int key |
      | 1 |
      | 2 |
    }
    reply = "Done."
  }
}
"""

ENTRIES = (
    Entry(
        "CW521",
        "clock event without its time",
        "A `clock` event says at which in-universe time it comes.",
        _on("clock"),
        _on("clock", "at    = 2026-04-02T12:00Z"),
    ),
    Entry(
        "CW522",
        "attribute of another event",
        "`at` belongs to `on clock`, `approve` to `on approval`; other events have neither.",
        _on("step 3", "at    = 2026-04-02T12:00Z"),
        _on("step 3"),
    ),
    Entry(
        "CW523",
        "approval without a decision",
        "A call that needs approval is held until a transition says `approve = true` or `approve = false`.",
        _on("approval delete_file") + _ASKS + _MAY,
        _DELETE + _ASKS + _MAY,
    ),
    Entry(
        "CW524",
        "approval of a tool that needs none",
        "Only calls of tools that `ask` names are held, so nobody is asked about others.",
        _on("approval write_file", "approve = false"),
        _DELETE + _ASKS + _MAY,
    ),
    Entry(
        "CW525",
        "approval that nobody gives",
        "A tool that needs approval, and that no user decides about, is a tool that the agent does not have; `deny` says so openly.",
        _ASKS,
        _DELETE + _ASKS + _MAY,
    ),
    Entry(
        "CW526",
        "address of a service without messages",
        'A user outside the chat is reached by mail or in a chat: `mail("a@b")` or `chat("dm-x")`.',
        _MAIL.replace('mail("', 'mial("'),
        _MAIL,
    ),
    Entry(
        "CW527",
        "session that begins without a word",
        "In a new session the agent sees only files, memory and what the transition says, so it must say something.",
        "state checking {\n  on turn {\n    session = new\n    goto    = done\n  }\n}\n",
        'state checking {\n  on turn {\n    session = new\n    say     = "Thanks."\n    goto    = done\n  }\n}\n',
    ),
    Entry(
        "CW528",
        "`speak` without a fact",
        "`speak` words facts: it names them as `{{fact}}`. Words that tell no fact are a `say`.",
        _FACT + 'state checking {\n  on turn {\n    speak = "Be friendly."\n    goto  = done\n  }\n}\n',
        _FACT + 'state checking {\n  on turn {\n    speak = "Remind them: {{rounding}}"\n    goto  = done\n  }\n}\n',
    ),
    Entry(
        "CW529",
        "time that never comes",
        "The in-universe clock only goes on from its start.",
        _on("clock", "at    = 2026-04-01T12:00Z"),
        _on("clock", "at    = 2026-04-02T12:00Z"),
    ),
    Entry(
        "CW530",
        "step that never comes",
        "Steps are tool calls, counted from 1 to the limit of steps.",
        _on("step 0"),
        _on("step 3"),
    ),
    Entry(
        "CW531",
        "right that nothing withholds",
        "`grant` gives what `allow` leaves out, `deny` takes, `ask` holds back, or a `revoke` has taken.",
        _GRANT,
        _GRANT + 'deny write = ["inbox/**"]\n',
    ),
    Entry(
        "CW533",
        "authority over what is not there",
        "Without quotes `authority` names values, tables, services and tools, and `sees` names tables; paths and globs stand in quotes.",
        'authority = ["inbox/**", cap]\n',
        'authority = ["inbox/**"]\n',
    ),
    Entry(
        "CW532",
        "belief that is no false one",
        "`actual` says what holds where the user is wrong; here it says what the user says.",
        _FACT.replace("\n}", '\n  actual = "Round to whole euros."\n}'),
        _FACT.replace("\n}", '\n  actual = "Amounts keep their cents."\n}'),
    ),
)
