"""Findings of the passes: collected by code and place, so that many instances give one finding with many notes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from cowork_dsl.compiler.bundle import models
from cowork_dsl.validation.report.model import Finding, Owner
from cowork_dsl.validation.subject import Subject

MAX_NOTES = 8

SOLUTION_LOSES = "CW701"
VERDICTS_DIFFER = "CW702"
EXPLORER_WINS = "CW704"
NOT_REACHED = "CW705"
VERIFIER_BREAKS = "CW706"
REPLY_EARNS = "CW710"
IDLE_EARNS = "CW711"
EMPTY_EFFORT_WINS = "CW712"
IGNORED_FREELY = "CW720"
BLIND_FREELY = "CW721"
NOISE_COUNTS = "CW722"
NO_YIELD = "CW723"
NEVER_FIRES = "CW724"
MUTANT_PASSES = "CW730"
BREAKS_HOLD = "CW731"
VARIANT_FAILS = "CW732"
NEVER_LOST = "CW733"
EQUAL_MUTANT = "CW734"
CASE_BROKEN = "CW735"
CHECK_CONSTANT = "CW736"

OWNERS: dict[str, Owner] = {
    SOLUTION_LOSES: "builder",
    VERDICTS_DIFFER: "verifier",
    EXPLORER_WINS: "verifier",
    NOT_REACHED: "builder",
    VERIFIER_BREAKS: "verifier",
    REPLY_EARNS: "verifier",
    IDLE_EARNS: "verifier",
    EMPTY_EFFORT_WINS: "verifier",
    IGNORED_FREELY: "verifier",
    BLIND_FREELY: "verifier",
    NOISE_COUNTS: "verifier",
    NO_YIELD: "builder",
    NEVER_FIRES: "builder",
    MUTANT_PASSES: "verifier",
    BREAKS_HOLD: "verifier",
    VARIANT_FAILS: "verifier",
    NEVER_LOST: "specification",
    EQUAL_MUTANT: "builder",
    CASE_BROKEN: "builder",
    CHECK_CONSTANT: "verifier",
}
"""Who mends what: routing is this table."""

WARNINGS = frozenset({NOT_REACHED, NEVER_FIRES, CHECK_CONSTANT})
"""Codes that don't fail the gate."""


@dataclass(slots=True)
class _Open:
    """A finding that still takes notes."""

    code: str
    message: str
    place: models.Place
    help: str
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Findings:
    """What the passes found so far."""

    subject: Subject
    _found: dict[tuple[str, str, int, str], _Open] = field(default_factory=dict)

    def add(self, code: str, message: str, place: models.Place, note: str = "", help: str = "") -> None:
        """Adds a finding, or a note to the one that is there already."""
        key = (code, place.file, place.line, message)
        found = self._found.setdefault(key, _Open(code, message, place, help))
        if note and note not in found.notes:
            found.notes.append(note)

    def all(self) -> tuple[Finding, ...]:
        """All findings, errors first, by place."""
        ordered = sorted(
            self._found.values(),
            key=lambda one: (one.code in WARNINGS, one.place.file, one.place.line, one.code, one.message),
        )
        return tuple(self._closed(one) for one in ordered)

    def _closed(self, one: _Open) -> Finding:
        notes = one.notes[:MAX_NOTES]
        if len(one.notes) > MAX_NOTES:
            notes.append(f"and {len(one.notes) - MAX_NOTES} more of this kind")
        severity: Literal["error", "warning"] = "warning" if one.code in WARNINGS else "error"
        return Finding(
            code=one.code,
            severity=severity,
            owner=OWNERS[one.code],
            message=one.message,
            file=self.subject.path(one.place.file),
            line=one.place.line,
            text=self.subject.line(one.place.file, one.place.line),
            notes=tuple(notes),
            help=one.help,
        )
