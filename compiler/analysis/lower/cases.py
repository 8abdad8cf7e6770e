"""The solution, and the mutants and variants that try the verifier."""

from __future__ import annotations

from typing import cast

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Act, CallTool, Case, Code, Reply, RunCode, Text, Turn
from cowork_dsl.compiler.analysis.lower.changes import CHANGE_KINDS, lower_change
from cowork_dsl.compiler.analysis.lower.head import given_origin
from cowork_dsl.compiler.analysis.scope import Binding, Scope
from cowork_dsl.compiler.schema.shaped import Given, Shaped
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax.ast import Call, Expr, Literal_


def lower_solution(shaped: Shaped, ctx: Context, draft: Draft) -> dict[str, Binding]:
    """Lowers the section; returns its names, which cases see as well."""
    scope = draft.ground.child({}, place="solution")
    draft.lets.extend(ctx.lets(shaped, scope, "solution"))
    draft.solution.extend(_turn(item, ctx, draft, scope) for item in shaped.blocks("turn"))
    return dict(scope.names)


def _turn(shaped: Shaped, ctx: Context, draft: Draft, scope: Scope) -> Turn:
    state: str | None = None
    number: int | None = None
    for label in shaped.statement.labels:
        if label.kind == "int":
            number = int(label.value)
            if number < 1:
                ctx.error("CW621", "turns are counted from 1", label.span)
        else:
            states = next(iter(draft.names.states.values()), ())
            if label.value in states:
                state = label.value
            else:
                ctx.unknown("CW241", "state of the first user", Word(label.value, label.start, label.end), states)
    inside = scope.child({})
    draft.lets.extend(ctx.lets(shaped, inside, "solution"))
    return Turn(state, number, _acts(shaped, ctx, draft, inside), ctx.origin(shaped))


def _acts(shaped: Shaped, ctx: Context, draft: Draft, scope: Scope) -> tuple[Act, ...]:
    acts: list[Act] = []
    for item in shaped.items:
        act = _given(item, ctx, scope) if isinstance(item, Given) else _block(item, ctx, draft, scope)
        if act is not None:
            acts.append(act)
    return tuple(acts)


def _given(item: Given, ctx: Context, scope: Scope) -> Act | None:
    if not item.sound:
        return None
    origin = given_origin(ctx, item)
    if item.name == "reply":
        return Reply(ctx.text(cast(Literal_, item.data), scope), origin)
    if item.name in ("python", "shell"):
        return RunCode(item.name, item.name, cast(Literal_, item.data).text, origin)  # type: ignore[arg-type]
    if item.name == "run":
        word = cast(Word, item.data)
        body = ctx.resource(word)
        if body is None:
            return None
        try:
            return RunCode("run", word.text, body.decode("utf-8"), origin)
        except UnicodeDecodeError:
            ctx.error("CW426", f"`{word.text}` is no text", Span(word.start, word.end))
    return None


def _block(item: Shaped, ctx: Context, draft: Draft, scope: Scope) -> Act | None:
    if item.block.name == "call":
        return _call(item, ctx, draft, scope)
    return lower_change(item, ctx, scope) if item.block.name in CHANGE_KINDS else None


def _call(shaped: Shaped, ctx: Context, draft: Draft, scope: Scope) -> CallTool | None:
    label = shaped.statement.labels[0]
    word = Word(label.value, label.start, label.end)
    known = draft.names.tools.get(label.value)
    if known is None:
        undeclared_tool(word, ctx, draft)
        return None
    args: list[tuple[str, Code | Text]] = []
    for item in shaped.items:
        if not isinstance(item, Given):
            continue
        if item.name not in known:
            at = item.statement.start
            ctx.unknown("CW274", f"argument of `{label.value}`", Word(item.name, at, item.statement.kind_end), known)
            continue
        args.append((item.name, _argument(item.value, ctx, scope)))
    return CallTool(label.value, tuple(args), ctx.origin(shaped))


def _argument(expr: Expr, ctx: Context, scope: Scope) -> Code | Text:
    if isinstance(expr, Literal_) and expr.kind in ("string", "text"):
        return ctx.text(expr, scope)
    return ctx.code(expr, scope)


def undeclared_tool(word: Word, ctx: Context, draft: Draft) -> None:
    """Reports a tool that the agent does not have."""
    offer = draft.names.hidden_tools.get(word.text)
    if offer is not None and not ctx.complete and not draft.interface.tools:
        return  # what the interface offers was not understood
    if offer is not None:
        ctx.error(
            "CW430",
            f"the interface does not offer `{word.text}`",
            Span(word.start, word.end),
            notes=(f"`interface` offers it with `{offer}`",),
        )
    else:
        ctx.unknown("CW273", "tool", word, draft.names.tools)


def lower_case(shaped: Shaped, ctx: Context, draft: Draft, scope: Scope) -> None:
    """A mutant or a variant."""
    inside = scope.child({}, place="case")
    draft.lets.extend(ctx.lets(shaped, inside, "case"))
    breaks: list[str] = []
    given = shaped.one("breaks")
    for word in cast(tuple[Word, ...], given.data) if given is not None else ():
        if word.text in draft.names.checks:
            breaks.append(word.text)
        else:
            ctx.unknown("CW242", "check", word, draft.names.checks)
    turns = tuple(_turn(item, ctx, draft, inside) for item in shaped.blocks("turn"))
    draft.cases.append(
        Case(
            shaped.block.name,  # type: ignore[arg-type]
            shaped.name,
            tuple(breaks),
            _acts(shaped, ctx, draft, inside),
            turns,
            _from(shaped, ctx),
            _transition(shaped, "ignores", ctx, draft),
            _transition(shaped, "yields", ctx, draft),
            _calls(shaped, "without", ctx, inside),
            _calls(shaped, "repeat", ctx, inside),
            ctx.origin(shaped),
        )
    )


def _from(shaped: Shaped, ctx: Context) -> int | None:
    given = shaped.one("from")
    if given is None:
        return None
    expr = given.value
    if isinstance(expr, Call) and expr.object is None and expr.name == "turn" and len(expr.args) == 1:
        number = expr.args[0].value
        if isinstance(number, Literal_) and number.kind == "int":
            return int(number.raw.replace("_", ""))
    ctx.error("CW350", "`from` takes `turn(n)`", expr.span)
    return None


def _calls(shaped: Shaped, name: str, ctx: Context, scope: Scope) -> Code | None:
    """The calls of the record that a case takes out of it, or doubles."""
    given = shaped.one(name)
    if given is None:
        return None
    code = ctx.code(given.value, scope.child({}, place="process"))
    if code.type.kind not in ("calls", "any"):
        ctx.error("CW634", f"`{name}` takes calls of the record, as in `calls(send_mail)`", given.value.span)
    return code


def _transition(shaped: Shaped, name: str, ctx: Context, draft: Draft) -> str | None:
    given = shaped.one(name)
    if given is None:
        return None
    word = cast(Word, given.data)
    if word.text in draft.names.transitions:
        return word.text
    ctx.unknown("CW243", "named transition of a user", word, draft.names.transitions)
    return None
