"""What is wrong, where, and how to mend it: one data model for every message."""

from __future__ import annotations

from typing import Literal

from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.grammar.records import dataclass, field

Severity = Literal["error", "warning"]
Applicability = Literal["safe", "unsafe", "display"]


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the characters of `span` by `text`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A mend: one sentence, and the edits that make it (none: the sentence only)."""

    message: str
    edits: tuple[Edit, ...] = ()
    applicability: Applicability = "safe"


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that a message talks about."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    Attributes:
        code: A registered code such as ``CW210``; severity and title come from the registry.
        message: One sentence about this very place.
        source: The file it is in.
        span: The primary place.
        severity: ``error`` or ``warning``.
        labels: Other places in the same file.
        notes: Further facts, one line each.
        fix: How to mend it, where that is known.
    """

    code: str
    message: str
    source: Source = field(repr=False)
    span: Span
    severity: Severity = "error"
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    fix: Fix | None = None

    @property
    def line(self) -> int:
        """The line, from 1, on which the primary place starts."""
        return self.source.position(self.span.start)[0]


def ordered(found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sorted by place, each (code, place) once."""
    unique = {(d.source.path, d.span.start, d.span.end, d.code): d for d in reversed(found)}
    return tuple(unique[key] for key in sorted(unique))
