"""Loud changes that nothing says."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Change, Put, Relocate, Say, Text, Transition, User
from cowork_dsl.compiler.analysis.forms import flat
from cowork_dsl.compiler.analysis.machine import changes, transitions
from cowork_dsl.compiler.diagnostics.model import Fix


def told(draft: Draft, ctx: Context) -> None:
    """A change that is not silent is named by what the same transition says."""
    for user in draft.users:
        if user.name in ctx.astray:
            continue
        for transition in transitions(user):
            words = _words(transition, user)
            for change in changes(transition):
                if words is None or change.silent or change_table(change) or _named(change, words):
                    continue
                origin = change.entry.origin if isinstance(change, Put) else change.origin
                assert origin is not None
                path = _path(change)
                mend = Fix(f"name `{path}` in a `say`, or add `silent = true` to the change", applicability="display")
                ctx.error(
                    "CW512",
                    f"nothing that this transition says names its change of `{path}`",
                    ctx.head(origin),
                    fix=mend,
                )


def change_table(change: Change) -> bool:
    """Whether a change is one of a service's rows, which arrive by themselves."""
    if isinstance(change, Put):
        return change.entry.kind == "rows"
    return not isinstance(change, Relocate) and change.target.table is not None


def _path(change: Change) -> str:
    if isinstance(change, Put):
        return flat(change.entry.path)
    if isinstance(change, Relocate):
        return flat(change.source)
    return flat(change.target.path) if change.target.path is not None else str(change.target.table)


def _words(transition: Transition, user: User) -> str | None:
    """All that a transition says; None where the text of a fact that it tells was refused."""
    facts = {fact.name: fact for fact in user.facts}
    said = [act for act in transition.acts if isinstance(act, Say)]
    texts = [_literal(act.text) for act in said]
    told_facts = [facts[name] for act in said for name in act.tells if name in facts]
    if any(fact.text.parts == ("",) for fact in told_facts):
        return None
    texts.extend(_literal(fact.text) for fact in told_facts)
    return " ".join(texts).casefold()


def _literal(text: Text) -> str:
    return "".join(part if isinstance(part, str) else "" for part in text.parts)


def _named(change: Change, words: str) -> bool:
    path = _path(change).casefold()
    name = path.rpartition("/")[2]
    stem = name.partition(".")[0].replace("*", "")
    pieces = [path, name, stem, *(piece for piece in stem.replace("-", "_").split("_") if len(piece) > 3)]
    return any(piece and piece in words for piece in pieces)
