"""`cowork run`: rollouts of an agent in environments, recorded so that none is lost and none counts twice."""

import argparse
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cowork_dsl.face import console
from cowork_dsl.face.bundles import Opened, open_target, params_of
from cowork_dsl.face.commands import COMMANDS
from cowork_dsl.face.errors import INFRA, OK, InfraProblem, Stopped, UsageProblem
from cowork_dsl.face.targets import find_targets

if TYPE_CHECKING:
    from cowork_dsl.runtime.engine.folder import RunFolder
    from cowork_dsl.runtime.engine.outcome import Outcome, Summary
    from cowork_dsl.runtime.engine.plan import RunPlan

SUMMARY = COMMANDS["run"]
EXAMPLE = "cowork run examples/quarter_rollup.cowork --harness scripted --judge none -n 4 -o runs/first"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds targets, the harness, counts, the sandbox, the folder of the run."""
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="a .cowork file, a bundle, or a folder of either")
    parser.add_argument(
        "--harness", choices=["scripted"], default="scripted", help="who acts: `scripted` plays the solution (default)"
    )
    parser.add_argument("-n", type=_count, metavar="K", help="rollouts of each environment (1)")
    parser.add_argument("--seed", type=int, metavar="N", help="seed of the first rollout (0)")
    parser.add_argument("--param", action="append", default=[], metavar="K=V", help="set a param; the others are drawn")
    parser.add_argument(
        "--concurrency", type=_count, metavar="C", help="rollouts at once (as many as the machine has cores)"
    )
    parser.add_argument(
        "--sandbox", choices=["auto", "bwrap", "none"], default="auto", help="what isolates programs (auto)"
    )
    parser.add_argument(
        "--trust", action="store_true", help="with --sandbox none: programs may run on this machine without isolation"
    )
    parser.add_argument("--judge", choices=["none"], help="`none` leaves the judges out; rewards are then not measured")
    parser.add_argument("--unvalidated", action="store_true", help="run what has not passed `cowork test`; recorded")
    parser.add_argument("-o", "--output", required=True, metavar="RUNS", help="the folder of the run")
    parser.add_argument("--resume", action="store_true", help="go on with the run in RUNS: finish what is missing")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"`{text}` is no count: take a whole number from 1 on")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Plans or resumes a run, carries it out, prints its figures."""
    from cowork_dsl.runtime.engine.folder import RunBusy, RunFolder

    folder = RunFolder(Path(args.output))
    if folder.path.exists() and not folder.path.is_dir():
        raise UsageProblem(f"{folder.path} is no folder", "choose another folder: -o RUNS")
    # What is wrong with the call is told before the folder is made.
    plan, opened = _resumed(args, folder) if args.resume else _planned(args, folder)
    try:
        with folder.locked():
            if not args.resume:
                _must_be_new(folder)
                _written(folder, plan, opened)
            summary = _carried_out(args, folder, plan)
    except RunBusy as problem:
        raise UsageProblem(str(problem), "wait for it, or choose another folder: -o RUNS") from None
    except NotADirectoryError:
        raise UsageProblem(f"{folder.path} is in no folder", "choose another folder: -o RUNS") from None
    _show(args, folder, summary)
    return INFRA if "infra" in summary.void else OK


def _must_be_new(folder: "RunFolder") -> None:
    from cowork_dsl.runtime.engine.plan import FILE

    if (folder.path / FILE).exists():
        raise UsageProblem(
            f"{folder.path} holds a run already",
            f"cowork run --resume -o {folder.path}   (finishes it), or another folder",
        )


def _planned(args: argparse.Namespace, folder: "RunFolder") -> "tuple[RunPlan, list[Opened]]":
    from cowork_dsl.runtime.engine.plan import Environment, RunPlan, jobs_of

    if not args.targets:
        raise UsageProblem("nothing is named that is to be run", EXAMPLE)
    opened = _opened(args)
    environments = []
    for one in opened:
        validated = _is_validated(one)
        if not validated and not args.unvalidated:
            raise UsageProblem(
                f"{one.bundle.manifest.env} has not passed validation",
                f"cowork test {_named(args, one)}   (or --unvalidated, which every record then says)",
            )
        if one.bundle.rubric.judges and args.judge is None:
            raise UsageProblem(
                f"{one.bundle.manifest.env} declares judges, and no judge model is configured",
                "--judge none leaves them out: V_code is measured, the reward is not",
            )
        environments.append(Environment(env=one.bundle.manifest.env, digest=one.bundle.digest, validated=validated))
    _must_have_sandbox(args.sandbox, args.trust, opened)
    unique = tuple({one.digest: one for one in environments}.values())
    plan = RunPlan(
        harness=args.harness,
        sandbox=args.sandbox,
        trust=args.trust,
        judge="none",
        environments=unique,
        jobs=jobs_of(unique, args.n or 1, args.seed or 0),
    )
    return plan, opened


def _written(folder: "RunFolder", plan: "RunPlan", opened: list[Opened]) -> None:
    from cowork_dsl.runtime.engine.plan import write_plan

    for one in opened:
        folder.keep_bundle(one.bundle)
    write_plan(plan, folder.path)


def _resumed(args: argparse.Namespace, folder: "RunFolder") -> "tuple[RunPlan, list[Opened]]":
    from cowork_dsl.runtime.engine.plan import BadRun, read_plan

    try:
        plan = read_plan(folder.path)
    except BadRun as problem:
        raise UsageProblem(str(problem), f"start one: {EXAMPLE}") from None
    if args.targets and {one.bundle.digest for one in _opened(args)} != {one.digest for one in plan.environments}:
        raise UsageProblem(
            f"the run in {folder.path} was planned for other environments, or these have changed since",
            f"cowork run --resume -o {folder.path}   (goes on with what it was planned for)",
        )
    _must_be_as_planned(args, folder, plan)
    _must_have_sandbox(plan.sandbox, plan.trust, [])
    return plan, []


def _must_be_as_planned(args: argparse.Namespace, folder: "RunFolder", plan: "RunPlan") -> None:
    seeds = {job.seed for job in plan.jobs}
    if args.n not in (None, len(seeds)) or args.seed not in (None, min(seeds)):
        raise UsageProblem(
            f"the run in {folder.path} was planned with -n {len(seeds)} --seed {min(seeds)}, and stays so",
            f"cowork run --resume -o {folder.path}, or a further run in another folder: --seed {max(seeds) + 1}",
        )


def _opened(args: argparse.Namespace) -> list[Opened]:
    params = params_of(args.param)
    return [open_target(target, params) for target in find_targets(args.targets)]


def _is_validated(opened: Opened) -> bool:
    """Whether `cowork test` found this very bundle good."""
    try:
        found = json.loads((opened.folder / "private" / "validation.json").read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return False
    return isinstance(found, dict) and found.get("digest") == opened.bundle.digest and found.get("ok") is True


def _named(args: argparse.Namespace, opened: Opened) -> str:
    return (
        str(args.targets[0]) if len(args.targets) == 1 else str(opened.env.source.path if opened.env else opened.folder)
    )


def _must_have_sandbox(kind: str, trust: bool, opened: list[Opened]) -> None:
    from cowork_dsl.runtime.sandbox.api import SandboxUnavailable
    from cowork_dsl.runtime.sandbox.choose import open_sandbox

    programs = not opened or any(
        tool.source in ("shell", "python") for one in opened for tool in one.bundle.tools.tools
    )
    if kind == "none" and not trust and programs:
        raise UsageProblem(
            "--sandbox none would run the agent's programs on this machine without any isolation",
            "leave --sandbox away, or add --trust if every program in it is your own",
        )
    if kind != "none":
        try:
            open_sandbox("auto" if kind == "auto" else "bwrap").destroy()
        except SandboxUnavailable as problem:
            raise UsageProblem(problem.message, problem.mend) from None


def _carried_out(args: argparse.Namespace, folder: "RunFolder", plan: "RunPlan") -> "Summary":
    from cowork_dsl.runtime.engine.local import RunBroken, run_plan
    from cowork_dsl.runtime.engine.outcome import summary_of
    from cowork_dsl.runtime.record.journal import JournalDamaged

    passed = void = 0
    with console.progress("run", len(plan.jobs)) as progress:

        def report(outcome: "Outcome") -> None:
            nonlocal passed, void
            passed += outcome.passed
            void += outcome.void is not None
            progress.advance(note=f"{passed} passed, {void} void")

        try:
            outcomes = run_plan(folder, plan, args.concurrency or len(os.sched_getaffinity(0)), report)
        except KeyboardInterrupt:
            raise Stopped(
                "stopped; every rollout that was finished is kept", f"cowork run --resume -o {folder.path}"
            ) from None
        except JournalDamaged as problem:
            raise InfraProblem(str(problem), "restore the file from a copy, or start the run anew elsewhere") from None
        except RunBroken as problem:
            _broken(args, folder, problem.mend, str(problem), problem.detail)
    return summary_of(len(plan.jobs), outcomes)


def _broken(args: argparse.Namespace, folder: "RunFolder", mend: str, message: str, detail: str) -> NoReturn:
    if args.debug and detail:
        console.say(detail)
    raise InfraProblem(message, mend or f"cowork run --resume -o {folder.path} --debug")


def _show(args: argparse.Namespace, folder: "RunFolder", summary: "Summary") -> None:
    if args.json:
        console.out_json(
            {
                "planned": summary.planned,
                "done": summary.done,
                "passed": summary.passed,
                "void": summary.void,
                "mean_reward": summary.mean_reward,
                "rewards": summary.rewards,
                "pass_rate": {"low": summary.low, "high": summary.high},
                "endings": summary.endings,
                "path": str(folder.path),
            }
        )
        return
    voids = ", ".join(f"{count} {who}" for who, count in summary.void.items()) or "none"
    reward = "not measured" if summary.mean_reward is None else f"{summary.mean_reward:.4f} (of {summary.rewards})"
    console.out(f"planned {summary.planned}, done {summary.done}, passed {summary.passed}, void: {voids}")
    console.out(f"mean reward {reward}")
    console.out(f"written to {folder.path}")
