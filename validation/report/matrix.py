"""Runs against checks, as the page draws them: one row a run or case, one cell a check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cowork_dsl.validation.report.model import CaseRow, Check, CheckResult, Run

SIGNS: dict[CheckResult, str] = {"pass": "✓", "partial": "◐", "fail": "✗", "not_proven": "?", "error": "!"}
WORDS: dict[CheckResult, str] = {
    "pass": "passes",
    "partial": "loses in part",
    "fail": "fails",
    "not_proven": "is not proven",
    "error": "broke",
}
# From the mildest to the worst: a cell over several instances shows the worst.
_ORDER: tuple[CheckResult, ...] = ("pass", "partial", "not_proven", "fail", "error")


@dataclass(frozen=True, slots=True)
class Cell:
    """A sign, its colour, the words for those who see neither, and whether the check was declared to break."""

    sign: str
    tone: str
    words: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One run or case against all checks."""

    name: str
    note: str
    status: str
    tone: str
    score: str
    cells: tuple[Cell, ...]


def case_row(case: CaseRow, checks: Sequence[Check]) -> Row:
    """A declared case: green where the verifier does what it should, red where it doesn't."""
    good = case.status in {"killed", "passed"}
    return Row(
        name=case.name,
        note=case.doc,
        status=case.status,
        tone="good" if good else "quiet" if case.status.startswith("not ") else "bad",
        score=scores(case.runs),
        cells=tuple(
            _cell(
                check.name,
                case.runs,
                wanted="lose" if case.kind == "mutant" else "pass",
                marked=check.name in case.breaks,
            )
            for check in checks
        ),
    )


def run_row(name: str, note: str, runs: Sequence[Run], checks: Sequence[Check], ok: bool, wanted: str) -> Row:
    """Runs of one agent; `wanted` is ``pass`` for the solution, ``lose`` for those that must not win."""
    return Row(
        name=name,
        note=note,
        status="ok" if ok else "not ok",
        tone="good" if ok else "bad",
        score=scores(runs),
        cells=tuple(_cell(check.name, runs, wanted=wanted) for check in checks),
    )


def scores(runs: Sequence[Run]) -> str:
    """V_code of the runs: one figure, or the range."""
    codes = sorted(run.code for run in runs if run.code is not None)
    if not codes:
        return "–"
    low, high = f"{codes[0]:.2f}", f"{codes[-1]:.2f}"
    return low if low == high else f"{low} – {high}"


def _cell(check: str, runs: Sequence[Run], wanted: str, marked: bool = False) -> Cell:
    results = [outcome.result for run in runs for outcome in run.outcomes if outcome.check == check]
    if not results:
        return Cell("", "none", f"{check} was not asked")
    worst = max(results, key=_ORDER.index)
    lost = sum(result != "pass" for result in results)
    where = f" in {lost} of {len(results)} instances" if lost and len(results) > 1 else ""
    words = f"{check} {WORDS[worst]}{where}"
    if worst == "error":
        return Cell(SIGNS["error"], "warn", words, marked)
    if wanted == "pass":
        return Cell(SIGNS[worst], "bad" if lost else "good", words, marked)
    if marked and lost < len(results):
        return Cell(
            "○", "bad", f"{check} was to lose, and {WORDS['pass']} in {len(results) - lost} of {len(results)}", marked
        )
    if not lost:
        return Cell("·", "none", words, marked)
    return Cell(SIGNS[worst], "good", words, marked)
