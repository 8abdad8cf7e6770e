"""`cowork doctor`: what this machine can run, what is missing, how to mend it."""

import argparse
from typing import TYPE_CHECKING

from cowork_dsl.face import console
from cowork_dsl.face.errors import OK, USAGE

if TYPE_CHECKING:
    from cowork_dsl.face.prerequisites import Finding

SUMMARY = "say what this machine can run, what is missing and how to mend it"
EXAMPLE = "cowork doctor"


def configure(parser: argparse.ArgumentParser) -> None:
    """`doctor` takes no arguments of its own."""


def run(args: argparse.Namespace) -> int:
    """Looks for each prerequisite; the status is 2 if one that is needed is missing."""
    from cowork_dsl.face.prerequisites import examine

    findings = list(examine())
    lacking = [finding for finding in findings if finding.needed and not finding.ok]
    if args.json:
        checks = [
            {"name": f.name, "ok": f.ok, "needed": f.needed, "detail": f.detail, "mend": f.mend} for f in findings
        ]
        console.out_json({"ok": not lacking, "checks": checks})
    else:
        console.table(("check", "state", "detail"), [(f.name, _state(f), f.detail) for f in findings])
        for finding in findings:
            if not finding.ok:
                console.out(f"{finding.name}: {finding.mend}")
        console.out("not ready: something needed is missing" if lacking else "ready")
    return USAGE if lacking else OK


def _state(finding: "Finding") -> str:
    if finding.ok:
        return "ok"
    return "MISSING" if finding.needed else "absent, optional"
