"""Changes outside a user's authority."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Permit, Put, Relocate, SetValue, User, UserAct
from cowork_dsl.compiler.analysis.forms import flat, overlaps
from cowork_dsl.compiler.analysis.lower.events import asking
from cowork_dsl.compiler.analysis.machine import CHANGES, transitions
from cowork_dsl.compiler.diagnostics.model import Fix
from cowork_dsl.compiler.source import Span


def authority(draft: Draft, ctx: Context) -> None:
    """A user changes only what `authority` names, and what it and `sees` name is there."""
    _named(draft, ctx)
    for user in draft.users:
        if not user.authority and user.name in ctx.astray:
            continue
        for transition in transitions(user):
            for act in transition.acts:
                for what, span in _targets(act, ctx):
                    if not _may(user, what):
                        _refuse(user, what, span, ctx)
                if isinstance(act, Permit):
                    for what in _rights(act):
                        if not _may_permit(user, act.subject, what):
                            _refuse(user, what, ctx.head(act.origin), ctx)
            if transition.approve is not None and transition.event.subject is not None:
                tool = transition.event.subject
                asked = [subject for subject, _ in draft.interface.ask if asking(tool, draft)]
                if asked and not any(_may_permit(user, subject, tool) for subject in asked):
                    _refuse(user, tool, ctx.head(transition.origin), ctx)


def _named(draft: Draft, ctx: Context) -> None:
    """Names without quotes are tables, and for `authority` values, services, tool sets and tools, too."""
    names = draft.names
    owned = (*ctx.tables, *names.values, *names.services, *draft.interface.tools, *names.tools)
    for shaped in draft.shaped.blocks("user"):
        for attribute, known in (("authority", owned), ("sees", tuple(ctx.tables))):
            given = shaped.one(attribute)
            for word in given.data if given is not None and isinstance(given.data, tuple) else ():
                if not word.quoted and word.text not in known and ctx.complete:
                    what = "table of a service" if attribute == "sees" else "value, table, service or tool"
                    ctx.unknown("CW533", what, word, known)


def _refuse(user: User, what: str, span: Span, ctx: Context) -> None:
    mend = Fix(f"add it to `authority` of `{user.name}`", applicability="display")
    ctx.error("CW507", f"`{user.name}` has no authority over `{what}`", span, fix=mend)


def _rights(act: Permit) -> tuple[str, ...]:
    """What a permission is about: paths, tools, or the whole of a service."""
    return act.values or (act.subject,)


def _may_permit(user: User, subject: str, what: str) -> bool:
    """Whether a user disposes of a path, of a tool, or of the whole service that a tool is of."""
    if subject in ("read", "write"):
        return _may(user, what)
    name = what.rpartition(".")[2]
    return any(owned in (subject, name, f"{subject}.{name}") for owned in user.authority)


def _may(user: User, what: str) -> bool:
    return any(
        glob == what or (("/" in glob or "*" in glob or "." in what) and overlaps(glob, what))
        for glob in user.authority
    )


def _targets(act: UserAct, ctx: Context) -> list[tuple[str, Span]]:
    if isinstance(act, SetValue):
        return [(act.name, ctx.head(act.origin))]
    if isinstance(act, Put):
        return [(flat(act.entry.path), act.entry.path.span)]
    if isinstance(act, Relocate):
        return [(flat(act.source), act.source.span), (flat(act.to), act.to.span)]
    if isinstance(act, CHANGES):
        if act.target.table is not None:
            return [(act.target.table, ctx.head(act.origin))]
        if act.target.path is not None:
            return [(flat(act.target.path), act.target.path.span)]
    return []
