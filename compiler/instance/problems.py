"""What stops an instance: findings about the source, or about the parameters that were asked for."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.environment import Code
from cowork_dsl.compiler.diagnostics.model import Diagnostic, Fix
from cowork_dsl.compiler.source import Source, Span


class InstanceProblem(Exception):
    """A finding that ends the making of an instance."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class ParamProblem(ValueError):
    """A parameter override that can't be: unknown name, wrong type, outside the domain.

    Attributes:
        mend: What would be right.
    """

    def __init__(self, message: str, mend: str = "") -> None:
        super().__init__(message)
        self.mend = mend


def problem(code: str, message: str, source: Source, span: Span, *notes: str, mend: str = "") -> InstanceProblem:
    """A finding at a place."""
    fix = Fix(mend, applicability="display") if mend else None
    return InstanceProblem(Diagnostic(code, message, source, span, notes=tuple(notes), fix=fix))


def problem_at(code: str, message: str, at: Code, *notes: str, mend: str = "") -> InstanceProblem:
    """A finding at an expression."""
    return problem(code, message, at.source, at.expr.span, *notes, mend=mend)
