"""Whole files: what is sound gives an environment, independent mistakes give as many messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from cowork_dsl.compiler.analysis.check import Checked, check_source
from cowork_dsl.compiler.analysis.loader import NoFiles
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.source import Source
from cowork_dsl.grammar.diagnostics.frame import embed

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = sorted(
    path for folder in ("examples", "grammar/std", "envs/library") for path in (ROOT / folder).glob("*.cowork")
)


def checked(text: str, path: str = "x.cowork") -> Checked:
    return check_source(Source(path, text), Files())


def codes(text: str) -> list[str]:
    return [one.code for one in checked(text).diagnostics]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_shipped_files_are_sound(path: Path) -> None:
    found = checked(path.read_text(encoding="utf-8"), str(path))

    assert [(one.code, one.line, one.message) for one in found.diagnostics] == []
    assert (found.environment is not None) == ("\nenv " in path.read_text(encoding="utf-8"))


def test_the_example_is_lowered() -> None:
    path = ROOT / "examples" / "quarter_rollup.cowork"
    env = checked(path.read_text(encoding="utf-8"), str(path)).environment

    assert env is not None
    assert (env.name, len(env.params), len(env.outputs), len(env.workspace)) == ("finance.quarter_rollup", 2, 2, 4)
    assert [(check.name, check.gate, check.weight, check.proves) for check in env.checks] == [
        ("rows", True, 1, ()),
        ("revenue", False, 3, ("restate",)),
        ("memo", False, 1, ()),
        ("inbox", True, 1, ()),
        ("reread", False, 1, ("restate",)),
    ]
    assert [case.name for case in env.cases] == ["stale", "fixed_input", "on_trust", "lists_all", "reordered"]
    assert [state.final for state in env.users[0].states] == [False, False, True]


def test_a_service_file_gives_services() -> None:
    path = ROOT / "examples" / "tickets.cowork"
    found = checked(path.read_text(encoding="utf-8"), str(path))

    assert found.environment is None
    assert [(service.name, [tool.name for tool in service.tools]) for service in found.services] == [
        ("tickets", ["list_tickets", "close_ticket"])
    ]


def test_independent_mistakes_give_a_message_each() -> None:
    text = embed(
        """\
params {
  unused = int(1, 3)
}
env demo.orders {
  title      = "Sum of orders"
  scenario   = finance_accounting.closing_reporting.variance_analysi
  capability = [data_transformation]
  titel      = "Twice"
}
require memo = "A memo is written"
file "../notes.txt" { text = "A" }
table "inbox/plan.csv" {
  | step: text | hours: int |
  | Draft | three |
  | Draft |
}
limits { turns = 0 }
fact currency {
  text = "All amounts are in euro."
}
## The orders are left alone.
check inbox {
  covers = totl
  gate   = 1
  expect = unchanged("inbox/**")
}
"""
    )
    expected = ["CW227", "CW210", "CW271", "CW610", "CW401", "CW413", "CW407", "CW354", "CW513", "CW240", "CW350"]

    assert sorted(codes(text)) == sorted(expected)


def test_a_syntax_error_hides_only_what_it_hides() -> None:
    text = embed('require memo = "A memo\nfile "../notes.txt" { text = "A" }\n')
    actual = codes(text)

    assert actual == ["CW102", "CW401"]


def test_a_declaration_on_a_broken_line_is_not_called_unknown() -> None:
    text = embed(
        'let most = 12 12\n## Rows.\ncheck rows {\n  covers = total\n  expect = after.table("out/total.csv").count() <= most\n}\n'
    )
    actual = codes(text)

    assert len(actual) == 1
    assert actual[0].startswith("CW1")


def test_services_of_another_file(tmp_path: Path) -> None:
    (tmp_path / "cowork.toml").write_text("")
    (tmp_path / "common").mkdir()
    (tmp_path / "envs").mkdir()
    (tmp_path / "common" / "people.cowork").write_text(
        "cowork 1\nservice people {\n  table person {\n    | id: int key | name: text |\n  }\n"
        "  ## List all people.\n  tool list_people { return = person }\n}\n"
    )
    text = embed('use people = "../common/people.cowork"\ninterface {\n  tools = [files]\n  service people\n}\n')
    path = tmp_path / "envs" / "main.cowork"
    path.write_text(text)
    found = check_source(Source(str(path), text), Files())

    assert found.diagnostics == ()
    assert found.environment is not None
    assert [service.name for service in found.environment.services] == ["people"]
    assert [Path(source.path).name for source in found.environment.used] == ["people.cowork"]


def test_files_that_use_each_other(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{name}.cowork").write_text(
            f'cowork 1\nuse {other} = "{other}.cowork"\nservice {name} {{\n  table t {{\n    | id: int key |\n  }}\n}}\n'
        )
    path = str(tmp_path / "a.cowork")
    found = check_source(Source(path, (tmp_path / "a.cowork").read_text()), Files())

    assert [(one.code, Path(one.source.path).name) for one in found.diagnostics] == [("CW232", "b.cowork")]


def test_a_mistake_in_a_used_file_is_reported_there(tmp_path: Path) -> None:
    (tmp_path / "people.cowork").write_text(
        "cowork 1\nservice people {\n  tabel person {\n    | id: int key |\n  }\n}\n"
    )
    text = embed('use people = "people.cowork"\ninterface {\n  tools = [files]\n  service people\n}\n')
    found = check_source(Source(str(tmp_path / "main.cowork"), text), Files())

    assert [(one.code, Path(one.source.path).name, one.line) for one in found.diagnostics] == [
        ("CW210", "people.cowork", 3)
    ]


def test_without_files_nothing_can_be_used() -> None:
    found = check_source(Source("x.cowork", embed("use std.mail\n")), NoFiles())

    assert [one.code for one in found.diagnostics] == ["CW231"]


def test_params_that_need_each_other() -> None:
    head = 'goal = "Add up the orders in `inbox/` into `out/total.csv`. From {{a}} to {{b}}."\n'

    assert codes(embed("params {\n  a = int(1, b)\n  b = int(1, a)\n}\n" + head)) == ["CW272"]
    assert codes(embed("params {\n  a = int(1, b)\n  b = int(1, 3)\n}\n" + head)) == []
