"""Facts that nobody can be told."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Say
from cowork_dsl.compiler.analysis.machine import transitions
from cowork_dsl.compiler.diagnostics.model import Fix


def release(draft: Draft, ctx: Context) -> None:
    """A fact is told by a `say`, on a question, or volunteered; one that is never told is never told."""
    for user in draft.users:
        said = {
            name
            for transition in transitions(user)
            for act in transition.acts
            if isinstance(act, Say)
            for name in act.tells
        }
        for fact in user.facts:
            how = fact.release
            if fact.actual is not None and fact.actual.parts == fact.text.parts:
                ctx.error("CW532", f"what the user believes of `{fact.name}` is what holds", fact.actual.span)
            if how.never and fact.name in said:
                ctx.error("CW514", f"`{fact.name}` is `never` told, and a `say` tells it", ctx.head(fact.origin))
            elif (
                not (how.never or how.ask or how.volunteered or fact.name in said)
                and user.name not in ctx.astray
                and ctx.absent(fact.name, fact.origin.span)
            ):
                mend = Fix(
                    "give it `ask = [topics]`, tell it with `{{"
                    + fact.name
                    + "}}` in a `say`, or make it `volunteered`",
                    applicability="display",
                )
                ctx.error("CW513", f"nobody is ever told the fact `{fact.name}`", ctx.head(fact.origin), fix=mend)
