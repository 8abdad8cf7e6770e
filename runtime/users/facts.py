"""Facts: which may be told now, which were asked for, and what must not slip out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cowork_dsl.compiler.bundle.models import Fact, UserProfile
from cowork_dsl.runtime.users.words import about, questions

Reached = Callable[[str], bool]
"""Whether the moment that a code names has come."""


def released(fact: Fact, entered: frozenset[str], reached: Reached) -> bool:
    """Whether a user who has entered these states may tell the fact.

    All that is declared must hold; ``ask`` only says how it is answered.
    """
    if fact.never:
        return False
    if fact.state is not None and fact.state not in entered:
        return False
    return fact.after is None or reached(fact.after)


def asked_facts(profile: UserProfile, text: str) -> tuple[str, ...]:
    """The facts that a text asks for, in the order of their declaration, released or not."""
    asking = questions(text)
    return tuple(fact.name for fact in profile.facts if fact.ask and about(asking, fact.ask))


def asked_unknown(profile: UserProfile, text: str) -> tuple[str, ...]:
    """The topics that a text asks about and that the user is declared not to know."""
    asking = questions(text)
    return tuple(topic for topic in profile.unknown if about(asking, (topic,)))


def leaks(
    profile: UserProfile, tells: Iterable[str], words: str, entered: frozenset[str], reached: Reached
) -> tuple[str, ...]:
    """The facts that these words would tell although the user may not tell them.

    A fact is told where a hole inserts it, and where the words hold one of its terms.
    """
    inserted = set(tells)
    said = words.casefold()
    return tuple(
        fact.name
        for fact in profile.facts
        if not released(fact, entered, reached)
        and (fact.name in inserted or any(term.casefold() in said for term in fact.terms if term))
    )
