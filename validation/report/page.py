"""Writes a report as HTML: one page an environment, and one for all where there are several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cowork_dsl.runtime.pages.kit import render
from cowork_dsl.validation.report.matrix import Row, case_row, run_row
from cowork_dsl.validation.report.model import CheckOutcome, EnvReport, Figure, MutationFigure, Report, Run

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Tile:
    """One figure of the summary; `href` is the section that explains it."""

    label: str
    value: str
    tone: str
    note: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """A check that a run did not pass, with the run's name."""

    run: str
    kind: str
    instance: int
    outcome: CheckOutcome


def write_report(report: Report, folder: Path) -> Path:
    """Writes the pages into `folder` and returns the one to open, ``index.html``."""
    folder.mkdir(parents=True, exist_ok=True)
    index = folder / "index.html"
    if len(report.envs) == 1:
        _write(index, env_page(report.envs[0]))
        return index
    names = page_names(report.envs)
    for env, name in zip(report.envs, names, strict=True):
        _write(folder / name, env_page(env, home="index.html"))
    _write(index, overview_page(report, names))
    return index


def env_page(env: EnvReport, home: str = "") -> str:
    """The page of one environment."""
    return render(
        TEMPLATES,
        "env.html.j2",
        {
            "title": f"{env.env} – validation",
            "home": home,
            "env": env,
            "tiles": tiles(env),
            "case_rows": [
                (kind, [case_row(c, env.checks) for c in env.cases or () if c.kind == kind])
                for kind in ("mutant", "variant")
            ],
            "solution_row": _solution_row(env),
            "effort_rows": _effort_rows(env),
            "failures": failures(env),
            "covering": {check.name: check.covers for check in env.checks},
        },
    )


def overview_page(report: Report, names: Sequence[str]) -> str:
    """The page of a whole library."""
    return render(
        TEMPLATES,
        "overview.html.j2",
        {"title": "Validation", "report": report, "rows_in": list(zip(report.envs, names, strict=True))},
    )


def page_names(envs: Sequence[EnvReport]) -> list[str]:
    """A distinct, harmless file name for each environment's page."""
    names: list[str] = []
    for env in envs:
        stem = "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "_" for c in env.env).strip(".") or "env"
        taken, number = stem, 2
        while f"{taken}.html" in names or taken == "index":
            taken, number = f"{stem}-{number}", number + 1
        names.append(f"{taken}.html")
    return names


def tiles(env: EnvReport) -> list[Tile]:
    """The summary; a part that was not measured says so."""
    errors = sum(finding.severity == "error" for finding in env.findings)
    found = [Tile("Findings", str(errors), "bad" if errors else "good", _warnings(env), "findings")]
    if env.paths is not None:
        won = sum(run.perfect for run in env.paths.solution)
        total = len(env.paths.solution)
        found.append(
            Tile(
                "Solution wins",
                f"{won} / {total}",
                _tone(won == total),
                f"runs in {_count(len(env.instances), 'instance')}",
                "paths",
            )
        )
        reached = sum(bool(reach.reached_by) for reach in env.paths.reach)
        of = len(env.paths.reach)
        found.append(
            Tile(
                "Policy reached",
                f"{reached} / {of}",
                "" if not of else "good" if reached == of else "warn",
                "states and transitions",
                "paths",
            )
        )
    if env.effort is not None:
        best = max((effort.run.code or 0.0 for effort in env.effort), default=0.0)
        found.append(
            Tile(
                "Empty effort",
                f"{best:.2f}",
                _tone(all(effort.ok for effort in env.effort)),
                "best V_code without work",
                "effort",
            )
        )
    if env.interventions is not None:
        runs = [run for intervention in env.interventions for run in intervention.runs]
        held = sum(run.ok for run in runs)
        found.append(
            Tile(
                "Interventions",
                f"{held} / {len(runs)}",
                _tone(held == len(runs), len(runs)),
                "none is free to ignore",
                "interventions",
            )
        )
    for label, figure, note in (
        ("Mutants killed", env.mutants, "declared"),
        ("Variants pass", env.variants, "declared"),
    ):
        if figure is not None:
            found.append(
                Tile(
                    label,
                    f"{figure.hits} / {figure.total}",
                    _tone(figure.hits == figure.total, figure.total),
                    note,
                    "cases",
                )
            )
    found.append(_measured("Workspace mutation", env.workspace_mutation))
    found.append(_measured("Verifier mutation", env.verifier_mutation))
    return found


def failures(env: EnvReport) -> list[Failure]:
    """Every check that some run did not pass, in the order of the page's sections."""
    found: list[Failure] = []
    for kind, runs in _runs(env):
        for run in runs:
            found.extend(
                Failure(run.name, kind, run.instance, outcome) for outcome in run.outcomes if outcome.result != "pass"
            )
    return found


def _runs(env: EnvReport) -> Iterable[tuple[str, Sequence[Run]]]:
    if env.paths is not None:
        yield "solution", env.paths.solution
    for case in env.cases or ():
        yield case.kind, case.runs
    for intervention in env.interventions or ():
        yield "intervention", [run.run for run in intervention.runs]
    yield "empty effort", [effort.run for effort in env.effort or ()]
    if env.paths is not None:
        yield "exploring", env.paths.explored


def _solution_row(env: EnvReport) -> Row | None:
    if env.paths is None:
        return None
    runs = env.paths.solution
    return run_row("solution", "", runs, env.checks, all(run.perfect for run in runs), wanted="pass")


def _effort_rows(env: EnvReport) -> list[Row]:
    by_name: dict[str, list[int]] = {}
    efforts = env.effort or ()
    for index, effort in enumerate(efforts):
        by_name.setdefault(effort.run.name, []).append(index)
    return [
        run_row(
            name,
            efforts[indices[0]].about,
            [efforts[i].run for i in indices],
            env.checks,
            all(efforts[i].ok for i in indices),
            wanted="lose",
        )
        for name, indices in by_name.items()
    ]


def _measured(label: str, figure: Figure | MutationFigure | None) -> Tile:
    if figure is None or figure.score is None:
        return Tile(label, "–", "", "not measured")
    hits = figure.hits if isinstance(figure, Figure) else figure.killed
    return Tile(label, f"{figure.score:.3f}", _tone(hits == figure.total), f"{hits} of {figure.total}")


def _warnings(env: EnvReport) -> str:
    warnings = sum(finding.severity == "warning" for finding in env.findings)
    return f"errors; {_count(warnings, 'warning')}" if warnings else "errors"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _tone(good: bool, tried: int = 1) -> str:
    """No colour where nothing was tried."""
    return "" if not tried else "good" if good else "bad"


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", errors="backslashreplace")
