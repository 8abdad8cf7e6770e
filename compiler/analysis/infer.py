"""Inference: the type of an expression, and everything that is wrong with it."""

from __future__ import annotations

# the rules register themselves where they stand
from cowork_dsl.compiler.analysis import infer_access, infer_calls, infer_holes, infer_operators, infer_values
from cowork_dsl.compiler.analysis.fitting import bare, fits, words
from cowork_dsl.compiler.analysis.infer_core import Inference, Report
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.types import ANY, Type
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.compiler.syntax.holes import HoleSyntax

RULE_MODULES = (infer_values, infer_operators, infer_access, infer_calls, infer_holes)


def infer(expr: ast.Expr, scope: Scope, report: Report, source: Source, expected: Type | None = None) -> Type:
    """The type of an expression; what is wrong with it is reported.

    With ``expected``, a value that does not fit is reported, too, and the result is then ``any``.
    """
    look = Inference(source, report)
    found = look.infer(expr, scope, expected)
    if expected is not None and not fits(found, expected):
        return look.error("CW316", f"this must be {words(expected)}, and it is {words(found)}", expr.span)
    return found


def infer_condition(expr: ast.Expr, scope: Scope, report: Report, source: Source) -> None:
    """Looks at an expression that must be true or false (``when``, ``where``, ``given``)."""
    infer_values.condition(Inference(source, report), expr, scope)


def infer_expectation(expr: ast.Expr, scope: Scope, report: Report, source: Source) -> Type:
    """Looks at an expression that says how far something holds: true or false, a share, or a list of booleans."""
    look = Inference(source, report)
    found = bare(look.infer(expr, scope))
    inner = bare(found.args[0]).kind if found.kind == "list" and found.args else ""
    if found.kind in ("bool", "any", "decimal", "int", "percent") or inner in ("bool", "any"):
        return found
    return look.error(
        "CW318",
        f"an expectation is true or false, a share from 0 to 1, or a list of booleans; this is {words(found)}",
        expr.span,
    )


def infer_hole(hole: HoleSyntax, scope: Scope, report: Report, source: Source) -> Type:
    """Looks at a hole of a text, filters included."""
    return Inference(source, report).infer(hole, scope)  # type: ignore[arg-type]


def drawn(kind: Type) -> Type:
    """The type of what a domain holds."""
    return kind.args[0] if kind.kind == "domain" and kind.args else ANY
