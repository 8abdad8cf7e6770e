"""Permissions: of the interface, and as users give and take them."""

from __future__ import annotations

from typing import cast

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Permit
from cowork_dsl.compiler.analysis.lower.services import arguments
from cowork_dsl.compiler.schema.shaped import Shaped
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.source import Span
from cowork_dsl.grammar.schema_interface import SUBJECTS, TOOL_SETS
from cowork_dsl.grammar.tools import BUILTIN_TOOLS

Permissions = tuple[tuple[str, tuple[str, ...]], ...]
_PATHS = ("read", "write")


def lower_permissions(
    shaped: Shaped, kind: str, ctx: Context, draft: Draft, sets: tuple[str, ...], services: list[str]
) -> Permissions:
    """All statements of one kind: `allow`, `deny`, `rule` or `ask`."""
    made = (lower_permission(item, ctx, draft, sets, services) for item in shaped.blocks(kind))
    return tuple(one for one in made if one is not None)


def lower_permission(
    item: Shaped, ctx: Context, draft: Draft, sets: tuple[str, ...], services: list[str]
) -> tuple[str, tuple[str, ...]] | None:
    """One permission: its subject and its values; None where it is of something that is not there."""
    kind = item.block.name
    label = item.statement.labels[0]
    if label.value in TOOL_SETS and label.value not in sets:
        notes = (f"`tools` offers {', '.join(sets) or 'nothing'}",)
        if not sets and not ctx.complete:
            return None  # what the interface offers was not understood
        ctx.error("CW430", f"the interface does not offer `{label.value}`", label.span, notes=notes)
        return None
    paths = () if kind == "ask" else _PATHS if kind in ("grant", "revoke") else SUBJECTS
    subjects = (*paths, *sets, *services)
    if label.value not in subjects:
        ctx.unknown("CW247", f"subject of `{kind}`", Word(label.value, label.start, label.end), subjects)
        return None
    words = cast(tuple[Word, ...], item.data or ())
    if label.value in services:
        _tools(label.value, words, list(arguments(draft.names.services[label.value])), ctx)
    elif label.value in sets and kind in ("ask", "grant", "revoke"):
        _tools(label.value, words, [tool.name for tool in BUILTIN_TOOLS if tool.set == label.value], ctx)
    elif label.value in _PATHS:
        for word in words:
            if not word.quoted:
                ctx.error("CW350", f"`{kind} {label.value}` takes paths or globs in quotes", Span(word.start, word.end))
    return label.value, tuple(word.text for word in words)


def _tools(subject: str, words: tuple[Word, ...], tools: list[str], ctx: Context) -> None:
    for word in words:
        if word.text not in tools:
            ctx.unknown("CW248", f"tool of `{subject}`", word, tools)


def lower_permit(item: Shaped, ctx: Context, draft: Draft) -> Permit | None:
    """`grant` or `revoke` of a user."""
    interface = draft.interface
    found = lower_permission(item, ctx, draft, interface.tools, list(interface.services))
    if found is None:
        return None
    return Permit(item.block.name, *found, ctx.origin(item))  # type: ignore[arg-type]
