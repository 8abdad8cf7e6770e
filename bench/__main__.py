"""`python -m bench [--short] [--only NAME]`: takes all measurements and writes docs/results/bench.json."""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import sys
from pathlib import Path

from bench.measure import Measure
from scripts.results_digest import code_digest

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "results" / "bench.json"
SUITES = ("checking", "workload")


def main() -> int:
    """Runs the suites; exit 1 where a bound is not kept."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--short", action="store_true", help="few repetitions; writes no result file")
    parser.add_argument("--only", choices=SUITES, help="one suite; writes no result file")
    args = parser.parse_args()
    taken: list[Measure] = []
    for name in SUITES if args.only is None else (args.only,):
        taken.extend(importlib.import_module(f"bench.{name}").measure(args.short))
    for measure in taken:
        bound = "at most" if measure.at_most else "at least"
        mark = "held  " if measure.held else "MISSED"
        print(f"{mark} {measure.ratio:7.2f} ({bound} {measure.reach:g})  {measure.name}")
        print(
            f"               ours {measure.ours:.2f}, anchor {measure.anchor:.2f} {measure.unit}, {measure.pairs} pairs"
        )
    if not args.short and args.only is None:
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        result = {
            "code": code_digest(),
            "python": platform.python_version(),
            "machine": platform.machine(),
            "measures": [measure.as_json() for measure in taken],
        }
        RESULTS.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
        print(f"written: {RESULTS.relative_to(ROOT)}")
    # A short run on a busy machine is a smoke test of the measurements, not a verdict.
    return 0 if args.short or all(measure.held for measure in taken) else 1


if __name__ == "__main__":
    sys.exit(main())
