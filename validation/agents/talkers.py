"""Agents that only talk, or don't even do that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.bundle.models import Reply
from cowork_dsl.runtime.harness.agent import Backstage
from cowork_dsl.runtime.harness.scripted import Scripted
from cowork_dsl.validation.candidates import words_of

_SENTENCES = 24
_SENTENCE_WORDS = 12


class Talker:
    """Says one line a segment, and does nothing; the lines are said again from the first once all are used."""

    version = "1"

    def __init__(self, name: str, lines: Sequence[str]) -> None:
        self.name = name
        self.settings: Mapping[str, str] = {}
        self._lines = tuple(lines)

    def segment(self, context: Backstage) -> str | None:
        """Hands back at once."""
        return self._lines[(context.segment - 1) % len(self._lines)]


def idle() -> Talker:
    """Does nothing and claims to be done."""
    return Talker("idle", ("Done.",))


def silent() -> Talker:
    """Does nothing and says nothing."""
    return Talker("silent", ("",))


def asks_everything(bundle: Bundle) -> Talker:
    """Asks for every topic that any user knows or doesn't know, all at once, then one by one."""
    topics: dict[str, None] = {}
    for user in bundle.profile.users:
        for fact in user.facts:
            for topic in fact.ask:
                topics.setdefault(topic)
        for topic in user.unknown:
            topics.setdefault(topic)
    single = [f"What can you tell me about {topic}?" for topic in topics]
    return Talker("asks everything", [" ".join(single), *single] if single else ["Can you tell me more?"])


def babbles(bundle: Bundle) -> Talker:
    """Says a lot of what it was told, in no order."""
    words = words_of(bundle.goal) or ("well",)
    lines = []
    for segment in range(8):
        draws = [
            words[int.from_bytes(sha256(f"{segment} {position}".encode()).digest()[:4], "big") % len(words)]
            for position in range(_SENTENCES * _SENTENCE_WORDS)
        ]
        sentences = [" ".join(draws[at : at + _SENTENCE_WORDS]) for at in range(0, len(draws), _SENTENCE_WORDS)]
        lines.append(". ".join(sentences) + ".")
    return Talker("babbles", lines)


def replies_only(bundle: Bundle) -> Scripted:
    """Says what the solution says, and does nothing of what it does."""
    turns = []
    for turn in bundle.cases.solution:
        turns.append(turn.model_copy(update={"acts": tuple(act for act in turn.acts if isinstance(act, Reply))}))
    return Scripted(turns)
