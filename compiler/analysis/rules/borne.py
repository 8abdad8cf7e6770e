"""Labels that the content does not bear out."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.machine import transitions
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.source import Span


def borne(draft: Draft, ctx: Context) -> None:
    """The `intervention` labels are the kinds of the users' transitions and answers, or `none` where there is none."""
    given = draft.env.one("intervention") if draft.env is not None else None
    if given is None or not ctx.complete or not isinstance(given.data, tuple):
        return
    kinds = {move.kind for user in draft.users for move in transitions(user) if move.kind is not None}
    if any(fact.release.ask for user in draft.users for fact in user.facts):
        kinds.add("answer_on_request")
    kinds = kinds or {"none"}
    for word in given.data:
        if isinstance(word, Word) and word.text not in kinds:
            found = ", ".join(sorted(kinds))
            message = f"no transition is of the kind `{word.text}`"
            ctx.error("CW228", message, Span(word.start, word.end), notes=(f"the kinds of this file: {found}",))
