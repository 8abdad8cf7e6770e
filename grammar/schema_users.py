"""Schema of users (πU): profile, facts, states, events and actions."""

from __future__ import annotations

from collections.abc import Mapping

from cowork_dsl.grammar.records import dataclass
from cowork_dsl.grammar.schema_model import Attr, Block, Body, attrs, blocks
from cowork_dsl.grammar.schema_workspace import LET, changes, entries

INTERVENTION_KINDS = (
    "new_info",
    "changed_constraint",
    "correction",
    "contradiction",
    "silent_patch",
    "silent_arrival",
    "silent_removal",
    "revocation",
    "scope_change",
    "pressure",
    "permission_change",
    "preference_feedback",
    "answer_on_request",
    "noise",
)
UNPROVED_KINDS = frozenset({"noise", "pressure", "answer_on_request"})


@dataclass(frozen=True, slots=True)
class Event:
    """An event that fires transitions.

    Attributes:
        name: As written after ``on``.
        doc: One line for the reference.
        subject: One entry of ``LABELS``, or empty where it has none.
        details: Whether ``event.`` says more of it.
    """

    name: str
    doc: str
    subject: str = ""
    details: bool = False


EVENTS: Mapping[str, Event] = {
    event.name: event
    for event in (
        Event("turn", "The agent handed back."),
        Event("ask", "The agent asked for a fact.", "name"),
        Event("change", "The agent changed a path.", "path"),
        Event("read", "The agent opened a path, by any tool.", "path"),
        Event("start", "The run begins; before the agent's first turn."),
        Event("act", "The agent called a tool; `event.` has the arguments and the result.", "dotted", details=True),
        Event("step", "The agent made its n-th tool call.", "int"),
        Event("clock", "The in-universe clock reached the time of `at`."),
        Event("enter", "A user entered a state, named `USER.STATE`.", "dotted"),
        Event("error", "A tool call failed; `event.tool` and `event.result` tell which and why.", details=True),
        Event(
            "approval",
            "A tool that needs approval was called; `event.` has the arguments, `approve` decides.",
            "dotted",
            details=True,
        ),
        Event("claim", "The agent handed back saying that it is done."),
        Event("idle", "The agent handed back without a tool call."),
    )
}

BODIES: dict[str, Body] = {
    "user": Body(
        "user",
        "A user: profile, facts, authority, states. The first one is the principal.",
        attrs(
            Attr("persona", "text", "Who they are and how they talk."),
            Attr("wants", "text", "What they really want."),
            Attr("sees", "names_or_globs", "What their guards may read: globs and tables."),
            Attr("authority", "names_or_globs", "What they may change or demand: globs, tables, values."),
            Attr("unknown", "strings", "Topics that they know nothing about."),
            Attr("address", "address", 'Where their words arrive: `mail("a@b")` or `chat("dm-x")`.'),
        ),
        blocks(
            Block("fact", "Something the user knows.", labels=("name",), body="fact", main="text", unique="fact"),
            Block(
                "state",
                "A state of the user's policy; the first one is the initial one.",
                labels=("name",),
                body="state",
                bare=True,
                unique="state",
            ),
            LET,
        ),
    ),
    "fact": Body(
        "fact",
        "A fact and its release.",
        attrs(
            Attr("text", "text", "The words that tell it.", required=True),
            Attr("ask", "strings", "Topics; a question about one of them is answered with it."),
            Attr("state", "name", "Released from this state's first entry on."),
            Attr("after", "moment", "Released after this moment."),
            Attr("volunteered", "bool", "Released from the start."),
            Attr("never", "bool", "Never told."),
            Attr("terms", "strings", "The spellings that give it away."),
            Attr("actual", "text", "What holds where the user is wrong."),
        ),
    ),
    "state": Body(
        "state",
        "A state: transitions, earlier ones win.",
        attrs(Attr("final", "bool", "The end; the principal's ends the run.")),
        blocks(Block("on", "A transition.", labels=("event",), body="on")),
    ),
    "on": Body(
        "on",
        "A transition: a guard, actions in order, a target state.",
        attrs(
            Attr("name", "name", "The name that checks prove."),
            Attr("kind", "word", "The kind of intervention.", words=INTERVENTION_KINDS),
            Attr("when", "expr", "The guard: public history and what the user sees."),
            Attr("limit", "int", "How often it may fire."),
            Attr("at", "expr", "The time of a `clock` event."),
            Attr("approve", "bool", "What becomes of the call that an `approval` event holds."),
            Attr("say", "text", "Words to the agent.", repeat=True),
            Attr(
                "speak",
                "text",
                "What to say of the facts that it names; without a model, the texts of these facts.",
                repeat=True,
            ),
            Attr("advance", "duration", "Moves the in-universe clock.", repeat=True),
            Attr("session", "word", "A new session: only files and memory carry over.", words=("new",)),
            Attr("goto", "name", "The state that is entered."),
        ),
        {
            **entries("user."),
            **changes("user."),
            **blocks(
                Block("set", "A value in force changes.", labels=("name",), value="expr", unique="set"),
                Block(
                    "grant", "A right is given, and approval in advance.", labels=("name",), value="subject", bare=True
                ),
                Block("revoke", "A right is taken.", labels=("name",), value="subject", bare=True),
            ),
        },
    ),
}
