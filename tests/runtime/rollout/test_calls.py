"""Tool calls: services, programs, declarative acts, permissions, odd names."""

import time
from dataclasses import replace
from typing import Any

import pytest

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.runtime.harness.agent import Answer, Backstage
from cowork_dsl.runtime.harness.programs import program_text
from cowork_dsl.runtime.harness.scripted import Scripted
from cowork_dsl.runtime.record.trajectory import (
    Moved,
    Result,
    Trajectory,
)
from cowork_dsl.runtime.rollout.episode import regrade, run_episode
from cowork_dsl.runtime.rollout.evidence import evidence_of
from cowork_dsl.runtime.workspace.tree import MemoryBlobs
from tests.helpers.handmade import handmade_bundle
from tests.runtime.rollout.agents import Working, bodies, where
from tests.runtime.rollout.bundles import bundle_with, on, user
from tests.runtime.services.tickets import TICKETS

pytestmark = pytest.mark.sandbox


def with_tickets(**more: Any) -> Any:
    base = handmade_bundle().tools
    tools = tuple(
        m.ToolDecl(name=name, description=name, inputSchema={"type": "object"}, source="tickets")
        for name in ("list_tickets", "close_ticket", "open_ticket")
    )
    return {"tools": (*base.tools, *tools), **more}


def test_services_are_called_like_tools_and_permissions_hold() -> None:
    answers: list[Answer] = []
    offered: list[str] = []

    def work(context: Backstage) -> str:
        for tool, args in (
            ("close_ticket", {"id": 1, "note": "n"}),
            ("close_ticket", {"id": 1, "note": "n"}),
            ("open_ticket", {"title": "t"}),
        ):
            answers.append(context.call(tool, args))
        offered.extend(tool.name for tool in context.tools if tool.source == "tickets")
        return "Done."

    lead = user(
        "lead",
        {
            "a": (
                on(
                    "change",
                    m.Update(
                        target=m.Target(table="tickets.ticket"),
                        where='eq(col(row, "id"), 2)',
                        values={"title": '"Tea"'},
                    ),
                    subject="tickets.ticket",
                    goto="b",
                ),
            ),
            "b": (on("turn", goto="done"),),
            "done": (),
        },
    )
    allow = (m.Permission(subject="tickets", values=("close_ticket", "list_tickets")),)
    bundle, blobs = bundle_with(lead, tools=with_tickets(allow=allow), services=(TICKETS,)), MemoryBlobs()
    trajectory = run_episode(bundle, Working(work, "again"), sandbox="bwrap", blobs=blobs)
    evidence = evidence_of(trajectory, bundle, blobs)

    assert [answer.ok for answer in answers] == [True, False, False]
    assert offered == ["list_tickets", "close_ticket"]
    assert [call.writes for call in evidence.calls] == [("tickets.ticket",), (), ()]
    assert [(row["id"], row["status"], row["title"]) for row in evidence.after.tables["tickets.ticket"]] == [
        (1, "closed", "Printer, on fire"),
        (2, "closed", "Tea"),
    ]
    assert [(row["id"], row["status"], row["title"]) for row in evidence.truth.tables["tickets.ticket"]] == [
        (1, "open", "Printer, on fire"),
        (2, "closed", "Tea"),
    ]


def test_a_program_calls_services_and_users_react_when_it_ends() -> None:
    body = """
import pathlib
shown = tools.tickets.list_tickets(status="open")
tools.tickets.close_ticket(id=shown[0]["id"], note=messages[0]["text"] if messages else "n")
try:
    tools.tickets.close_ticket(id=1, note="again")
except Exception as problem:
    pathlib.Path("out/problem.txt").write_text(str(problem))
try:
    tools.files.write_file(path="out/x", content="x")
except Exception as problem:
    print(problem)
"""
    solution = (m.Turn(acts=(m.RunCode(op="python", name="python", body=body), m.Reply(text=("Closed.",)))),)
    note = m.Put(path=("inbox/note.txt",), text=("new",), silent=True)
    lead = user(
        "lead", {"a": (on("act", note, subject="close_ticket", goto="b"),), "b": (on("turn", goto="done"),), "done": ()}
    )
    base = bundle_with(lead, tools=with_tickets(), services=(TICKETS,))
    bundle, blobs = replace(base, cases=base.cases.model_copy(update={"solution": solution})), MemoryBlobs()
    trajectory = run_episode(bundle, Scripted(solution), sandbox="bwrap", blobs=blobs)
    evidence = evidence_of(trajectory, bundle, blobs)

    assert [(call.tool, call.ok, call.writes) for call in evidence.calls] == [
        ("list_tickets", True, ()),
        ("close_ticket", True, ("tickets.ticket",)),
        ("close_ticket", False, ()),
        ("python", True, ("out/problem.txt",)),
    ]
    assert evidence.calls[-1].text == "error: a program calls tools of services only, and 'write_file' is none\n"
    assert evidence.after.files["out/problem.txt"] == b"error: it is closed already"
    assert evidence.after.files["inbox/note.txt"] == b"new"
    assert trajectory.termination == "done"
    assert where(trajectory, lambda e: isinstance(e.body, Moved)) > evidence.calls[-1].index


def test_declarative_acts_go_through_tools_and_permissions() -> None:
    rewrite = m.Update(
        target=m.Target(path=("inbox/orders.csv",)),
        where='eq(col(row, "id"), 1)',
        values={"amount": 'money("7", "EUR")'},
    )
    acts: tuple[m.Act, ...] = (
        m.Put(path=("out/new/a.txt",), text=("hello",)),
        rewrite,
        m.Delete(target=m.Target(path=("config/report.json",))),
        m.Put(path=("out/b.bin",), blob="b" * 64),
    )
    deny = (m.Permission(subject="write", values=("inbox/**",)),)
    base = bundle_with(tools={"deny": deny})
    bundle = replace(base, blobs={**base.blobs, "b" * 64: b"\xff\xfe\x00"})
    blobs = MemoryBlobs()
    trajectory = run_episode(bundle, Scripted([m.Turn(acts=acts)]), sandbox="bwrap", blobs=blobs)
    evidence = evidence_of(trajectory, bundle, blobs)

    assert [(call.tool, call.ok) for call in evidence.calls] == [
        ("write_file", True),
        ("write_file", False),
        ("delete_file", True),
        ("python", True),
    ]
    assert evidence.after.files["out/new/a.txt"] == b"hello"
    assert evidence.after.files["out/b.bin"] == b"\xff\xfe\x00"
    assert "config/report.json" not in evidence.after.files


def test_a_script_that_asks_for_what_no_agent_can_do_says_so() -> None:
    insert = m.Insert(target=m.Target(table="tickets.ticket"), values={"id": "3", "title": '"x"', "status": '"open"'})
    bundle = bundle_with(tools=with_tickets(), services=(TICKETS,))
    trajectory = run_episode(bundle, Scripted([m.Turn(acts=(insert,))]), sandbox="bwrap")

    assert trajectory.termination == "gave_up"
    assert (
        trajectory.events[-1].body.model_dump()["detail"]
        == "an agent changes tickets.ticket by calling a tool of its service, not directly"
    )


def test_programs_are_held_to_what_is_allowed_and_denied() -> None:
    def work(context: Backstage) -> str:
        context.call("shell", {"command": "echo x > out/a; echo x > b; echo x > inbox/c; cat config/report.json"})
        return "Done."

    allow = (m.Permission(subject="write", values=("out/**",)),)
    deny = (m.Permission(subject="read", values=("config/**",)),)
    bundle, blobs = bundle_with(tools={"allow": allow, "deny": deny}), MemoryBlobs()
    trajectory = run_episode(bundle, Working(work), sandbox="bwrap", blobs=blobs)
    evidence = evidence_of(trajectory, bundle, blobs)

    assert set(evidence.after.files) - set(evidence.before.files) == {"out/a"}
    assert "currency" not in evidence.calls[0].text


def test_a_script_that_can_not_work_out_its_words_gives_up_with_the_reason() -> None:
    missing = m.Hole(code='sum(table(after, "out/total.csv"), lambda row: col(row, "total"))')
    trajectory = run_episode(handmade_bundle(), Scripted([m.Turn(acts=(m.Reply(text=(missing,)),))]), sandbox="bwrap")

    assert trajectory.termination == "gave_up"
    assert "out/total.csv is missing" in trajectory.events[-1].body.model_dump()["detail"]


def test_names_and_arguments_that_are_no_utf8_are_recorded() -> None:
    def work(context: Backstage) -> str:
        context.call("shell", {"command": "printf x > \"$(printf 'out/a\\377')\"; cat out/*; printf '\\376'"})
        context.call("no\udc80tool", {"odd\udc80": ["\ud800", {"k": "\udfff"}, float("nan")]})
        return "Half of a pair: \ud83d"

    bundle, blobs = handmade_bundle(), MemoryBlobs()
    trajectory = run_episode(bundle, Working(work), sandbox="bwrap", blobs=blobs)
    stored = Trajectory.model_validate_json(trajectory.model_dump_json())

    assert stored == trajectory
    assert bodies(trajectory, Result)[0].writes == ("out/a\\udcff",)
    assert evidence_of(stored, bundle, blobs).after.files["out/a\udcff"] == b"x"
    assert trajectory.verdict == regrade(stored, bundle, blobs)


def test_what_a_program_leaves_behind_is_not_served_when_its_call_has_ended() -> None:
    body = """
import os, pathlib
if os.fork() == 0:
    os.setsid()
    pathlib.Path("out/ready").touch()
    while not os.path.exists("out/go"):
        pass
    try:
        tools.tickets.close_ticket(id=1, note="late")
    except Exception as problem:
        pathlib.Path("out/told").write_text(str(problem))
    os._exit(0)
while not os.path.exists("out/ready"):
    pass
"""
    program = m.RunCode(op="python", name="python", body=body)

    def work(context: Backstage) -> str:
        context.call("python", {"code": program_text(program, context)})
        context.call("write_file", {"path": "out/go", "content": ""})
        while not context.call("read_file", {"path": "out/told"}).text.startswith("error: the call"):
            time.sleep(0.02)
        return "Done."

    base = bundle_with(tools=with_tickets(limits=m.Limits(steps=10_000, turns=2, time=60)), services=(TICKETS,))
    turn = m.Turn(acts=(program,))
    bundle, blobs = replace(base, cases=base.cases.model_copy(update={"solution": (turn,)})), MemoryBlobs()
    trajectory = run_episode(bundle, Working(work, "Done."), sandbox="bwrap", blobs=blobs)
    evidence = evidence_of(trajectory, bundle, blobs)

    assert [call.tool for call in evidence.calls if call.tool == "close_ticket"] == []
    assert evidence.after.tables["tickets.ticket"] == evidence.before.tables["tickets.ticket"]


def test_an_argument_without_bottom_is_an_error_of_the_agent() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    answers: list[Answer] = []

    def work(context: Backstage) -> str:
        answers.extend(context.call(tool, {"id": deep, "path": deep}) for tool in ("close_ticket", "read_file"))
        return "Done."

    bundle = bundle_with(tools=with_tickets(), services=(TICKETS,))
    trajectory = run_episode(bundle, Working(work, "Done."), sandbox="bwrap")
    stored = Trajectory.model_validate_json(trajectory.model_dump_json())

    assert [answer.ok for answer in answers] == [False, False]
    assert stored == trajectory


def test_a_service_whose_code_is_called_as_it_can_not_be_ends_the_rollout_not_the_run() -> None:
    tools = tuple(tool.model_copy(update={"result": "count()"}) for tool in TICKETS.tools)
    broken = TICKETS.model_copy(update={"tools": tools})

    def work(context: Backstage) -> str:
        context.call("list_tickets", {"status": "open"})
        return "Done."

    trajectory = run_episode(
        bundle_with(tools=with_tickets(), services=(broken,)), Working(work, "Done."), sandbox="bwrap"
    )

    assert (trajectory.termination, trajectory.verdict) == ("user_error", None)
