"""Users outside the chat: what the agent writes to them in a service is heard, and their words arrive there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cowork_dsl.compiler.bundle.models import Address, Insert, Target
from cowork_dsl.compiler.values.show import spell
from cowork_dsl.grammar.addresses import MAILBOXES, Mailbox
from cowork_dsl.runtime.rollout.ground import Ground
from cowork_dsl.runtime.verdict.evidence import Rows

_TITLE_WORDS = 8


@dataclass(frozen=True, slots=True)
class Letter:
    """What the agent wrote to a user."""

    user: str
    text: str


@dataclass(slots=True)
class _Reached:
    """A user, their box, and what is known of the talk with them."""

    address: Address
    box: Mailbox
    table: str
    heard: list[str] = field(default_factory=list)
    last: Mapping[str, Any] | None = None
    count: int = 0


class Mailroom:
    """The boxes of all users that have an address."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._users = {
            user.name: _Reached(user.address, box, f"{user.address.service}.{box.table}")
            for user in ground.bundle.policy.users
            if user.address is not None and (box := MAILBOXES.get(user.address.service)) is not None
        }
        self._tables = {one.table for one in self._users.values()}

    def __contains__(self, user: object) -> bool:
        return user in self._users

    def open(self) -> dict[str, Rows]:
        """The rows of all boxes as they are now, to tell later what is new."""
        return {table: self._ground.services.store.rows(table) for table in self._tables}

    def collect(self, before: Mapping[str, Rows]) -> list[Letter]:
        """What the agent has written since: kept for the hand-back, and given."""
        found: list[Letter] = []
        for table, rows in before.items():
            now = self._ground.services.store.rows(table)
            if now is rows:
                continue
            new = [row for row in now if row not in rows]
            for user, one in self._users.items():
                for row in new:
                    if one.table == table and _meant(one, row):
                        text = "\n".join(str(row[name]) for name in one.box.body if row.get(name))
                        one.heard.append(text)
                        one.last = row
                        found.append(Letter(user, text))
        return found

    def heard(self) -> dict[str, str]:
        """What each user has been written since the last hand-back."""
        found = {user: "\n".join(one.heard) for user, one in self._users.items() if one.heard}
        for one in self._users.values():
            one.heard.clear()
        return found

    def letter(self, user: str, words: str) -> tuple[Insert, str]:
        """The row by which a user's words arrive, and what its key is made of."""
        one = self._users[user]
        one.count += 1
        columns = self._ground.schema.tables[one.table]
        values = {
            column.name: spell(self._fill(one, user, words, column.name, column.type))
            for column in columns
            if not column.key
        }
        return Insert(target=Target(table=one.table), values=values), f"{user}/words/{one.count}"

    def _fill(self, one: _Reached, user: str, words: str, column: str, kind: str) -> Any:
        many = kind.startswith("list")
        known = [found.name for found in self._ground.schema.tables[one.table]]
        if column == next(name for name in reversed(one.box.body) if name in known):
            return words
        match one.box.fills.get(column, "none"):
            case "place":
                found: Any = one.address.place
            case "owner":
                found = self._owner(one.address.service)
            case "user":
                found = user
            case "time":
                return self._ground.clock.now
            case "subject":
                found = self._subject(one, words, column)
            case "empty":
                return []
            case word if word.startswith("="):
                return word[1:]
            case _:
                return [] if many else None if kind.startswith("optional") else ""
        return [found] if many else found

    def _owner(self, service: str) -> str:
        """The address of whose box it is."""
        accounts = f"{service}.account"
        rows = self._ground.services.store.rows(accounts) if accounts in self._ground.services.store else ()
        return str(rows[0].get("address", "")) if rows else ""

    def _subject(self, one: _Reached, words: str, column: str) -> str:
        if one.last is not None and column == "thread":
            return str(one.last.get("thread") or one.last.get("subject") or "")
        if one.last is not None and one.last.get("subject"):
            subject = str(one.last["subject"])
            return subject if subject.startswith("Re: ") else f"Re: {subject}"
        return " ".join(words.split()[:_TITLE_WORDS]).rstrip(".,;:!")


def _meant(one: _Reached, row: Mapping[str, Any]) -> bool:
    """Whether a new row is the agent's message to the user."""
    if one.box.sent and row.get(one.box.sent[0]) != one.box.sent[1]:
        return False
    goals = [goal for name in one.box.to for goal in _listed(row.get(name))]
    return one.address.place.casefold() in (str(goal).casefold() for goal in goals)


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [] if value is None else [value]
