"""Arguments of `edit TARGET = operator(…)`."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.environment import Code, ColumnDecl
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.types import INT, TEXT, Type
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax.ast import Call, Column, Expr, Literal_, Name
from cowork_dsl.grammar.operators import OPERATORS


def operands(call: Call, columns: tuple[ColumnDecl, ...] | None, ctx: Context, scope: Scope) -> tuple[Code, ...]:
    """The checked arguments; a column becomes the text of its name."""
    known = OPERATORS.get(call.name)
    if known is None:
        ctx.unknown("CW277", "operator", Word(call.name, call.name_start, call.name_start + len(call.name)), OPERATORS)
        return ()
    wanted = known[0]
    least = sum(1 for sort in wanted if not sort.endswith("?"))
    named = next((argument for argument in call.args if argument.name is not None), None)
    if not least <= len(call.args) <= len(wanted) or named is not None:
        shown = f"{call.name}({', '.join(wanted)})"
        ctx.error("CW278", f"`{call.name}` takes other arguments: {shown}", call.span)
        return ()
    made: list[Code] = []
    moved: Type | None = None
    for argument, sort in zip(call.args, wanted, strict=False):
        value = argument.value
        if sort == "column" or (sort == "row" and isinstance(value, Name | Column)):
            code, moved = _column(value, columns, ctx, scope)
        elif sort in ("row", "int?"):
            code = ctx.code(value, scope, INT)
        elif sort == "text":
            code = ctx.code(value, scope, TEXT)
        else:
            code = ctx.code(
                value, scope, moved if moved is not None and moved.kind in ("money", "int", "decimal") else None
            )
        made.append(code)
    return tuple(made)


def _column(expr: Expr, columns: tuple[ColumnDecl, ...] | None, ctx: Context, scope: Scope) -> tuple[Code, Type | None]:
    known = {column.name: column for column in columns or ()}
    name = ""
    start, end = expr.start, expr.end
    if isinstance(expr, Name):
        name = expr.name
    elif isinstance(expr, Column):
        name, start = expr.name, expr.start + 1
    elif isinstance(expr, Literal_) and expr.kind == "string":
        name = expr.text
    else:
        ctx.error("CW278", "a column is given by its name", Span(start, end))
    if name and known and name not in known:
        ctx.unknown("CW406", "column of the target", Word(name, start, end, isinstance(expr, Literal_)), known)
    column = known.get(name)
    spelled = Literal_(expr.start, expr.end, "string", f'"{name}"', name, expr.start)
    return Code(spelled, TEXT, scope, ctx.source), column.type if column is not None else None
