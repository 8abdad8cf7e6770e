"""Domains of params that hold nothing."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.syntax.ast import Call, Expr, List_, Literal_, Money_, Unary


def domains(draft: Draft, ctx: Context) -> None:
    """Reports domains that are empty as they are spelled."""
    for param in draft.params:
        call = param.domain.expr
        if isinstance(call, Call) and call.object is None:
            reason = _empty(call)
            if reason:
                ctx.error("CW279", f"the domain of `{param.name}` is empty: {reason}", call.span)


def _empty(call: Call) -> str:
    values = [argument.value for argument in call.args if argument.name is None]
    if call.name in ("int", "decimal", "uniform", "date") and len(values) == 2:
        low, high = _key(values[0]), _key(values[1])
        if low is not None and high is not None and type(low) is type(high) and low > high:  # type: ignore[operator]
            return "the first bound is above the second"
    elif call.name == "pick" and len(values) == 1 and isinstance(values[0], List_) and not values[0].items:
        return "there is nothing to pick from"
    elif call.name in ("subset", "sample") and len(values) == 2 and isinstance(values[0], List_):
        count = _key(values[1])
        if isinstance(count, float) and count > len(values[0].items):
            return f"the list has only {len(values[0].items)} elements"
    return ""


def _key(expr: Expr) -> object:
    """A literal as something that can be compared; None for all else."""
    if isinstance(expr, Unary) and expr.op == "-":
        inner = _key(expr.operand)
        return -inner if isinstance(inner, float) else None
    if isinstance(expr, Money_):
        return _key(expr.number)
    if isinstance(expr, Literal_):
        if expr.kind in ("int", "decimal"):
            return float(expr.raw.replace("_", ""))
        if expr.kind == "date":
            return expr.raw
    return None
