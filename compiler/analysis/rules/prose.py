"""Gates that rest on a pattern over prose."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.diagnostics.model import Fix
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax.ast import Binary, Call, Expr, Unary


def prose(draft: Draft, ctx: Context) -> None:
    """A gate rests on structure: recipients, rows, values."""
    for check in draft.checks:
        if not check.gate:
            continue
        for code in check.expect:
            call = _pattern(code.expr)
            if call is not None:
                mend = Fix("give it a weight instead, or check recipients, rows and values", applicability="display")
                span = Span(call.name_start, call.name_start + len(call.name))
                message = f"the gate `{check.name}` rests on a pattern over prose, which a negation fools"
                ctx.error("CW611", message, span, severity="warning", fix=mend)


def _pattern(expr: Expr) -> Call | None:
    """The first `matches` of an expression."""
    if isinstance(expr, Call):
        if expr.name == "matches":
            return expr
        inner = [argument.value for argument in expr.args]
        return next((found for one in inner if (found := _pattern(one)) is not None), None)
    if isinstance(expr, Binary):
        return _pattern(expr.left) or _pattern(expr.right)
    return _pattern(expr.operand) if isinstance(expr, Unary) else None
