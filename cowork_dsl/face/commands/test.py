"""`cowork test`: proves a verifier by running solutions, lazy agents, mutants and variants."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from cowork_dsl.face import console
from cowork_dsl.face.bundles import Opened, Unsound, cache_of, checked_environment, compiled, kept, open_bundle
from cowork_dsl.face.commands import COMMANDS
from cowork_dsl.face.errors import NOT_GOOD, OK, InfraProblem, UsageProblem
from cowork_dsl.face.targets import Target, find_targets

if TYPE_CHECKING:
    from cowork_dsl.validation.options import Options
    from cowork_dsl.validation.report.model import EnvReport, Finding, Report
    from cowork_dsl.validation.subject import Subject

SUMMARY = COMMANDS["test"]
EXAMPLE = "cowork test examples/quarter_rollup.cowork --report report"


COLUMNS = (
    "environment",
    "instances",
    "solution",
    "idle",
    "effort",
    "interventions",
    "mutants",
    "variants",
    "errors",
    "result",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds targets, the parts to run, and where the report goes."""
    parser.add_argument("targets", nargs="+", metavar="TARGET", help="a .cowork file, a bundle, or a folder of either")
    parser.add_argument("--only", metavar="PARTS", help="only these parts: paths,effort,interventions,cases")
    parser.add_argument("--report", metavar="DIR", help="write the report as a page: DIR/index.html")
    parser.add_argument("--instances", type=int, metavar="N", help="how many instances of a family to look at (5)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the first instance (1)")
    parser.add_argument("--sandbox", choices=("auto", "bwrap"), default="auto", help="where programs run (auto)")
    parser.add_argument("--workers", type=int, default=0, metavar="N", help="processes (one a core)")
    parser.add_argument(
        "--again", action="store_true", help="also validate what has not changed since it was validated"
    )


def run(args: argparse.Namespace) -> int:
    """Validates each target; one that has errors does not hold up the others."""
    from cowork_dsl.validation.report.model import Report

    options = _options(args)
    if args.report is not None and Path(args.report).exists() and not Path(args.report).is_dir():
        raise UsageProblem(f"{args.report} is no folder", "name a folder for the report: --report DIR")
    subjects, unsound = _subjects(find_targets(args.targets), options)
    report = Report(envs=tuple(_validated(subjects, options, again=args.again)))
    page = _page(report, args.report)
    if args.json:
        failed = [{"message": problem.message, "mend": problem.mend} for problem in unsound]
        console.out_json({"ok": report.ok and not unsound, "failed": failed, **report.model_dump(mode="json")})
    else:
        _show(report.envs)
        for problem in unsound:
            console.problem(problem.message, problem.mend)
        if page is not None:
            console.out(f"the report: {page}")
    return OK if report.ok and not unsound else NOT_GOOD


def _options(args: argparse.Namespace) -> "Options":
    from cowork_dsl.validation.options import INSTANCES, Options
    from cowork_dsl.validation.report.model import PASSES

    asked = [part.strip() for part in args.only.split(",")] if args.only is not None else list(PASSES)
    for part in asked:
        if part not in PASSES:
            raise UsageProblem(f"--only knows no part `{part}`", f"parts are: {', '.join(PASSES)}")
    instances = INSTANCES if args.instances is None else args.instances
    if instances < 1 or args.workers < 0:
        raise UsageProblem("--instances and --workers take counts", "--instances 5")
    return Options(
        only=tuple(part for part in PASSES if part in asked),
        instances=instances,
        seed=args.seed,
        sandbox=args.sandbox,
        workers=args.workers,
    )


def _subjects(targets: list[Target], options: "Options") -> tuple[list[tuple["Subject", list[Opened]]], list[Unsound]]:
    """What each target gives to validate, with the folders of its bundles; and what could not be compiled."""
    subjects = []
    unsound = []
    for target in targets:
        try:
            subjects.append(_subject(target, options))
        except Unsound as problem:
            unsound.append(problem)
    return subjects, unsound


def _subject(target: Target, options: "Options") -> tuple["Subject", list[Opened]]:
    from cowork_dsl.compiler.emit.places import shown
    from cowork_dsl.compiler.instance.sample import sample_instances
    from cowork_dsl.validation.subject import Subject

    if target.kind == "bundle":
        opened = open_bundle(Path(target.path))
        return Subject((opened.bundle,)), [opened]
    env = checked_environment(target.path)
    found = []
    for sampled in sample_instances(env, options.instances, options.seed):
        bundle = compiled(env, target.path, sampled.params, sampled.seed)
        folder = cache_of(target.path) / f"{bundle.manifest.env}-{bundle.digest[:16]}"
        found.append(kept(bundle, folder, None, env))
    sources = (*env.used, env.source)
    texts: Mapping[str, str] = {shown(source): source.text for source in sources}
    paths: Mapping[str, str] = {shown(source): source.path for source in sources}
    return Subject(tuple(one.bundle for one in found), texts, paths), found


def _validated(subjects: list[tuple["Subject", list[Opened]]], options: "Options", again: bool) -> "list[EnvReport]":
    from cowork_dsl.runtime.sandbox.api import SandboxUnavailable
    from cowork_dsl.validation import stored
    from cowork_dsl.validation.play import InfraFailure
    from cowork_dsl.validation.run import planned, validate

    known = [
        None if again else stored.reusable(bundles[0].folder, subject.instances, options, subject.paths)
        for subject, bundles in subjects
    ]
    total = sum(planned(subject, options) for (subject, _), report in zip(subjects, known, strict=True) if not report)
    reports = []
    with console.progress("test", total) as progress:
        for (subject, bundles), report in zip(subjects, known, strict=True):
            name = subject.first.manifest.env

            def advance(steps: int, note: str = name) -> None:
                progress.advance(steps, note)

            if report is None:
                try:
                    report = validate(subject, options, advance)
                except SandboxUnavailable as problem:
                    raise UsageProblem(problem.message, problem.mend) from problem
                except InfraFailure as problem:
                    raise InfraProblem(f"{name}: a run broke: {problem}", "cowork doctor") from problem
                for one in bundles:
                    stored.write(one.folder, one.bundle.digest, report)
            reports.append(report)
    return reports


def _page(report: "Report", folder: str | None) -> Path | None:
    if folder is None:
        return None
    from cowork_dsl.validation.report.page import write_report

    return write_report(report, Path(folder))


def _show(envs: "tuple[EnvReport, ...]") -> None:
    if not envs:
        return
    for env in envs:
        for finding in env.findings:
            _show_finding(finding)
    console.table(COLUMNS, [_row(env) for env in envs])
    unjudged = [env.env for env in envs if env.judged is False]
    if unjudged:
        console.out(f"judges were not asked, so V_LLM is not measured: {', '.join(unjudged)}")


def _show_finding(finding: "Finding") -> None:
    from cowork_dsl.runtime.pages.text import shown

    lines = [f"{finding.file}:{finding.line}: {finding.severity} {finding.code}: {finding.message}"]
    if finding.text:
        lines.append(f"  {finding.line} | {finding.text}")
    lines += [f"  - {note}" for note in finding.notes]
    if finding.help:
        lines.append(f"  mend: {finding.help}")
    for line in (*lines, ""):
        console.out(shown(line))


def _row(env: "EnvReport") -> tuple[object, ...]:
    solution = env.paths and f"{sum(run.perfect for run in env.paths.solution)}/{len(env.paths.solution)}"
    idle = [effort.run.code or 0.0 for effort in env.effort or () if effort.bound == "zero"]
    best = [effort.run.code or 0.0 for effort in env.effort or () if effort.bound != "zero"]
    runs = [run.ok for intervention in env.interventions or () for run in intervention.runs]
    return (
        env.env,
        len(env.instances),
        solution or "–",
        f"{max(idle):.2f}" if idle else "–",
        f"{max(best):.2f}" if best else "–",
        f"{sum(runs)}/{len(runs)}" if env.interventions is not None else "–",
        f"{env.mutants.hits}/{env.mutants.total}" if env.mutants else "–",
        f"{env.variants.hits}/{env.variants.total}" if env.variants else "–",
        sum(finding.severity == "error" for finding in env.findings),
        "passed" if env.ok else "NOT PASSED",
    )
