"""What rules let pass: the catalogue shows what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from cowork_dsl.compiler.analysis import rules
from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.source import Source
from cowork_dsl.grammar.diagnostics.frame import embed

TABLE = 'after.table("out/total.csv")'


def codes(piece: str) -> list[str]:
    found = check_source(Source("x.cowork", embed(piece)), Files())
    return [one.code for one in found.diagnostics]


def check(expect: str, more: str = "") -> str:
    return (
        f'require other = "At most 12 rows"\n## Why.\ncheck other {{\n  covers = other\n{more}  expect = {expect}\n}}\n'
    )


def test_every_module_of_the_folder_is_a_rule_that_runs() -> None:
    folder = Path(rules.__file__).parent
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    running = {rule.__module__.rpartition(".")[2] for rule in (*rules.RULES, *rules.FILE_RULES)}

    assert running == modules


@pytest.mark.parametrize(
    "expect",
    [
        f"{TABLE}.count() <= 12",
        f'{TABLE}.count() == truth.table("inbox/orders.csv").count()',
        f'{TABLE}.row(.region == "EMEA").total > 7 EUR',
        'unchanged("inbox/**")',
        f'{TABLE}.count() > 7 and exists("out/total.csv") and {TABLE}.count() <= 12',
    ],
)
def test_expectations_that_something_ties(expect: str) -> None:
    assert codes(check(expect)) == []


@pytest.mark.parametrize("expect", [f"{TABLE}.count() > 7", 'reply.has("seven")', f"{TABLE}.sum(.total) > 7 EUR"])
def test_expectations_that_the_agent_decides(expect: str) -> None:
    assert codes(check(expect)) == ["CW607"]


def test_another_check_of_the_requirement_ties_the_read() -> None:
    piece = (
        check(f"{TABLE}.count() <= 12")
        + f"## Why.\ncheck more {{\n  covers = other\n  expect = {TABLE}.count() > 7\n}}\n"
    )

    assert codes(piece) == []


def test_a_fact_may_speak_of_what_is_there() -> None:
    """Its figure is not in any file, though the order that it speaks of is."""
    order = 'table "inbox/old.csv" {\n  | id: int key | sum: int |\n  | 47110 | 3 |\n}\n'
    fact = 'fact order {\n  text = "Order 47110 was restated."\n  ask  = ["order"]\n}\n'

    assert codes(order + fact) == []


def test_a_fact_is_given_away_where_all_its_figures_are_there() -> None:
    note = 'file "note.txt" { text = "The cap for 2026-05-03 is 81,250 EUR." }\n'
    fact = 'fact cap {\n  text = "From 2026-05-03 on the cap is 81250 EUR."\n  ask  = ["cap"]\n}\n'
    half = 'fact cap {\n  text = "From 2026-05-03 on the cap is 91250 EUR."\n  ask  = ["cap"]\n}\n'

    assert codes(note + fact) == ["CW517"]
    assert codes(note + half) == []


def test_a_limited_transition_hides_nothing() -> None:
    state = "state checking {\n  on turn { limit = 1 }\n  on turn { goto = done }\n}\n"

    assert codes(state) == []


def test_a_guarded_turn_may_follow_an_unguarded_one_where_questions_are_answered() -> None:
    fact = 'fact currency {\n  text = "Euro."\n  ask  = ["currency"]\n}\n'
    state = (
        'state checking {\n  on turn {\n    say = "Go on."\n  }\n'
        '  on turn {\n    when = exists("out/total.csv")\n    goto = done\n  }\n}\n'
    )

    assert codes(fact + state) == []
    assert codes(state) == ["CW504"]


def test_entries_of_each_need_paths_of_their_own() -> None:
    assert codes('each r {\n  of = ["a", "b"]\n  file "in/{{r}}.txt" { text = "{{r}}" }\n}\n') == []
    assert codes('each r {\n  of = ["a", "b"]\n  file "in/x.txt" { text = "{{r}}" }\n}\n') == ["CW403"]


def test_lets_of_verify_and_solution_share_the_cases() -> None:
    verify = f"let rows = {TABLE}\n## Why.\ncheck rows {{\n  covers = total\n  expect = rows.count() <= 12\n}}\n"

    assert codes(f'{verify}solution {{\n  let rows = 3\n  turn {{ reply = "{{{{rows}}}}" }}\n}}\n') == ["CW270"]


def test_a_variant_may_hold_what_a_solution_may_not() -> None:
    assert codes('allow write = ["out/**"]\nvariant note { file "inbox/note.txt" = "A" }\n') == []
