"""Transitions that can never fire."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Transition, User
from cowork_dsl.compiler.diagnostics.model import Label
from cowork_dsl.compiler.values.globs import match


def firing(draft: Draft, ctx: Context) -> None:
    """No transition stands after one of the same event that always fires."""
    for user in draft.users:
        for state in user.states:
            if state.final or user.name in ctx.astray:
                continue
            for index, later in enumerate(state.transitions):
                for earlier in state.transitions[:index]:
                    if _hides(earlier, later, user):
                        label = Label(ctx.head(earlier.origin), "this one always fires first")
                        ctx.error("CW504", "this transition can never fire", ctx.head(later.origin), labels=(label,))
                        break
        for state in user.states:
            _asks(state.transitions, user, ctx)


def _hides(earlier: Transition, later: Transition, user: User) -> bool:
    if earlier.event.type != later.event.type or earlier.when is not None or earlier.limit is not None:
        return False
    if earlier.event.type in ("change", "read"):
        one, other = earlier.event.subject or "", later.event.subject or ""
        return one == other or match(one, other.replace("*", "x"))
    if (earlier.event.subject, earlier.event.number) != (later.event.subject, later.event.number):
        return False
    if earlier.event.at is not None and later.event.at is not None:
        return earlier.event.at.expr == later.event.at.expr
    # A `turn` without a guard is held back where a question was answered; one with a guard is not.
    answers = any(fact.release.ask for fact in user.facts)
    return not (earlier.event.type == "turn" and later.when is not None and answers)


def _asks(transitions: tuple[Transition, ...], user: User, ctx: Context) -> None:
    silent = {fact.name for fact in user.facts if not fact.release.ask}
    for transition in transitions:
        if transition.event.type == "ask" and transition.event.subject in silent:
            message = f"the fact `{transition.event.subject}` has no `ask` topics, so nobody can ask for it"
            ctx.error("CW515", message, ctx.head(transition.origin))
