"""What users do in a rollout: answers, changes in truth and world, guards, words that are kept back."""

import pytest

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.runtime.harness.agent import Backstage
from cowork_dsl.runtime.record.trajectory import (
    Moved,
    Result,
    ValueSet,
    Withheld,
    Words,
    WorkspaceChange,
)
from cowork_dsl.runtime.rollout.episode import run_episode
from cowork_dsl.runtime.rollout.evidence import evidence_of, messages_of
from cowork_dsl.runtime.workspace.tree import MemoryBlobs
from tests.runtime.rollout.agents import Working, bodies, said_by, where
from tests.runtime.rollout.bundles import bundle_with, on, say, user

pytestmark = pytest.mark.sandbox


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


def call_list(context: Backstage) -> str:
    context.call("list_files", {})
    return "Still at it."


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
