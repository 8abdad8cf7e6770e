"""Rights that users give and take, calls that they approve, declared faults, new sessions."""

from dataclasses import replace

import pytest

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.bundle.bundle import Bundle, sealed
from cowork_dsl.runtime.harness.agent import Answer, Backstage
from cowork_dsl.runtime.record.trajectory import Approval, Fault, Permission, Session
from cowork_dsl.runtime.rollout.episode import run_episode
from tests.runtime.rollout.agents import Working, bodies, said_by
from tests.runtime.rollout.bundles import bundle_with, on, say, user

pytestmark = pytest.mark.sandbox

CLOSED = {"deny": (m.Permission(subject="write", values=("inbox/**",)),)}
NOTE = {"path": "inbox/note.txt", "content": "new"}
COPY = {"command": "echo more >> inbox/orders.csv; grep -c more inbox/orders.csv"}


def answers(*calls: tuple[str, dict[str, str]], into: list[Answer]) -> Working:
    """An agent that makes these calls in each of two segments, and keeps what it got."""

    def work(context: Backstage) -> str:
        into.extend(context.call(tool, args) for tool, args in calls)
        return "Done so far."

    return Working(work, work)


def lines(answer: Answer) -> str:
    """How many lines the program has added to the file by now."""
    return next(word for word in answer.text.split() if word.isdigit())


def test_a_grant_opens_files_for_tools_and_programs() -> None:
    lead = user(
        "lead", {"a": (on("turn", m.Permit(op="grant", subject="write", values=("inbox/**",)), say("Go."), limit=1),)}
    )
    got: list[Answer] = []
    run = run_episode(
        bundle_with(lead, tools=CLOSED), answers(("write_file", NOTE), ("shell", COPY), into=got), sandbox="bwrap"
    )

    assert (got[0].ok, got[2].ok) == (False, True)
    assert (lines(got[1]), lines(got[3])) == ("0", "1")
    assert bodies(run, Permission) == [Permission(user="lead", change="grant", subject="write", values=("inbox/**",))]


def test_a_revoke_closes_files_for_tools_and_programs() -> None:
    lead = user(
        "lead",
        {"a": (on("turn", m.Permit(op="revoke", subject="write", values=("inbox/**",)), say("Stop."), limit=1),)},
    )
    got: list[Answer] = []
    run_episode(bundle_with(lead), answers(("write_file", NOTE), ("shell", COPY), into=got), sandbox="bwrap")

    assert (got[0].ok, got[2].ok) == (True, False)
    assert (lines(got[1]), lines(got[3])) == ("1", "1")


def test_the_last_word_on_a_tool_holds() -> None:
    lead = user(
        "lead",
        {
            "a": (on("turn", m.Permit(op="revoke", subject="shell"), say("No."), goto="b"),),
            "b": (on("turn", m.Permit(op="grant", subject="shell"), say("Yes."), goto="c"),),
            "c": (),
        },
    )
    got: list[Answer] = []

    def work(context: Backstage) -> str:
        got.append(context.call("shell", {"command": "true"}))
        return "."

    run_episode(bundle_with(lead), Working(work, work, work), sandbox="bwrap")

    assert [one.ok for one in got] == [True, False, True]


def asking(*transitions: m.Transition) -> Bundle:
    tools = {"ask": (m.Permission(subject="files", values=("delete_file",)),)}
    return bundle_with(user("lead", {"a": transitions}), tools=tools)


APPROVE = 'eq(field(event, "path"), "config/report.json")'


def test_a_call_is_held_until_somebody_decides() -> None:
    bundle = asking(
        on("approval", subject="delete_file", when=APPROVE, approve=True),
        on("approval", say("Leave {it}."), subject="delete_file", approve=False),
    )
    got: list[Answer] = []
    calls = [("delete_file", {"path": path}) for path in ("inbox/orders.csv", "config/report.json")]
    run = run_episode(bundle, answers(*calls, into=got), sandbox="bwrap")

    assert [one.ok for one in got[:2]] == [False, True]
    assert "needs approval" in got[0].text
    assert [(one.approved, one.by) for one in bodies(run, Approval)[:2]] == [(False, "lead"), (True, "lead")]
    assert said_by(run, "lead")[0] == "Leave {it}."


def test_nobody_decides_is_no() -> None:
    got: list[Answer] = []
    run = run_episode(
        asking(on("turn", say("Hm."))),
        answers(("delete_file", {"path": "inbox/orders.csv"}), into=got),
        sandbox="bwrap",
    )

    assert not got[0].ok
    assert bodies(run, Approval)[0] == Approval(call=1, tool="delete_file", approved=False, by=None)


def test_a_grant_is_approval_in_advance() -> None:
    bundle = asking(
        on("turn", m.Permit(op="grant", subject="files", values=("delete_file",)), say("As you like."), limit=1)
    )
    got: list[Answer] = []
    run = run_episode(bundle, answers(("delete_file", {"path": "inbox/orders.csv"}), into=got), sandbox="bwrap")

    assert [one.ok for one in got] == [False, True]
    assert len(bodies(run, Approval)) == 1


@pytest.mark.parametrize(
    ("kind", "ok", "text"),
    [("rate_limit", False, "429"), ("server_error", False, "500"), ("empty", True, ""), ("slow", True, "id,amount")],
)
def test_faults_come_at_their_call_and_only_there(kind: str, ok: bool, text: str) -> None:
    bundle = bundle_with(user("lead", {"a": (on("error", say("Oh.")), on("turn", say("Go on.")))}))
    trouble = m.Trouble.model_validate({"tool": "read_file", "call": 2, "kind": kind})
    bundle = sealed(replace(bundle, policy=bundle.policy.model_copy(update={"troubles": (trouble,)})))
    got: list[Answer] = []
    calls = [("read_file", {"path": "inbox/orders.csv"})] * 3
    run = run_episode(bundle, answers(*calls, into=got), sandbox="bwrap")

    assert [one.ok for one in got[:3]] == [True, ok, True]
    assert got[1].text.startswith(text) if text and kind == "slow" else text in got[1].text
    assert (got[1].text == "") is (kind == "empty")
    assert bodies(run, Fault) == [Fault(call=2, tool="read_file", trouble=kind)]
    assert said_by(run, "lead")[0] == ("Go on." if ok else "Oh.\nGo on.")


def test_a_new_session_forgets_the_chat_and_the_goal_but_no_file() -> None:
    lead = user(
        "lead",
        {
            "a": (on("turn", m.NewSession(), say("Morning: go on."), goto="b"),),
            "b": (on("turn", say("Bye."), goto="done"),),
            "done": (),
        },
    )
    seen: list[tuple[str, int, bool]] = []

    def work(context: Backstage) -> str:
        known = context.call("read_file", {"path": "memo.txt"}).ok
        seen.append((context.goal, len(context.messages), known))
        context.call("write_file", {"path": "memo.txt", "content": "x"})
        return "Done."

    bundle = bundle_with(lead)
    run = run_episode(bundle, Working(work, work), sandbox="bwrap")

    assert seen == [(bundle.goal, 0, False), ("Morning: go on.", 0, True)]
    assert bodies(run, Session) == [Session(goal="Morning: go on.")]
