"""`cowork check`: what is wrong in `.cowork` files, without running anything."""

from __future__ import annotations

import argparse
import sys

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.read import read_source
from cowork_dsl.face import console
from cowork_dsl.face.errors import NOT_GOOD, OK
from cowork_dsl.face.targets import source_files

SUMMARY = "report what is wrong in .cowork files, without running anything"
EXAMPLE = "cowork check examples/quarter_rollup.cowork"

FORMATS = ("text", "json", "sarif", "github")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the files and the format."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a .cowork file, or a folder that holds some")
    parser.add_argument(
        "--format", choices=FORMATS, default="text", help="how messages are printed; --json is --format json"
    )


def run(args: argparse.Namespace) -> int:
    """Checks the files; 1 where one has an error."""
    files = source_files(args.paths)
    found: list[Diagnostic] = []
    for path in files:
        found.extend(check_file(path))
    # Files that use the same broken file report it once.
    found = list({(d.source.path, d.span.start, d.span.end, d.code): d for d in found}.values())
    errors = sum(1 for diagnostic in found if diagnostic.severity == "error")
    _print("json" if args.json else args.format, found, len(files), errors)
    return NOT_GOOD if errors else OK


def check_file(path: str) -> tuple[Diagnostic, ...]:
    """What is wrong in one file."""
    source, problems = read_source(path)
    return problems if source is None else check_source(source, Files()).diagnostics


def _print(shape: str, found: list[Diagnostic], files: int, errors: int) -> None:
    if shape == "json":
        from cowork_dsl.compiler.diagnostics.render_json import render as as_json

        console.out_json({"diagnostics": as_json(found), "files": files, "errors": errors})
    elif shape == "sarif":
        from cowork_dsl import __version__
        from cowork_dsl.compiler.diagnostics.render_sarif import render as as_sarif
        from cowork_dsl.grammar.diagnostics import catalogue

        titles = {code: entry.title for code, entry in catalogue().items()}
        console.out_json(as_sarif(found, titles, __version__))
    elif shape == "github":
        from cowork_dsl.compiler.diagnostics.render_github import render as as_github

        if found:
            console.out(as_github(found))
    else:
        if found:
            from cowork_dsl.compiler.diagnostics.render_text import render as as_text

            console.out(as_text(found, sys.stdout.isatty()))
        console.say(_summary(files, errors, len(found) - errors))


def _summary(files: int, errors: int, warnings: int) -> str:
    def counted(number: int, word: str) -> str:
        return f"{number} {word}{'' if number == 1 else 's'}"

    verdict = ", ".join(counted(number, word) for number, word in ((errors, "error"), (warnings, "warning")) if number)
    return f"{counted(files, 'file')}: {verdict or 'nothing wrong'}"
