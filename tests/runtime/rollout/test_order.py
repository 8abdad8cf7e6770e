"""The order in which events come: right after a call, at the hand-back, on the clock; words wait for the hand-back."""

from datetime import datetime

import pytest

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.runtime.harness.agent import Backstage
from cowork_dsl.runtime.record.trajectory import Call, HandBack, Moved, Result, Words
from cowork_dsl.runtime.rollout.episode import run_episode
from tests.runtime.rollout.agents import Working, bodies, said_by
from tests.runtime.rollout.bundles import bundle_with, on, say, user

pytestmark = pytest.mark.sandbox

ORDERS = {"path": "inbox/orders.csv"}


def read(context: Backstage) -> str:
    context.call("read_file", ORDERS)
    context.call("read_file", {"path": "nothing.txt"})
    return "All is done."


def test_events_come_in_their_order() -> None:
    waits = [
        on("start", say("start")),
        on("act", say("act"), subject="read_file"),
        on("error", say("error")),
        on("read", say("read"), subject="inbox/**"),
        on("step", say("step")).model_copy(update={"event": m.Event(type="step", number=2)}),
        on("claim", say("claim")),
        on("idle", say("idle")),
        on("turn", say("turn")),
    ]
    run = run_episode(bundle_with(user("lead", {"a": tuple(waits)})), Working(read, ""), sandbox="bwrap")

    assert said_by(run, "lead")[:3] == ["start", "act\nread\nact\nerror\nstep\nclaim\nturn", "idle\nturn"]


def test_reactions_to_a_call_stand_after_its_result_and_before_the_next() -> None:
    lead = user("lead", {"a": (on("act", subject="read_file", limit=1, name="seen"), on("turn", say("Go on.")))})
    run = run_episode(bundle_with(lead), Working(read), sandbox="bwrap")
    kinds = [
        type(event.body) for event in run.events if isinstance(event.body, Call | Result | Moved | HandBack | Words)
    ]

    assert kinds[:7] == [Call, Result, Moved, Call, Result, Words, HandBack]


def test_due_times_come_in_their_order_however_far_the_clock_goes() -> None:
    def at(hour: int) -> m.Transition:
        return on("clock", say(f"{hour}"), at=f'datetime("2026-04-02T{hour:02}:00:00+00:00")')

    start = {"clock": m.Clock(start="2026-04-02T09:00:00+00:00", step=60, turn=0)}
    leap = m.Advance(by='duration("4h")')
    lead = user("lead", {"a": (at(12), at(10), at(11), on("turn", leap, say("leap"), limit=1))})
    run = run_episode(bundle_with(lead, tools=start), Working("Hm.", "Hm."), sandbox="bwrap")
    times = [event.time for event in run.events if isinstance(event.body, Moved)]

    assert said_by(run, "lead")[0] == "leap\n10\n11\n12"
    assert [datetime.fromisoformat(one).hour for one in times] == [9, 13, 13, 13]


def test_a_state_that_one_enters_reaches_all_others_in_the_same_step() -> None:
    lead = user(
        "lead", {"a": (on("turn", say("Off."), goto="b"),), "b": (on("turn", say("Bye."), goto="done"),), "done": ()}
    )
    other = user("ann", {"x": (on("enter", say("I see."), subject="lead.b", goto="y"),), "y": ()}, principal=False)
    run = run_episode(bundle_with(lead, other), Working("Hm."), sandbox="bwrap")

    assert [(one.user, one.entered) for one in bodies(run, Moved)][:2] == [("lead", "b"), ("ann", "y")]
    assert said_by(run, "ann") == ["I see."]


def test_waiting_moves_the_clock_and_others_act_meanwhile() -> None:
    later = on(
        "clock", m.Put(path=("inbox/late.txt",), text=("x",), silent=True), at='datetime("2026-04-02T12:00:00+00:00")'
    )
    start = {"clock": m.Clock(start="2026-04-02T09:00:00+00:00", step=60, turn=0)}
    got: list[tuple[bool, str]] = []

    def work(context: Backstage) -> str:
        for duration in ("2h", "90m", "31d", "soon"):
            answer = context.call("wait", {"duration": duration})
            got.append((answer.ok, answer.text))
            got.append((context.call("read_file", {"path": "inbox/late.txt"}).ok, ""))
        return "."

    run_episode(bundle_with(user("lead", {"a": (later,)}), tools=start), Working(work), sandbox="bwrap")

    assert [ok for ok, _ in got] == [True, False, True, True, False, True, False, True]
    assert got[0][1] == "It is now 2026-04-02T11:00:00+00:00."


def test_guards_read_the_public_history() -> None:
    heard = on(
        "turn",
        say("You looked, and said so."),
        when='ge(count(calls(record, "read_file")), 2) and has(reply, "done")',
    )
    run = run_episode(
        bundle_with(user("lead", {"a": (heard, on("turn", say("No.")))})), Working("Hm.", read, read), sandbox="bwrap"
    )

    assert said_by(run, "lead")[:3] == ["No.", "No.", "You looked, and said so."]
