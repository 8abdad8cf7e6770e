"""Codes and templates of a family with a service, values, facts and lets in every section."""

from pathlib import Path

import pytest

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.pipeline import check_path, compile_env


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    checked = check_path(str(Path(__file__).with_name("rich.cowork")))
    assert checked.environment is not None, [(found.code, found.message) for found in checked.diagnostics]
    made = compile_env(checked.environment, {"lang": "de"}).bundle
    assert made is not None
    return made


def test_the_goal_tells_values_at_the_start(bundle: Bundle) -> None:
    assert "The cap is 5000 EUR. In DE." in bundle.goal
    assert bundle.checks.requirements[0].text == "one row per open ticket, at most 5,000.00 EUR"


def test_texts_of_files_are_filled(bundle: Bundle) -> None:
    assert bundle.blobs[bundle.snapshot.entries["notes.md"].blob] == b"DE 10000 EUR\n"


def test_rows_of_services_are_cells_in_text_form(bundle: Bundle) -> None:
    assert bundle.services[0].rows["ticket"] == (
        {"id": "1", "title": "Broken de", "status": "open", "assignee": None},
        {"id": "2", "title": "Old", "status": "closed", "assignee": "Ann"},
    )


def test_tools_of_services_name_arguments_tables_and_lets(bundle: Bundle) -> None:
    listing, closing = bundle.services[0].tools

    assert listing.result == 'where(ticket, lambda row: eq(status, None) or eq(col(row, "status"), status))'
    assert closing.lets == (("found", 'where(ticket, lambda row: eq(col(row, "id"), id))'),)
    assert closing.fails == (("no such ticket", "eq(count(found), 0)"),)
    assert closing.changes == (
        m.Update(target=m.Target(table="ticket"), where='eq(col(row, "id"), id)', values={"status": '"closed"'}),
    )


def test_tools_are_declared_with_their_types(bundle: Bundle) -> None:
    tools = {tool.name: tool for tool in bundle.tools.tools}

    assert tools["close_ticket"].inputSchema == {
        "type": "object",
        "properties": {"id": {"type": "integer"}, "note": {"type": "string"}},
        "required": ["id", "note"],
        "additionalProperties": False,
    }
    assert (tools["list_tickets"].inputSchema["required"], tools["list_tickets"].source) == ([], "tickets")
    assert "shell" not in tools


def test_users_read_values_in_force_and_tell_facts(bundle: Bundle) -> None:
    (boss,) = bundle.policy.users
    raised = boss.states[0].transitions[0]
    told, say = raised.acts[0], raised.acts[2]

    assert bundle.policy.values == {"cap": 'money("5000", "EUR")'}
    assert raised.when == 'gt(count(table(now, "out/summary.csv")), 0)'
    assert told == m.SetValue(name="cap", value='money("6000", "EUR")')
    assert say == m.Say(
        text=(
            "The cap is ",
            m.Hole(code='value(now, "cap")'),
            " now. Ticket 3 is new, see tickets.ticket. ",
            m.Hole(code='count(table(now, "out/summary.csv"))'),
            " rows.",
        ),
        tells=("limit",),
    )


def test_cases_name_lets_and_bring_those_that_they_name(bundle: Bundle) -> None:
    forgets, other = bundle.cases.cases

    assert forgets.acts == (
        m.Delete(
            target=m.Target(path=("out/summary.csv",)),
            where='eq(col(row, "id"), 3) or eq(col(row, "id"), add(first_open, 100))',
        ),
    )
    assert [name for name, _ in bundle.cases.lets] == ["open_now", "first_open"]
    assert bundle.cases.lets[1] == ("first_open", "count(open_now)")
    assert other.acts == (m.Update(target=m.Target(path=("out/summary.csv",)), values={"note": '"other de"'}),)


def test_the_verifier_has_what_its_checks_use_and_no_more(bundle: Bundle) -> None:
    assert 'cap0 = money("5000", "EUR")\n' in bundle.verifier
    assert '    expect(ge(value(truth, "cap"), cap0))\n' in bundle.verifier
    assert "    given(ne(out(), None))\n" in bundle.verifier
    assert [word for word in ("double", "lang", "shout", "first_open") if word in bundle.verifier] == []


def test_reads_follow_lets(bundle: Bundle) -> None:
    (check,) = bundle.checks.checks

    assert check.reads == (
        ("after", "table", "out/summary.csv"),
        ("truth", "rows", "tickets.ticket"),
        ("truth", "value", "cap"),
    )
    assert (check.premise, check.proves) == (True, ("raise",))


def test_permissions_are_told(bundle: Bundle) -> None:
    assert "- You may write only `out/**`.\n- There is no network.\n" in bundle.goal
    assert bundle.tools.allow == (m.Permission(subject="write", values=("out/**",)),)
