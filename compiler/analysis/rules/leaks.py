"""Facts that can be read before they are told."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Fact, Text
from cowork_dsl.compiler.analysis.text import holds_word
from cowork_dsl.compiler.analysis.visible import Seen, goal_texts, squeezed, workspace_texts
from cowork_dsl.compiler.diagnostics.model import Label
from cowork_dsl.compiler.source import Span

DIGITS = 3
"""A value is distinctive from so many digits on."""


def leaks(draft: Draft, ctx: Context) -> None:
    """Neither the terms nor the distinctive values of a fact are visible before it is released."""
    held = [fact for user in draft.users for fact in user.facts if not fact.release.volunteered]
    if not held:
        return
    goal = goal_texts(draft)
    seen = [(text, squeezed(text.text)) for text in (*goal, *workspace_texts(draft, ctx))]
    for fact in held:
        for term in fact.terms:
            where = None if fact.release.never else _where(term, seen)
            if where is not None:
                _report("CW516", f"`{term}` gives the fact `{fact.name}` away before it is told", fact, where, ctx)
        for value in () if fact.release.never or (fact.release.ask and not fact.release.state) else _values(fact.text):
            where = _where(value, seen)
            if where is not None:
                _report(
                    "CW517",
                    f"the value {value} of the fact `{fact.name}` can be read before it is told",
                    fact,
                    where,
                    ctx,
                )


def _where(word: str, seen: list[tuple[Seen, str]]) -> Seen | None:
    wanted = squeezed(word)
    return next((text for text, squeeze in seen if wanted and holds_word(squeeze, wanted)), None)


def _report(code: str, message: str, fact: Fact, where: Seen, ctx: Context) -> None:
    label = Label(where.span, f"it stands in {where.what}")
    ctx.error(code, message, Span(fact.text.span.start, fact.text.span.end), labels=(label,))


def _values(text: Text) -> list[str]:
    """Numbers, dates and codes that are unlikely to stand somewhere by chance."""
    found: list[str] = []
    for part in text.parts:
        if isinstance(part, str):
            for word in part.split():
                bare = word.strip(".,;:!?()[]\"'“”‘’")
                if sum(char.isdigit() for char in bare) > DIGITS and not _year(bare):
                    found.append(bare)
    return found


def _year(word: str) -> bool:
    return len(word) == 4 and word.isdigit() and word[:2] in ("19", "20")
