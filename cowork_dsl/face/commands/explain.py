"""`cowork explain`: what a diagnostic code means, with a wrong and a right example."""

from __future__ import annotations

import argparse

from cowork_dsl.compiler.diagnostics.near import nearest
from cowork_dsl.face import console
from cowork_dsl.face.errors import OK, UsageProblem
from cowork_dsl.grammar.diagnostics import catalogue
from cowork_dsl.grammar.diagnostics.entry import Entry

SUMMARY = "say what a diagnostic code means and how to mend it"
EXAMPLE = "cowork explain CW210"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the code."""
    parser.add_argument(
        "code", nargs="?", metavar="CODE", help="a code such as CW210; all codes are listed where it is left out"
    )


def run(args: argparse.Namespace) -> int:
    """Prints one entry of the catalogue, or its titles."""
    entries = catalogue()
    if args.code is None:
        if args.json:
            console.out_json({"codes": {code: entry.title for code, entry in entries.items()}})
        else:
            console.out("\n".join(f"{code}  {entry.title}" for code, entry in entries.items()))
        return OK
    code = args.code.upper()
    entry = entries.get(code) or entries.get(f"CW{code}")
    if entry is None:
        near = nearest(code, entries)
        raise UsageProblem(
            f"there is no code {args.code}", mend=f"cowork explain {near}" if near else "cowork explain lists all codes"
        )
    if args.json:
        console.out_json({name: getattr(entry, name) for name in ("code", "title", "cause", "wrong", "right")})
    else:
        console.out(_page(entry))
    return OK


def _page(entry: Entry) -> str:
    import textwrap

    return "\n".join(
        [
            f"{entry.code}: {entry.title}",
            "",
            textwrap.fill(entry.cause, 96),
            "",
            "wrong:",
            "",
            textwrap.indent(entry.wrong.rstrip(), "    "),
            "",
            "right:",
            "",
            textwrap.indent(entry.right.rstrip(), "    "),
        ]
    )
