"""Whole rollouts in a real sandbox: what the record says, what the verdict rests on, how a run ends."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.bundle.bundle import sealed
from cowork_dsl.runtime.harness.agent import Answer, Backstage
from cowork_dsl.runtime.harness.scripted import Scripted
from cowork_dsl.runtime.record.trajectory import (
    Event,
    Moved,
    Result,
    Trajectory,
    ValueSet,
    Withheld,
    Words,
    WorkspaceChange,
)
from cowork_dsl.runtime.rollout.episode import regrade, run_episode
from cowork_dsl.runtime.rollout.evidence import evidence_of, messages_of
from cowork_dsl.runtime.sandbox.api import SandboxUnavailable
from cowork_dsl.runtime.workspace.tree import MemoryBlobs
from tests.helpers.handmade import ORDERS, handmade_bundle
from tests.runtime.rollout.bundles import bundle_with, on, say, user
from tests.runtime.services.tickets import TICKETS

pytestmark = pytest.mark.sandbox
Work = Callable[[Backstage], str | None]


class Working:
    """An agent that is a function a segment; after the last it hands back without a word."""

    name = "working"
    version = "1"
    settings: Mapping[str, str] = {}

    def __init__(self, *segments: Work | str) -> None:
        self._segments = segments

    def segment(self, context: Backstage) -> str | None:
        if context.segment > len(self._segments):
            return ""
        work = self._segments[context.segment - 1]
        return work if isinstance(work, str) else work(context)


def bodies(trajectory: Trajectory, kind: type[Any]) -> list[Any]:
    return [event.body for event in trajectory.events if isinstance(event.body, kind)]


def said_by(trajectory: Trajectory, speaker: str) -> list[str]:
    return [words.text for words in bodies(trajectory, Words) if words.speaker == speaker]


def where(trajectory: Trajectory, wanted: Callable[[Event], bool]) -> int:
    return next(event.index for event in trajectory.events if wanted(event))


# ---------------------------------------------------------------- the handmade bundle


def test_the_solution_wins_and_the_record_says_how() -> None:
    bundle = handmade_bundle()
    blobs = MemoryBlobs()
    trajectory = run_episode(bundle, Scripted(bundle.cases.solution), sandbox="bwrap", blobs=blobs)
    verdict = trajectory.verdict

    assert verdict is not None
    assert [(check.name, check.result) for check in verdict.checks] == [
        ("rows", "pass"),
        ("total", "pass"),
        ("inbox", "pass"),
    ]
    assert (verdict.reward, verdict.passed, trajectory.termination, trajectory.void) == ("1", True, "done", None)
    assert said_by(trajectory, "lead") == [
        "Order 2 was restated and I fixed the file. Please update.",
        "Thanks, that is all.",
    ]

    first, second = bodies(trajectory, Result)

    assert (first.reads, first.writes) == (("inbox/orders.csv",), ("out/total.csv",))
    assert (second.reads, second.writes) == (("inbox/orders.csv",), ("out/total.csv",))
    assert [(change.by, [file.path for file in change.files]) for change in bodies(trajectory, WorkspaceChange)] == [
        ("agent", ["out/total.csv"]),
        ("lead", ["inbox/orders.csv"]),
        ("agent", ["out/total.csv"]),
    ]
    assert [event.index for event in trajectory.events] == list(range(len(trajectory.events)))


def test_a_regrade_of_the_stored_record_equals_the_live_grade() -> None:
    bundle, blobs = handmade_bundle(), MemoryBlobs()
    trajectory = run_episode(bundle, Scripted(bundle.cases.solution), sandbox="bwrap", blobs=blobs)
    stored = Trajectory.model_validate_json(trajectory.model_dump_json())

    assert stored == trajectory
    assert trajectory.verdict is not None
    assert regrade(stored, bundle, blobs).model_dump_json() == trajectory.verdict.model_dump_json()


def test_nothing_private_stands_in_a_public_event() -> None:
    bundle = handmade_bundle()
    trajectory = run_episode(bundle, Scripted(bundle.cases.solution), sandbox="bwrap")
    public = " ".join(event.model_dump_json() for event in trajectory.events if event.visibility == "public")

    for private in ("restate", "correcting", "lead.drafting", "tells", "Terse."):
        assert private not in public.replace("restated and I fixed", "")


def test_the_same_rollout_twice_is_the_same_record() -> None:
    bundle = handmade_bundle()
    first, second = (run_episode(bundle, Scripted(bundle.cases.solution), sandbox="bwrap") for _ in range(2))

    assert first.model_dump_json(exclude={"volatile"}) == second.model_dump_json(exclude={"volatile"})
    assert first.identity == second.identity


def test_a_stale_total_loses_and_a_touched_input_too() -> None:
    bundle = handmade_bundle()
    stale = run_episode(bundle, Scripted(bundle.cases.solution[:1]), sandbox="bwrap")

    def touch(context: Backstage) -> str:
        context.call(
            "shell", {"command": "echo 'id,amount' > inbox/orders.csv; printf 'total\\n0.00\\n' > out/total.csv"}
        )
        return "Done."

    touched = run_episode(bundle, Working(touch, touch), sandbox="bwrap")

    assert stale.verdict is not None
    assert {check.name: check.result for check in stale.verdict.checks}["total"] == "fail"
    assert touched.verdict is not None
    assert (touched.verdict.code, touched.verdict.passed) == ("0", False)
    assert {check.name: check.result for check in touched.verdict.checks}["inbox"] == "fail"


def test_truth_follows_users_and_never_the_agent() -> None:
    bundle, blobs = handmade_bundle(), MemoryBlobs()

    def wreck(context: Backstage) -> str:
        context.call("shell", {"command": "rm inbox/orders.csv; echo total > out/total.csv"})
        return "Done."

    trajectory = run_episode(bundle, Working(wreck), sandbox="bwrap", blobs=blobs)
    evidence = evidence_of(trajectory, bundle, blobs)

    assert evidence.before.files["inbox/orders.csv"] == ORDERS
    assert evidence.truth.files["inbox/orders.csv"] == ORDERS.replace(b"250.50", b"300.00")
    assert "inbox/orders.csv" not in evidence.after.files
    assert [change.lost for change in bodies(trajectory, WorkspaceChange) if change.by == "lead"] == [True]


# ------------------------------------------------------------------------ endings


def ending(*segments: Work | str, tools: dict[str, Any] | None = None, users: Sequence[m.UserPolicy] = ()) -> str:
    return run_episode(bundle_with(*users, tools=tools), Working(*segments), sandbox="bwrap").termination


def call_list(context: Backstage) -> str:
    context.call("list_files", {})
    return "Still at it."


def test_silence_ends_as_stalled() -> None:
    trajectory = run_episode(handmade_bundle(), Working(), sandbox="bwrap")

    assert trajectory.termination == "stalled"
    assert said_by(trajectory, "lead") == ["I cannot see anything in out/ yet."] * 2
    assert trajectory.verdict is not None
    assert (trajectory.verdict.code, trajectory.verdict.passed) == ("0", False)


def test_limits_have_names() -> None:
    chatty = user("lead", {"a": (on("turn", say("Go on.")),)})
    limits = m.Limits(turns=3, steps=4, time=600)

    def many(context: Backstage) -> str:
        for _ in range(9):
            context.call("list_files", {})
        return ""

    def hours(context: Backstage) -> str:
        context.call("shell", {"command": "sleep 1.2"})
        context.call("list_files", {})
        return ""

    assert ending(tools={"limits": limits}, users=[chatty]) == "limit_turns"
    assert ending(many, tools={"limits": limits}, users=[chatty]) == "limit_steps"
    assert ending(hours, tools={"limits": m.Limits(time=1)}, users=[chatty]) == "limit_time"
    assert ending(lambda context: None) == "gave_up"


def test_without_a_user_the_first_hand_back_is_the_end() -> None:
    base = handmade_bundle()
    bundle = sealed(replace(base, policy=m.Policy(users=()), profile=m.Profile(users=())))

    assert run_episode(bundle, Working("Done."), sandbox="bwrap").termination == "done"


def test_without_isolation_nothing_runs_unless_it_is_trusted() -> None:
    bundle = handmade_bundle()

    with pytest.raises(SandboxUnavailable, match="runs nothing"):
        run_episode(bundle, Scripted(bundle.cases.solution), sandbox="none")

    trusted = run_episode(bundle, Scripted(bundle.cases.solution), sandbox="none", trust=True)

    assert trusted.verdict is not None
    assert trusted.verdict.passed


# -------------------------------------------------------------------------- users


FACTS = (
    m.Fact(name="currency", text=("All amounts are EUR.",), ask=("currency",)),
    m.Fact(name="deadline", text=("It is due on Friday.",), ask=("deadline",)),
    m.Fact(name="secret", text=("Project Heron.",), never=True, terms=("Heron",)),
)


def test_all_asks_are_answered_in_one_message_and_unknown_topics_stay_unknown() -> None:
    lead = user("lead", {"a": (on("turn", say("Go on.")),)})
    bundle = bundle_with(lead, facts=FACTS, unknown=("exchange rates",))
    agent = Working("When is the deadline? Which currency? And the exchange rate?", "I used one currency.")
    trajectory = run_episode(bundle, agent, sandbox="bwrap")
    messages = messages_of(trajectory.events)
    asked = [message.asks for message in messages if message.actor == "agent"]

    assert said_by(trajectory, "lead")[:2] == [
        "All amounts are EUR.\nIt is due on Friday.\nI don't know about exchange rates.",
        "Go on.",
    ]
    assert asked[:2] == [("currency", "deadline"), ()]
    assert next(message for message in messages if message.actor == "lead").tells == ("currency", "deadline")


def test_the_leak_guard_keeps_words_back() -> None:
    lead = user("lead", {"a": (on("turn", say("It is Heron."), say("Go on.")),)})
    trajectory = run_episode(bundle_with(lead, facts=FACTS), Working("Hi."), sandbox="bwrap")

    assert set(said_by(trajectory, "lead")) == {"Go on."}
    assert bodies(trajectory, Withheld)[0] == Withheld(user="lead", facts=("secret",))


def test_a_change_in_the_middle_of_a_segment_comes_right_after_the_call_and_words_wait() -> None:
    patch = m.Put(path=("inbox/note.txt",), text=("new",), silent=True)
    lead = user(
        "lead",
        {
            "a": (on("read", patch, say("Mind the note."), subject="inbox/**", goto="b"),),
            "b": (on("turn", goto="done"),),
            "done": (),
        },
    )
    seen: list[str] = []

    def work(context: Backstage) -> str:
        context.call("shell", {"command": "cat inbox/orders.csv"})
        seen.append(context.call("shell", {"command": "cat inbox/note.txt"}).text)
        seen.append(str(len(context.messages)))
        return "Read."

    trajectory = run_episode(bundle_with(lead), Working(work), sandbox="bwrap")

    assert seen == ["new", "0"]
    assert said_by(trajectory, "lead") == ["Mind the note."]
    assert where(trajectory, lambda e: isinstance(e.body, Moved)) < where(
        trajectory, lambda e: isinstance(e.body, Result) and e.body.call == 2
    )
    assert trajectory.termination == "done"


def test_events_of_calls_steps_errors_changes_and_the_clock() -> None:
    noon = "2026-04-02T09:03:00+00:00"
    lead = user(
        "lead",
        {
            "a": (
                on("start", say("start")),
                on("act", say("act"), subject="list_files"),
                on("error", say("error")),
                on("change", say("change"), subject="out"),
                m.Transition.model_validate(
                    {**on("step", say("step")).model_dump(), "event": m.Event(type="step", number=2)}
                ),
                on("clock", say("clock"), at=f'datetime("{noon}")'),
                on("idle", say("idle")),
            )
        },
    )

    def work(context: Backstage) -> str:
        context.call("list_files", {})
        context.call("read_file", {"path": "nowhere"})
        context.call("write_file", {"path": "out/a.txt", "content": "x"})
        return "Done."

    trajectory = run_episode(bundle_with(lead), Working(work, "Nothing."), sandbox="bwrap")

    assert said_by(trajectory, "lead")[:3] == ["start", "act\nerror\nstep\nchange\nclock", "idle"]


def test_values_in_force_change_in_truth_and_world_alike() -> None:
    raised = m.SetValue(name="cap", value='add(value(now, "cap"), 10)')
    lead = user(
        "lead", {"a": (on("turn", raised, say("Raised."), goto="b"),), "b": (on("turn", goto="done"),), "done": ()}
    )
    bundle, blobs = bundle_with(lead, values={"cap": "100"}), MemoryBlobs()
    trajectory = run_episode(bundle, Working("a", "b"), sandbox="bwrap", blobs=blobs)
    evidence = evidence_of(trajectory, bundle, blobs)

    assert (evidence.before.values, evidence.after.values, evidence.truth.values) == (
        {"cap": 100},
        {"cap": 110},
        {"cap": 110},
    )
    assert bodies(trajectory, ValueSet) == [ValueSet(user="lead", name="cap", value="110")]


def test_a_guard_sees_only_what_its_user_sees() -> None:
    guarded = on("turn", say("I see it."), when='exists(now, "inbox/orders.csv")')
    blind = user("lead", {"a": (guarded, on("turn", say("I see nothing.")))}, sees=("out/**",))
    sighted = user("lead", {"a": (guarded, on("turn", say("I see nothing.")))}, sees=("inbox",))

    assert said_by(run_episode(bundle_with(blind), Working("a"), sandbox="bwrap"), "lead")[0] == "I see nothing."
    assert said_by(run_episode(bundle_with(sighted), Working("a"), sandbox="bwrap"), "lead")[0] == "I see it."


def test_a_guard_reads_the_public_history() -> None:
    called = on("turn", say("You looked."), when='gt(count(calls(record, "list_files")), 0)', limit=1)
    spoken = on("turn", say("You spoke."), when='has(reply, "done") and eq(count(replies), 1)', limit=1)
    lead = user("lead", {"a": (called, spoken, on("turn", say("Well.")))})
    trajectory = run_episode(bundle_with(lead), Working("I am done.", call_list), sandbox="bwrap")

    assert said_by(trajectory, "lead")[:2] == ["You spoke.", "You looked."]


def test_several_users_act_in_file_order_and_the_principal_alone_ends_the_run() -> None:
    lead = user("lead", {"a": (on("turn", say("Lead."), goto="b"),), "b": (on("turn", goto="done"),), "done": ()})
    other = user(
        "other", {"x": (on("enter", say("Saw it."), subject="lead.b", goto="done"),), "done": ()}, principal=False
    )
    trajectory = run_episode(bundle_with(lead, other), Working("one", "two"), sandbox="bwrap")
    spoken = [(words.speaker, words.text) for words in bodies(trajectory, Words) if words.speaker != "agent"]

    assert spoken == [("lead", "Lead."), ("other", "Saw it.")]
    assert trajectory.termination == "done"


# ------------------------------------------------------------------ moments, services


def test_moments_lie_before_what_happens_at_them() -> None:
    base = handmade_bundle()
    looks = (
        base.verifier
        + '''

@check("moments")
def check_moments():
    """Looks at moments."""
    expect(exists(at("correcting"), "out/total.csv"))
    expect(eq(text(at(turn(1)), "inbox/orders.csv"), text(before, "inbox/orders.csv")))
    expect(ne(text(truth_at(turn(2)), "inbox/orders.csv"), text(before, "inbox/orders.csv")))
    expect(exists(at("first(out/total.csv)"), "out/total.csv"))
    expect(no(exists(at("drafting"), "out/total.csv")))
'''
    )
    info = base.checks.checks[0].model_copy(
        update={"name": "moments", "gate": False, "expectations": base.checks.checks[0].expectations * 5}
    )
    bundle = sealed(
        replace(base, verifier=looks, checks=base.checks.model_copy(update={"checks": (*base.checks.checks, info)}))
    )
    trajectory = run_episode(bundle, Scripted(bundle.cases.solution), sandbox="bwrap")

    assert trajectory.verdict is not None
    assert [(c.name, c.result, c.reason) for c in trajectory.verdict.checks if c.result != "pass"] == []
    assert trajectory.worlds is not None
    assert set(trajectory.worlds.at) == {"correcting", "turn(1)", "turn(2)", "first(out/total.csv)", "drafting"}


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


def test_a_workspace_that_is_too_full_is_a_named_ending() -> None:
    def flood(context: Backstage) -> str:
        context.call("write_file", {"path": "out/total.csv", "content": "total\n1.00\n"})
        context.call("shell", {"command": "truncate -s 200M a b c"})
        return "Full."

    bundle, blobs = handmade_bundle(), MemoryBlobs()
    trajectory = run_episode(bundle, Working(flood), sandbox="bwrap", blobs=blobs)

    assert trajectory.termination == "limit_space"
    assert evidence_of(trajectory, bundle, blobs).after.files["out/total.csv"] == b"total\n1.00\n"


def test_a_users_change_that_the_agent_has_made_impossible_is_lost_in_the_world_only() -> None:
    def block(context: Backstage) -> str:
        context.call("shell", {"command": "echo x > notes"})
        return "Done."

    put = m.Put(path=("notes/a.txt",), text=("new",), silent=True)
    lead = user("lead", {"a": (on("turn", put, goto="b"),), "b": (on("turn", goto="done"),), "done": ()})
    bundle, blobs = bundle_with(lead), MemoryBlobs()
    trajectory = run_episode(bundle, Working(block, "again"), sandbox="bwrap", blobs=blobs)
    evidence = evidence_of(trajectory, bundle, blobs)

    assert evidence.truth.files["notes/a.txt"] == b"new"
    assert evidence.after.files["notes"] == b"x\n"
    assert [change.lost for change in bodies(trajectory, WorkspaceChange)] == [False, True]


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


def test_a_value_that_can_not_be_worked_out_is_not_set_and_time_passes_as_told() -> None:
    raised = m.SetValue(name="cap", value='sum(table(now, "out/total.csv"), lambda row: col(row, "total"))')
    later = m.Advance(by='duration("2d")')
    lead = user(
        "lead",
        {"a": (on("turn", raised, later, say("Later."), goto="b"),), "b": (on("turn", goto="done"),), "done": ()},
    )
    bundle, blobs = bundle_with(lead, values={"cap": "100"}), MemoryBlobs()
    trajectory = run_episode(bundle, Working("a", "b"), sandbox="bwrap", blobs=blobs)

    assert evidence_of(trajectory, bundle, blobs).truth.values == {"cap": 100}
    assert trajectory.events[-1].time == "2026-04-04T11:00:00+00:00"


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
