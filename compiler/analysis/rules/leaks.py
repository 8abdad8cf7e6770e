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
    figures = [one for one in seen if not one[0].key]
    for fact in held:
        for term in fact.terms:
            where = None if fact.release.never else _where(term, seen)
            if where is not None:
                _report("CW516", f"`{term}` gives the fact `{fact.name}` away before it is told", fact, where, ctx)
        values = [] if fact.release.never else _values(fact.text)
        places = [_where(value, figures) for value in values]
        # A fact speaks of things that are there; it is given away where all that it says of them is there, too.
        if places and places[0] is not None and all(place is not None for place in places):
            shown = ", ".join(values)
            _report("CW517", f"{shown} of the fact `{fact.name}` can be read before it is told", fact, places[0], ctx)


def _where(word: str, seen: list[tuple[Seen, str]]) -> Seen | None:
    wanted = squeezed(word)
    return next((text for text, squeeze in seen if wanted and holds_word(squeeze, wanted)), None)


def _report(code: str, message: str, fact: Fact, where: Seen, ctx: Context) -> None:
    label = Label(where.span, f"it stands in {where.what}")
    ctx.error(code, message, Span(fact.text.span.start, fact.text.span.end), labels=(label,))


def _values(text: Text) -> list[str]:
    """Figures and dates that are unlikely to stand somewhere by chance; a code with letters only names a thing."""
    found: list[str] = []
    for part in text.parts:
        if isinstance(part, str):
            for word in part.split():
                bare = word.strip(".,;:!?()[]\"'“”‘’")
                if (
                    sum(char.isdigit() for char in bare) > DIGITS
                    and not _year(bare)
                    and not any(map(str.isalpha, bare))
                ):
                    found.append(bare)
    return found


def _year(word: str) -> bool:
    return len(word) == 4 and word.isdigit() and word[:2] in ("19", "20")
