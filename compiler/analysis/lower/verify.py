"""The verifier (V): lets, checks, judges, score."""

from __future__ import annotations

from typing import cast

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Check, Judge, Score, Text
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.schema.shaped import Shaped
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.syntax.ast import Literal_


def lower_verify(shaped: Shaped, ctx: Context, draft: Draft) -> Scope:
    """Lowers the section; the scope with its `let`s is what mutants and variants see."""
    scope = draft.ground.child({}, place="verify")
    draft.lets.extend(ctx.lets(shaped, scope, "verify"))
    process = scope.child({}, place="process")
    for item in shaped.blocks("check", "process", "judge"):
        if item.block.name == "judge":
            _judge(item, ctx, draft, scope)
        else:
            _check(item, ctx, draft, process if item.block.name == "process" else scope)
    for item in shaped.blocks("score"):
        parts = [
            cast(str, given.data) if (given := item.one(name)) is not None else "1"
            for name in ("code", "judge", "pass")
        ]
        draft.score = Score(*parts)
    return scope


def _covers(shaped: Shaped, ctx: Context, draft: Draft) -> str:
    given = shaped.one("covers")
    if given is None:
        return ""
    word = cast(Word, given.data)
    if word.text not in draft.names.requirements:
        ctx.unknown("CW240", "requirement", word, draft.names.requirements)
        return ""
    return word.text


def _weight(shaped: Shaped, ctx: Context) -> int:
    given = shaped.one("weight")
    if given is None:
        return 1
    weight = cast(int, given.data)
    if weight < 1:
        ctx.error("CW602", "a weight is at least 1", given.value.span)
        return 1
    return weight


def _check(shaped: Shaped, ctx: Context, draft: Draft, scope: Scope) -> None:
    gate = shaped.one("gate")
    gated = bool(gate is not None and gate.data)
    weight = _weight(shaped, ctx)
    given = shaped.one("weight")
    if gated and given is not None:
        ctx.error("CW603", "a gate has no weight: passing it earns nothing", given.value.span)
    proves: list[str] = []
    words = shaped.one("proves")
    for word in cast(tuple[Word, ...], words.data) if words is not None else ():
        if word.text in draft.names.transitions:
            proves.append(word.text)
        else:
            ctx.unknown("CW243", "named transition of a user", word, draft.names.transitions)
    draft.checks.append(
        Check(
            shaped.block.name,  # type: ignore[arg-type]
            shaped.name,
            _covers(shaped, ctx, draft),
            gated,
            weight,
            tuple(proves),
            tuple(ctx.condition(item.value, scope) for item in shaped.all("given")),
            tuple(ctx.expectation(item.value, scope) for item in shaped.all("expect")),
            (shaped.statement.doc or "").strip(),
            ctx.origin(shaped),
        )
    )


def _judge(shaped: Shaped, ctx: Context, draft: Draft, scope: Scope) -> None:
    ask = shaped.one("ask")
    sees = shaped.one("sees")
    text = Text(("",), shaped.statement.head, ctx.source)
    if ask is not None:
        text = ctx.text(cast(Literal_, ask.data), scope)
    seen = tuple(word.text for word in cast(tuple[Word, ...], sees.data)) if sees is not None else ()
    covers = _covers(shaped, ctx, draft)
    draft.judges.append(Judge(shaped.name, covers, _weight(shaped, ctx), seen, text, ctx.origin(shaped)))
