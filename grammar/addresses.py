"""Where users outside the chat are reached: the tables of messages that an ``address`` may name, as data."""

from __future__ import annotations

from collections.abc import Mapping

from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Mailbox:
    """How a table of messages is written and read.

    Attributes:
        table: The table of the service.
        to: The columns that hold where a message goes.
        body: The columns that hold its words, in the order in which they are read; the last one that is there is written.
        fills: What stands in the other columns of a user's message: ``place`` (the address), ``owner`` (whose box it
            is), ``user`` (the name), ``time``, ``subject``, ``none``, ``empty`` (a list), or ``=word`` for the word.
        sent: Column and word that mark what the agent has sent; empty where every row is a message.
    """

    table: str
    to: tuple[str, ...]
    body: tuple[str, ...]
    fills: Mapping[str, str]
    sent: tuple[str, str] | tuple[()] = ()


MAILBOXES: Mapping[str, Mailbox] = {
    "mail": Mailbox(
        "message",
        ("to", "cc"),
        ("subject", "body"),
        {
            "folder": "=inbox",
            "thread": "subject",
            "subject": "subject",
            "from": "place",
            "to": "owner",
            "cc": "empty",
            "attachments": "empty",
            "at": "time",
        },
        ("folder", "sent"),
    ),
    "chat": Mailbox(
        "message",
        ("channel",),
        ("text", "body"),
        {"channel": "place", "author": "user", "sender": "user", "from": "user", "at": "time"},
    ),
}
"""The services that an ``address`` may name."""
