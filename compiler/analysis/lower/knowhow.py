"""What the agent brings along: skills and memory, which are files of the workspace, and business calendars."""

from __future__ import annotations

from typing import cast

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Code, Entry, Let, Skill, Text
from cowork_dsl.compiler.analysis.fitting import fits, words
from cowork_dsl.compiler.analysis.forms import Form
from cowork_dsl.compiler.analysis.scope import Binding, Scope
from cowork_dsl.compiler.analysis.types import DATE, DOC, TEXT, Type, list_of
from cowork_dsl.compiler.schema.shaped import Shaped
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.syntax.ast import Argument, Expr, List_, Literal_, Map_

CALENDAR = Type("calendar")


def skill_path(name: str) -> str:
    """Where a skill lies."""
    return f".skills/{name}/SKILL.md"


def memory_path(name: str) -> str:
    """Where a memory lies."""
    return f".memory/{name}.md"


def declare_knowhow(shaped: Shaped, ctx: Context, draft: Draft) -> None:
    """Notes the paths of skills and memory, and binds skills and calendars, before any expression is read."""
    for item in shaped.blocks("skill", "memory"):
        label = item.statement.labels[0]
        kind = item.block.name
        path = skill_path(item.name) if kind == "skill" else memory_path(item.name)
        ctx.forms.append(Form(path, "md", DOC, (), "workspace", label.span))
        if kind == "skill":
            ctx.declare(draft.base, Binding(item.name, "skill", TEXT, label.span))
    for item in shaped.blocks("calendar"):
        draft.lets.extend(_calendar(item, ctx, draft))


def _calendar(shaped: Shaped, ctx: Context, draft: Draft) -> tuple[Let, ...]:
    """A calendar is a derived name: an object of its weekend and its holidays."""
    label = shaped.statement.labels[0]
    entries: list[Argument] = []
    weekend, holidays = shaped.one("weekend"), shaped.one("holidays")
    if weekend is not None and isinstance(weekend.value, List_):
        days = tuple(
            Literal_(item.start, item.end, "string", f'"{word.text}"', word.text)
            for item, word in zip(weekend.value.items, cast(tuple[Word, ...], weekend.data), strict=True)
        )
        entries.append(_entry("weekend", List_(weekend.value.start, weekend.value.end, days)))
    if holidays is not None:
        entries.append(_entry("holidays", holidays.value))
    statement = shaped.statement
    whole = Map_(statement.start, statement.end, tuple(entries))
    found = ctx.code(whole, draft.base.child({}, place="interface"))
    given = dict(zip(found.type.names, found.type.args, strict=False)).get("holidays", list_of(DATE))
    if holidays is not None and not fits(given, list_of(DATE)):
        ctx.error("CW301", f"`holidays` takes a list of dates, and this is {words(given)}", holidays.value.span)
    code = Code(whole, CALENDAR, found.scope, ctx.source)
    binding = Binding(shaped.name, "let", CALENDAR, label.span, "interface")
    if not ctx.declare(draft.base, binding):
        return ()
    ctx.bindings.append(binding)
    ctx.codes[id(binding)] = code
    return (Let(shaped.name, code, "interface", ctx.origin(shaped)),)


def lower_skills(shaped: Shaped, ctx: Context, draft: Draft) -> tuple[Skill, ...]:
    """The skills; their texts stand in the workspace, where nobody may write to them."""
    scope = draft.base.child({}, place="interface")
    made: list[Skill] = []
    for item in shaped.blocks("skill"):
        about, kind = item.one("about"), item.one("kind")
        path = skill_path(item.name)
        _file(item, path, True, ctx, draft, scope)
        made.append(
            Skill(
                item.name,
                cast(Word, kind.data).text if kind is not None else "optional",
                cast(Word, about.data).text if about is not None else "",
                path,
                ctx.origin(item),
            )
        )
    return tuple(made)


def lower_memory(shaped: Shaped, ctx: Context, draft: Draft) -> tuple[str, ...]:
    """The paths of what the agent remembers; it may write there."""
    scope = draft.base.child({}, place="interface")
    for item in shaped.blocks("memory"):
        _file(item, memory_path(item.name), False, ctx, draft, scope)
    return tuple(memory_path(item.name) for item in shaped.blocks("memory"))


def _file(item: Shaped, path: str, readonly: bool, ctx: Context, draft: Draft, scope: Scope) -> None:
    text, source, raw = item.one("text"), item.one("from"), item.one("raw")
    if (text is None) == (source is None) and item.whole:
        several = "`text` and `from` both give the content; one of them does"
        ctx.error(
            "CW408", several if text else "nothing gives the content: add `text = …` or `from = …`", item.statement.head
        )
    words_ = None
    if text is not None:
        words_ = ctx.text(cast(Literal_, text.data), scope, raw=bool(raw is not None and raw.data))
    resource = ctx.resource(cast(Word, source.data)) if source is not None else None
    where = Text((path,), item.statement.labels[0].span, ctx.source)
    draft.workspace.append(Entry("file", where, words_, resource=resource, readonly=readonly, origin=ctx.origin(item)))


def _entry(name: str, value: Expr) -> Argument:
    return Argument(value.start, value.end, name, value)
