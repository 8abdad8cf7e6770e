"""`cowork new`: scaffolds an environment that passes its own test."""

import argparse
import os
import re
from pathlib import Path

from cowork_dsl.face import console
from cowork_dsl.face.errors import OK, UsageProblem

SUMMARY = "scaffold an environment that passes its own test"
EXAMPLE = "cowork new expense_claims"

SCAFFOLD = Path(__file__).resolve().parents[1] / "scaffold.cowork"
PLACEHOLDER = "your_environment"
NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the name."""
    parser.add_argument("name", metavar="NAME", help="the name of the environment; NAME.cowork is written")


def run(args: argparse.Namespace) -> int:
    """Writes the file; what stands there already is left alone."""
    name = args.name.removesuffix(".cowork")
    if not NAME.fullmatch(name):
        wished = re.sub(r"[^a-z0-9.]+", "_", os.path.basename(name).lower()).strip("_.")
        mend = f"cowork new {wished}" if NAME.fullmatch(wished) else EXAMPLE
        raise UsageProblem(f"`{args.name}` is no name: small letters, digits and _, with dots in between", mend=mend)
    path = Path(f"{name}.cowork")
    text = SCAFFOLD.read_text(encoding="utf-8").replace(PLACEHOLDER, name)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UsageProblem(f"{path} is there already", mend="choose another name, or move it away") from None
    if args.json:
        console.out_json({"path": str(path)})
    else:
        console.out(f"wrote {path}")
        console.say(f"next: cowork check {path} && cowork test {path}")
    return OK
