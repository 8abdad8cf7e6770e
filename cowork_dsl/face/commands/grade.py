"""`cowork grade`: the verifier of an environment on a workspace folder."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cowork_dsl.face import console
from cowork_dsl.face.bundles import open_target, params_of
from cowork_dsl.face.commands import COMMANDS
from cowork_dsl.face.errors import INFRA, NOT_GOOD, OK, UsageProblem
from cowork_dsl.face.targets import find_targets

if TYPE_CHECKING:
    from cowork_dsl.compiler.bundle.bundle import Bundle
    from cowork_dsl.runtime.record.trajectory import Trajectory
    from cowork_dsl.runtime.verdict.evidence import Evidence
    from cowork_dsl.runtime.verdict.model import CheckResult, Verdict

SUMMARY = COMMANDS["grade"]
EXAMPLE = "cowork grade examples/quarter_rollup.cowork my-workspace"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the environment, the folder, the record, and which instance it is."""
    parser.add_argument("target", metavar="TARGET", help="a .cowork file or a bundle")
    parser.add_argument("workspace", metavar="WORKSPACE", help="the folder that the agent left")
    parser.add_argument(
        "--trajectory",
        metavar="FILE",
        help="the record of the rollout (RUNS/rollouts/*.jsonl.zst); without it process checks prove nothing and no "
        "user is taken to have changed anything",
    )
    parser.add_argument("--rollout", metavar="ID", help="which rollout, where FILE holds several")
    parser.add_argument("--param", action="append", default=[], metavar="K=V", help="set a param; the others are drawn")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the instance (1)")


def run(args: argparse.Namespace) -> int:
    """Grades the folder and prints the verdict check by check."""
    from cowork_dsl.runtime.verdict.grade import grade

    targets = find_targets([args.target])
    if len(targets) > 1:
        raise UsageProblem(f"{args.target} holds several environments", "name one of them")
    bundle = open_target(targets[0], params_of(args.param), args.seed).bundle
    verdict = grade(bundle, _evidence(args, bundle))
    if args.json:
        console.out_json(_as_json(verdict))
    else:
        _show(verdict)
    if verdict.error:
        return INFRA
    return OK if verdict.passed else NOT_GOOD


def _evidence(args: argparse.Namespace, bundle: "Bundle") -> "Evidence":
    from cowork_dsl.runtime.verdict.folder import folder_evidence, folder_files
    from cowork_dsl.runtime.workspace.confined import WorkspaceLimit

    if args.rollout is not None and args.trajectory is None:
        raise UsageProblem("--rollout names a rollout in a record", "name the record, too: --trajectory FILE")
    if not Path(args.workspace).is_dir():
        raise UsageProblem(f"{args.workspace} is no folder", "name the folder that the agent left")
    try:
        if args.trajectory is None:
            return folder_evidence(bundle, args.workspace)
        recorded = _recorded(Path(args.trajectory), args.rollout, bundle)
        return replace(recorded, after=replace(recorded.after, files=folder_files(args.workspace)))
    except WorkspaceLimit as problem:
        raise UsageProblem(f"{args.workspace}: {problem}", "grade a folder that is within these bounds") from problem


def _recorded(file: Path, rollout: str | None, bundle: "Bundle") -> "Evidence":
    from cowork_dsl.compiler.bundle.store import Store
    from cowork_dsl.runtime.rollout.evidence import evidence_of

    trajectory = _trajectory(file, rollout, bundle)
    try:
        return evidence_of(trajectory, bundle, Store(file.absolute().parent.parent / "store"))
    except ValueError as problem:
        raise UsageProblem(str(problem), "name a rollout that ran to its end: --rollout ID") from problem
    except LookupError as problem:
        raise UsageProblem(
            f"{file}: the contents that the record names are missing from the run's store",
            "keep FILE where `cowork run` wrote it: RUNS/rollouts, beside RUNS/store",
        ) from problem


def _trajectory(file: Path, rollout: str | None, bundle: "Bundle") -> "Trajectory":
    from pydantic import ValidationError

    from cowork_dsl.runtime.record.journal import JournalDamaged, read

    found: list[Trajectory] = []
    held = ""
    try:
        for one in read(file):
            held = held or one.id
            if rollout in (None, one.id):
                found.append(one)
    except (JournalDamaged, ValidationError) as problem:
        raise UsageProblem(f"{file} is no whole record of rollouts", "name a file of RUNS/rollouts") from problem
    if not held:
        raise UsageProblem(f"there is no finished rollout in {file}", "name a file of RUNS/rollouts")
    if not found:
        raise UsageProblem(f"there is no rollout {rollout} in {file}", f"one that it holds: --rollout {held}")
    ours = [one for one in found if one.digest == bundle.digest]
    if not ours:
        raise UsageProblem(
            f"{file} is of another environment or instance than {bundle.manifest.env} ({bundle.digest[:16]})",
            f"the bundle of the run: {file.absolute().parent.parent / 'bundles' / found[0].digest}",
        )
    if len(ours) > 1:
        raise UsageProblem(f"{file} holds {len(ours)} rollouts", f"name one: --rollout {ours[0].id}")
    return ours[0]


def _as_json(verdict: "Verdict") -> dict[str, object]:
    def number(value: object) -> float | None:
        return None if value is None else float(str(value))

    return {
        "reward": number(verdict.reward),
        "code": number(verdict.code),
        "judge": number(verdict.judge),
        "passed": verdict.passed,
        "error": verdict.error,
        "checks": [
            {
                "name": check.name,
                "kind": check.kind,
                "result": check.result,
                "credit": number(check.credit),
                "weight": check.weight,
                "gate": check.gate,
                "covers": check.covers,
                "message": check.message,
                "reason": check.reason,
                "operands": list(check.operands),
                "file": check.place.file,
                "line": check.place.line,
            }
            for check in verdict.checks
        ],
    }


def _show(verdict: "Verdict") -> None:
    console.table(("check", "result", "credit", "counts"), [_row(check) for check in verdict.checks])
    for check in verdict.checks:
        if check.result != "pass":
            console.out(f"{check.where}: {check.name}: {check.message}")
            console.out(f"  {check.result}: {check.reason}")
            for operand in check.operands:
                if operand != check.reason:
                    console.out(f"  {operand}")
    judged = "not measured (no judge is configured)" if verdict.judges else "no judge is declared"
    code = "void" if verdict.code is None else f"{verdict.code:f}"
    reward = "void" if verdict.error else "not measured" if verdict.reward is None else f"{verdict.reward:f}"
    result = "VOID: the verifier broke" if verdict.error else "passed" if verdict.passed else "NOT PASSED"
    console.out(f"V_code {code}, V_LLM {judged}, reward {reward}: {result}")


def _row(check: "CheckResult") -> tuple[object, ...]:
    return check.name, check.result, f"{check.credit:f}", "gate" if check.gate else f"weight {check.weight}"
