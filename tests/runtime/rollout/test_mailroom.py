"""Users outside the chat: what the agent mails them asks them, and their words arrive as rows of the service."""

from dataclasses import replace
from typing import Any

import pytest

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.bundle.bundle import Bundle, sealed
from cowork_dsl.runtime.harness.agent import Backstage
from cowork_dsl.runtime.record.trajectory import Words
from cowork_dsl.runtime.rollout.episode import run_episode
from cowork_dsl.runtime.rollout.evidence import evidence_of
from cowork_dsl.runtime.verdict.process import asked
from cowork_dsl.runtime.workspace.tree import MemoryBlobs
from tests.runtime.rollout.agents import Working, said_by
from tests.runtime.rollout.bundles import bundle_with, on, say, user

pytestmark = pytest.mark.sandbox

MESSAGE = (
    m.ColumnForm(name="id", header="id", type="text", key=True),
    m.ColumnForm(name="folder", header="folder", type="one_of(inbox, sent)"),
    m.ColumnForm(name="thread", header="thread", type="text"),
    m.ColumnForm(name="from", header="from", type="text"),
    m.ColumnForm(name="to", header="to", type="list(text)"),
    m.ColumnForm(name="subject", header="subject", type="text"),
    m.ColumnForm(name="body", header="body", type="text"),
    m.ColumnForm(name="at", header="at", type="datetime"),
)
MAIL = m.Service(
    name="mail",
    tables={
        "account": (m.ColumnForm(name="address", header="address", type="text", key=True),),
        "message": MESSAGE,
    },
    rows={"account": ({"address": "me@firm.example"},)},
    tools=(
        m.ServiceTool(
            name="send_mail",
            args={"to": "list(text)", "subject": "text", "body": "text"},
            changes=(
                m.Insert(
                    target=m.Target(table="mail.message"),
                    values={
                        "folder": '"sent"',
                        "thread": "subject",
                        "from": '"me@firm.example"',
                        "to": "to",
                        "subject": "subject",
                        "body": "body",
                        "at": "clock()",
                    },
                ),
            ),
        ),
        m.ServiceTool(name="inbox", args={}, result='where(message, lambda row: eq(col(row, "folder"), "inbox"))'),
    ),
)
FACT = m.Fact(name="cap", text=("The cap is 40.",), ask=("cap",))


def two(*transitions: m.Transition) -> Bundle:
    """The lead in the chat, Ann by mail."""
    lead = user("lead", {"a": (on("turn", say("Go on.")),)})
    ann = user(
        "ann", {"a": transitions, "b": ()}, principal=False, address={"service": "mail", "place": "ann@firm.example"}
    )
    bundle = bundle_with(lead, ann, facts=(FACT,), services=(MAIL,))
    tools = tuple(
        m.ToolDecl(name=tool.name, description="", inputSchema={"type": "object"}, source="mail") for tool in MAIL.tools
    )
    return sealed(replace(bundle, tools=bundle.tools.model_copy(update={"tools": (*bundle.tools.tools, *tools)})))


def mailed(context: Backstage, to: str, body: str) -> None:
    assert context.call("send_mail", {"to": [to], "subject": "Travel", "body": body}).ok


def rows(evidence: Any, world: str = "after") -> list[dict[str, Any]]:
    return [dict(row) for row in getattr(evidence, world).tables["mail.message"]]


def test_a_mail_asks_and_the_answer_arrives_by_mail() -> None:
    seen: list[str] = []

    def ask(context: Backstage) -> str:
        mailed(context, "Ann@firm.example", "What is the cap?")
        return "I asked Ann."

    def look(context: Backstage) -> str:
        seen.append(context.call("inbox", {}).text)
        return "I read it."

    bundle, blobs = two(), MemoryBlobs()
    run = run_episode(bundle, Working(ask, look), sandbox="bwrap", blobs=blobs)
    evidence = evidence_of(run, bundle, blobs)
    answer = next(row for row in rows(evidence) if row["folder"] == "inbox")

    assert "The cap is 40." in seen[0]
    assert (answer["from"], answer["to"], answer["subject"], answer["thread"]) == (
        "ann@firm.example",
        ["me@firm.example"],
        "Re: Travel",
        "Travel",
    )
    assert [row["body"] for row in rows(evidence, "truth")] == ["The cap is 40."]
    assert [event.index for event in asked(evidence, "cap").items] == [evidence.calls[0].index]
    # the chat hears nothing of it
    assert said_by(run, "lead")[:2] == ["Go on.", "Go on."]
    assert [
        event.visibility for event in run.events if isinstance(event.body, Words) and event.body.speaker == "ann"
    ] == ["private"]


def test_a_mail_to_somebody_else_and_a_reply_in_the_chat_ask_ann_nothing() -> None:
    def ask(context: Backstage) -> str:
        mailed(context, "bob@firm.example", "What is the cap?")
        return "Fine."

    bundle, blobs = two(), MemoryBlobs()
    evidence = evidence_of(run_episode(bundle, Working(ask), sandbox="bwrap", blobs=blobs), bundle, blobs)

    assert rows(evidence, "truth") == []
    assert asked(evidence, "cap").items == ()


def test_acts_of_the_agent_and_states_of_others_reach_a_user() -> None:
    bundle = two(
        on(
            "act",
            say("Thanks for `{it}`."),
            subject="mail.send_mail",
            when='eq(item(field(event, "to"), 0), "ann@firm.example")',
            goto="b",
        ),
    )

    def write(context: Backstage) -> str:
        mailed(context, "bob@firm.example", "Hello.")
        mailed(context, "ann@firm.example", "Hello.")
        return "Written."

    blobs = MemoryBlobs()
    evidence = evidence_of(run_episode(bundle, Working(write), sandbox="bwrap", blobs=blobs), bundle, blobs)

    assert [row["body"] for row in rows(evidence, "truth")] == ["Thanks for `{it}`."]
    assert [(one.user, one.state) for one in evidence.entered if one.state] == [("ann", "b")]
