"""`cowork compile`: environments into bundles."""

import argparse
from pathlib import Path

from cowork_dsl.face import console
from cowork_dsl.face.bundles import Unsound, checked_environment, compiled, kept, open_bundle, params_of
from cowork_dsl.face.commands import COMMANDS
from cowork_dsl.face.errors import NOT_GOOD, OK, UsageProblem
from cowork_dsl.face.targets import Target, find_targets

SUMMARY = COMMANDS["compile"]
EXAMPLE = "cowork compile examples/quarter_rollup.cowork -o bundles --param region_count=3 --seed 7"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds targets, the folder to write to, params, seed and store."""
    parser.add_argument("targets", nargs="+", metavar="TARGET", help="a .cowork file, a bundle, or a folder of either")
    parser.add_argument(
        "-o", "--output", required=True, metavar="DIR", help="where bundles go, each in a folder of its own"
    )
    parser.add_argument("--param", action="append", default=[], metavar="K=V", help="set a param; the others are drawn")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="what all draws depend on (1)")
    parser.add_argument("--store", metavar="DIR", help="where blobs go (DIR/store beside the bundles)")


def run(args: argparse.Namespace) -> int:
    """Compiles each target; one that has errors does not hold up the others."""
    out = Path(args.output)
    if out.exists() and not out.is_dir():
        raise UsageProblem(f"{out} is no folder", "name a folder for the bundles: -o DIR")
    params = params_of(args.param)
    store = Path(args.store) if args.store else None
    targets = find_targets(args.targets)
    bundles: list[dict[str, str]] = []
    taken: dict[str, str] = {}
    failed: list[Unsound] = []
    with console.progress("compile", len(targets)) as progress:
        for target in targets:
            try:
                bundles.append(_one(target, out, params, args.seed, store, taken))
            except Unsound as problem:
                failed.append(problem)
            progress.advance()
    if args.json:
        found = [_json(broken) for broken in failed]
        console.out_json({"bundles": bundles, "failed": found})
    else:
        for bundle in bundles:
            console.out(f"{bundle['env']}  {bundle['digest'][:16]}  {bundle['path']}")
        for broken in failed:
            console.problem(broken.message, broken.mend)
    return NOT_GOOD if failed else OK


def _one(
    target: Target, out: Path, params: dict[str, str], seed: int, store: Path | None, taken: dict[str, str]
) -> dict[str, str]:
    if target.kind == "bundle":
        bundle, env = open_bundle(Path(target.path), params, store).bundle, None
    else:
        env = checked_environment(target.path)
        bundle = compiled(env, target.path, params, seed)
    # two files may declare one name: the second gets its digest into its folder's name
    name = bundle.manifest.env
    if taken.setdefault(name, bundle.digest) != bundle.digest:
        name = f"{name}-{bundle.digest[:12]}"
    written = kept(bundle, out / name, store, env)
    return {"env": bundle.manifest.env, "digest": bundle.digest, "path": str(written.folder)}


def _json(problem: Unsound) -> dict[str, object]:
    found = [
        {"code": d.code, "severity": d.severity, "file": d.source.path, "line": d.line, "message": d.message}
        for d in problem.diagnostics
    ]
    return {"message": problem.message, "diagnostics": found}
