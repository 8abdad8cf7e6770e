"""`cowork taxonomy`: the terms that environments are labelled with, and what no dimension covers."""

import argparse

from cowork_dsl.face import console
from cowork_dsl.face.errors import OK, UsageProblem
from cowork_dsl.grammar.taxonomy import Taxonomy, load_taxonomy

SUMMARY = "list the terms that environments are labelled with"
EXAMPLE = "cowork taxonomy --dimension capability"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the choice of one dimension."""
    parser.add_argument("--dimension", metavar="NAME", help="only this dimension, such as `scenario` or `capability`")


def run(args: argparse.Namespace) -> int:
    """Prints the terms with their definitions."""
    taxonomy = load_taxonomy()
    if args.dimension is not None and args.dimension not in taxonomy.dimensions:
        raise UsageProblem(
            f"there is no dimension `{args.dimension}`", mend=f"one of: {', '.join(taxonomy.dimensions)}"
        )
    chosen = [args.dimension] if args.dimension else list(taxonomy.dimensions)
    if args.json:
        console.out_json(_as_json(taxonomy, chosen))
        return OK
    for dimension in chosen:
        console.out(f"{dimension}: {taxonomy.dimensions[dimension]}\n")
        for term in taxonomy.of(dimension, groups=True):
            depth = term.id.count(".")
            name = term.id.rpartition(".")[2]
            console.out(f"{'  ' * (depth + 1)}{name}: {term.means}")
        console.out("")
    if args.dimension is None:
        console.out("not covered:")
        for gap in taxonomy.not_covered:
            console.out(f"  {gap}")
    return OK


def _as_json(taxonomy: Taxonomy, chosen: list[str]) -> dict[str, object]:
    dimensions = {
        dimension: {
            "means": taxonomy.dimensions[dimension],
            "terms": [{"id": term.id, "means": term.means} for term in taxonomy.of(dimension)],
        }
        for dimension in chosen
    }
    return {"version": taxonomy.version, "dimensions": dimensions, "not_covered": list(taxonomy.not_covered)}
