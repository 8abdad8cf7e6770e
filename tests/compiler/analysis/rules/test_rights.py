"""Rights, approvals, tables that guards see, faults, calendars and events: refused where they can't be meant."""

import pytest

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.source import Source
from cowork_dsl.grammar.diagnostics.frame import embed

USERS = """\
state checking {{
  {}
  on turn {{
    say  = "Thanks."
    goto = done
  }}
}}
"""
GRANT = 'on step 3 {{\n    name = opened\n    kind = noise\n    grant {} \n    say = "Open."\n  }}'
DESK = """\
service desk {
  table item {
    | id: int key | name: text |
  }
  ## List the items.
  tool list_items {
    return = item
  }
}
interface {
  tools = [files, python]
  service desk
  deny desk = [list_items]
  clock { start = 2026-04-02T09:00Z }
}
"""
SEES = 'on turn {\n    when = desk.item.count() > 1\n    say  = "Many."\n  }'


def codes(piece: str) -> list[str]:
    return [found.code for found in check_source(Source("orders.cowork", embed(piece)), Files()).diagnostics]


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        (USERS.format(GRANT.format('write = ["secret/**"]')) + 'deny write = ["secret/**"]\n', ["CW507"]),
        (USERS.format(GRANT.format('write = ["inbox/**"]')) + 'deny write = ["inbox/**"]\n', []),
        (USERS.format(GRANT.format("desk = [list_items]")) + DESK, ["CW507"]),
        (USERS.format(GRANT.format("desk")) + DESK + 'authority = ["inbox/**", desk]\n', []),
        (USERS.format(GRANT.format("network")), ["CW247"]),
        (USERS.format(GRANT.format("desk = [open_item]")) + DESK, ["CW248"]),
        (USERS.format("on approval delete_file { approve = true }") + "ask files = [delete_file]\n", ["CW507"]),
        (USERS.format(SEES) + DESK, ["CW505"]),
        (USERS.format(SEES) + DESK + 'sees = ["out/**", desk.item]\n', []),
        (USERS.format('on enter boss.waiting { say = "So?" }'), ["CW241"]),
        (USERS.format('on act fly { say = "So?" }'), ["CW273"]),
        (USERS.format('on act read_file { say = "{{event.path}} {{event.result}}" }'), []),
        (USERS.format('on act read_file { say = "{{event.place}}" }'), ["CW256"]),
        (USERS.format('on change "out/**" { say = "{{event.path}}" }'), ["CW250"]),
        ("trouble read_file {\n  at   = call(0)\n  kind = empty\n}\n", ["CW354"]),
        ("trouble read_file {\n  at   = call(1)\n  kind = fire\n}\n", ["CW351"]),
        ("trouble send_mail {\n  at   = call(1)\n  kind = empty\n}\n", ["CW273"]),
        ("calendar days_off { holidays = [1, 2] }\n", ["CW271", "CW301"]),
    ],
)
def test_what_is_refused(piece: str, expected: list[str]) -> None:
    assert sorted(codes(piece)) == expected


def test_two_clocks_and_two_steps_are_no_rivals() -> None:
    times = "\n  ".join(f'on clock {{\n    at  = 2026-04-0{day}T09:00Z\n    say = "Day {day}."\n  }}' for day in (3, 4))
    steps = "\n  ".join(f'on step {step} {{ say = "Step." }}' for step in (3, 4))

    assert codes(USERS.format(times)) == []
    assert codes(USERS.format(steps)) == []
    assert codes(USERS.format('on step 3 { say = "A" }\n  on step 3 { say = "B" }')) == ["CW504"]
