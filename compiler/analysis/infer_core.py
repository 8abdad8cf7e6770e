"""The frame of the inference: one rule a kind of node, found by the node's class."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cowork_dsl.compiler.analysis.arguments import Bound
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.types import ANY, Type
from cowork_dsl.compiler.diagnostics.model import Diagnostic, Edit, Fix, Label
from cowork_dsl.compiler.diagnostics.near import nearest
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.grammar.functions import Function
from cowork_dsl.grammar.records import dataclass

Report = Callable[[Diagnostic], None]


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a call means: its function, its arguments by parameter, and whether a reader has no root (now)."""

    function: Function
    bound: Bound
    rootless: bool = False


class Inference:
    """One pass over expressions of one source.

    Attributes:
        source: Where the expressions stand.
        report: Takes every finding.
        calls: What each call means, by the identity of its node, where the emitter asks for it.
    """

    __slots__ = ("calls", "report", "source")

    def __init__(self, source: Source, report: Report, calls: dict[int, Resolved] | None = None) -> None:
        self.source = source
        self.report = report
        self.calls = calls

    def infer(self, expr: ast.Expr, scope: Scope, expected: Type | None = None) -> Type:
        """The type of an expression; ``expected`` helps literals and never reports by itself."""
        return RULES[expr.__class__](self, expr, scope, expected)

    def error(
        self,
        code: str,
        message: str,
        span: Span,
        labels: tuple[Label, ...] = (),
        notes: tuple[str, ...] = (),
        fix: Fix | None = None,
    ) -> Type:
        """Reports; the result silences what follows from it."""
        self.report(Diagnostic(code, message, self.source, span, labels=labels, notes=notes, fix=fix))
        return ANY

    def unknown(
        self,
        code: str,
        message: str,
        word: str,
        span: Span,
        candidates: Iterable[str],
        labels: tuple[Label, ...] = (),
        notes: tuple[str, ...] = (),
    ) -> Type:
        """Reports an unknown word with the nearest known one."""
        near = nearest(word, candidates)
        fix = None if near is None else Fix(f"did you mean `{near}`?", (Edit(span, near),))
        return self.error(code, message, span, labels, notes, fix)


Rule = Callable[[Inference, "ast.Expr", Scope, "Type | None"], Type]
RULES: dict[type, Rule] = {}


def listed(names: Iterable[str], most: int = 12) -> str:
    """Some names for a note."""
    found = list(names)
    return ", ".join(found[:most]) + (", …" if len(found) > most else "")
