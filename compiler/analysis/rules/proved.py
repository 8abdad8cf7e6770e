"""Transitions that no check proves."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.machine import acts, transitions
from cowork_dsl.compiler.diagnostics.model import Fix
from cowork_dsl.grammar.schema_users import UNPROVED_KINDS


def proved(draft: Draft, ctx: Context) -> None:
    """Each named transition that changes something is proved by a check."""
    known = {name for check in draft.checks for name in check.proves}
    for user in draft.users:
        for transition in transitions(user):
            name = transition.name
            if (
                name is None
                or name in known
                or transition.kind in UNPROVED_KINDS
                or not ctx.absent(name, transition.origin.span)
            ):
                continue
            if acts(transition) or transition.kind is not None:
                mend = Fix(f"add `proves = [{name}]` to the check that shows its effect", applicability="display")
                ctx.error("CW511", f"no check proves `{name}`", ctx.head(transition.origin), fix=mend)
