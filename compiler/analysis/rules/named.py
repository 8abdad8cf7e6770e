"""Transitions that change something without a name or a kind."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Transition
from cowork_dsl.compiler.analysis.machine import acts, changes, transitions
from cowork_dsl.compiler.diagnostics.model import Fix, Label


def named(draft: Draft, ctx: Context) -> None:
    """A transition with a change has a name and a kind; a name stands once; a silent kind is silent."""
    first: dict[str, Transition] = {}
    for user in draft.users:
        for transition in transitions(user):
            missing = [word for word in ("name", "kind") if getattr(transition, word) is None]
            if acts(transition) and missing and ctx.complete:
                words = " and no ".join(f"`{word}`" for word in missing)
                mend = Fix("add `name = …` and `kind = …`, so that checks can prove it", applicability="display")
                ctx.error(
                    "CW509",
                    f"this transition changes something and has no {words}",
                    ctx.head(transition.origin),
                    fix=mend,
                )
            if transition.name is not None:
                before = first.setdefault(transition.name, transition)
                if before is not transition:
                    label = Label(ctx.head(before.origin), "it stands here already")
                    message = f"two transitions have the name `{transition.name}`"
                    ctx.error("CW510", message, ctx.head(transition.origin), labels=(label,))
            _silent(transition, ctx)


def _silent(transition: Transition, ctx: Context) -> None:
    if (transition.kind or "").startswith("silent_"):
        for change in changes(transition):
            if not change.silent:
                origin = change.entry.origin if hasattr(change, "entry") else change.origin
                assert origin is not None
                mend = Fix("add `silent = true`", applicability="display")
                ctx.error(
                    "CW519",
                    f"`{transition.kind}` tells nothing, and this change is not silent",
                    ctx.head(origin),
                    fix=mend,
                )
