"""Acting out what users do: their changes on truth and world, their words held until the hand-back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from cowork_dsl.compiler.bundle.models import (
    Advance,
    Change,
    Insert,
    NewSession,
    Permit,
    Say,
    SetValue,
    Transition,
    UserAct,
)
from cowork_dsl.compiler.values.admit import evaluate
from cowork_dsl.compiler.values.failures import Fail, NotProven
from cowork_dsl.compiler.values.show import spell
from cowork_dsl.runtime.changes.apply import ChangeFailed, apply_to_both
from cowork_dsl.runtime.harness.file_acts import codes_of
from cowork_dsl.runtime.record.log import clean
from cowork_dsl.runtime.record.trajectory import Moved, Permission, Understood, ValueSet, Withheld, Words
from cowork_dsl.runtime.rollout.ground import Ground
from cowork_dsl.runtime.rollout.mailroom import Mailroom
from cowork_dsl.runtime.rollout.moments import Moments
from cowork_dsl.runtime.rollout.sight import Sight
from cowork_dsl.runtime.services.keys import with_key
from cowork_dsl.runtime.users.events import Happening
from cowork_dsl.runtime.users.facts import leaks
from cowork_dsl.runtime.users.machine import Machines, Reaction
from cowork_dsl.runtime.users.words import unknown_reply


@dataclass(slots=True)
class Held:
    """What a user will say at the hand-back: the pieces, and the facts that they tell."""

    answers: list[str] = field(default_factory=list)
    says: list[str] = field(default_factory=list)
    tells: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """One message: answers first."""
        return "\n".join([*self.answers, *self.says])


class Performer:
    """Carries out reactions.

    Attributes:
        held: User to what they will say at the next hand-back.
        session: The user that begins a new session at the next hand-back.
        posted: Whether words arrived in a service at the last hand-back.
    """

    def __init__(
        self,
        who: Machines,
        ground: Ground,
        moments: Moments,
        sight: Sight,
        mailroom: Mailroom,
        renew: Callable[[], None],
    ) -> None:
        self.held: dict[str, Held] = {}
        self.session: str | None = None
        self.posted = False
        self._mailroom = mailroom
        self._renew = renew
        self._who = who
        self._ground = ground
        self._moments = moments
        self._sight = sight
        self._owners: dict[str, str] = {}
        for user in who.users:
            for state in user.states:
                self._owners.setdefault(state.name, user.name)

    def state_moments(self, user: str, state: str) -> list[str]:
        """The names of the moment at which a user enters a state; the bare one is that of the first such user."""
        own = [state] if self._owners[state] == user else []
        return [*own, f"{user}.{state}"]

    def perform(self, reaction: Reaction) -> None:
        """Act one reaction out: answers, then changes, then the move; the moment lies before its changes."""
        held = self.held.setdefault(reaction.user, Held())
        profile = self._who.profiles[reaction.user]
        texts = {fact.name: fact.text for fact in profile.facts}
        for name in reaction.answers:
            self._say(reaction, held.answers, Say(text=texts[name], tells=(name,)))
        held.answers.extend(unknown_reply(topic) for topic in reaction.unknown)
        for name in reaction.volunteered:
            self._say(reaction, held.answers, Say(text=texts[name], tells=(name,)))
        for transition, cause in zip(reaction.fired, reaction.causes, strict=True):
            self._fire(reaction, transition, cause)

    def _fire(self, reaction: Reaction, transition: Transition, cause: Happening) -> None:
        user = reaction.user
        index = self._ground.log.add(
            "user",
            "private",
            Moved(
                user=user,
                transition=transition.id,
                name=transition.name,
                change=transition.kind,
                entered=transition.goto,
            ),
        )
        if transition.goto is not None:
            self._moments.note(self.state_moments(user, transition.goto), index)
        count = reaction.state.users[user].fired[transition.id]
        for at, act in enumerate(transition.acts):
            if isinstance(act, Say):
                self._say(reaction, self.held[user].says, act, cause)
            elif isinstance(act, NewSession):
                self.session = user
            elif isinstance(act, Permit):
                self._permit(user, act)
            else:
                self._act(user, act, f"{transition.id}/{at}/{count}", cause)

    def _permit(self, user: str, act: Permit) -> None:
        self._ground.permit(act)
        self._renew()
        self._ground.log.add(
            "user", "private", Permission(user=user, change=act.op, subject=act.subject, values=act.values)
        )

    def _say(self, reaction: Reaction, into: list[str], say: Say, cause: Happening | None = None) -> None:
        """Hold words back until the hand-back, unless they would tell what may not be told.

        Words of a transition belong to its target state, so they are judged after the move.
        """
        user = reaction.user
        words = clean(self._sight.render(say.text, cause))
        entered = reaction.state.users[user].entered
        slips = leaks(self._who.profiles[user], say.tells, words, entered, self._sight.reached)
        if slips:
            self._ground.log.add("user", "private", Withheld(user=user, facts=slips))
            return
        if words:
            into.append(words)
            self.held[user].tells.extend(say.tells)

    def _act(self, user: str, act: UserAct, entry: str, cause: Happening) -> None:
        if isinstance(act, SetValue | Advance):
            try:
                value = evaluate(act.value if isinstance(act, SetValue) else act.by, self._sight.names(happening=cause))
            except (Fail, NotProven):
                # the agent has made that impossible, which is its own loss
                self._ground.note_changes(user, lost=True)
                return
            if isinstance(act, SetValue):
                self._ground.set_value(act.name, value)
                self._ground.log.add("user", "private", ValueSet(user=user, name=act.name, value=spell(value)))
            elif isinstance(value, timedelta):
                self._ground.clock.advance(value)
        elif not isinstance(act, Say | Permit | NewSession):
            self._change(user, act, entry, cause)

    def _change(self, user: str, change: Change, entry: str, cause: Happening | None = None) -> None:
        ground = self._ground
        if isinstance(change, Insert) and change.target.table is not None:
            table = change.target.table
            columns = ground.schema.tables.get(table, ())
            key = next((column.name for column in columns if column.key), "")
            rows = (*(ground.live.rows(table) or ()), *(ground.truth.rows(table) or ()))
            change = with_key(change, columns, user, entry, [row.get(key) for row in rows])
        names = self._sight.names_for(codes_of(change), cause)
        _, outcome = apply_to_both(change, ground.truth, ground.live, names, ground.schema, ground.bundle.blobs)
        lost = isinstance(outcome, ChangeFailed)
        ground.note_changes(user, () if isinstance(outcome, ChangeFailed) else outcome.tables, lost=lost)

    def deliver(self) -> tuple[Words, ...]:
        """Say what is held, users in file order, one message each; gives those of the chat.

        Words of a user with an address arrive there.
        """
        said = []
        self.posted = False
        for user in self._who.users:
            held = self.held.pop(user.name, None)
            if held is not None and held.text:
                words = Words(speaker=user.name, text=held.text)
                if user.name in self._mailroom:
                    self._post(words, tuple(dict.fromkeys(held.tells)))
                    continue
                self._ground.log.say("user", words, tells=tuple(dict.fromkeys(held.tells)))
                said.append(words)
        return tuple(said)

    def _post(self, words: Words, tells: tuple[str, ...]) -> None:
        """Let a user's words arrive in their service; the chat, and the public record, hear nothing of it."""
        insert, entry = self._mailroom.letter(words.speaker, words.text)
        self._change(words.speaker, insert, entry)
        index = self._ground.log.add("user", "private", words)
        if tells:
            self._ground.log.add("user", "private", Understood(message=index, tells=tells))
        self.posted = True
