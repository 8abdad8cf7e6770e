"""`cowork fmt`: the one format."""

import argparse
import sys

from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.diagnostics.render_text import render
from cowork_dsl.compiler.read import read_source, source_of
from cowork_dsl.compiler.schema.shorten import shorten
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import parse_file
from cowork_dsl.compiler.syntax.format import format_source
from cowork_dsl.face import console
from cowork_dsl.face.errors import NOT_GOOD, OK, InfraProblem, UsageProblem
from cowork_dsl.face.targets import source_files

SUMMARY = "write files in the one format"
EXAMPLE = "cowork fmt quarter.cowork"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the files and `--check`."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files or folders; `-` reads stdin and writes stdout")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 where a file would change")


def run(args: argparse.Namespace) -> int:
    """Formats each file; files that do not parse are left alone and reported."""
    if args.paths == ["-"]:
        return _stdin(args)
    changed: list[str] = []
    broken: list[Diagnostic] = []
    for path in source_files(args.paths):
        source, problems = read_source(path)
        text = None if source is None else formatted(source)
        if source is None or text is None:
            broken.extend(problems if source is None else parse_file(source).diagnostics)
        elif text != source.text:
            changed.append(path)
            if not args.check:
                _write(path, text)
    return _report(args, changed, broken)


def formatted(source: Source) -> str | None:
    """The text in the one format, or None where it does not parse."""
    return format_source(shorten(source))


def _write(path: str, text: str) -> None:
    """Replaces a file whole or not at all, so that a crash or a full disk loses nothing."""
    import os
    import tempfile

    real = os.path.realpath(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(real), prefix=".cowork-fmt-")
    except OSError as problem:
        raise UsageProblem(f"cannot write beside {path}: {problem.strerror}", "the file is as it was") from problem
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(temporary, os.stat(real).st_mode & 0o777)
        os.replace(temporary, real)
    except OSError as problem:
        os.unlink(temporary)
        raise InfraProblem(f"{path} could not be written: {problem.strerror}", "the file is as it was") from problem


def _stdin(args: argparse.Namespace) -> int:
    source, problems = source_of("-", sys.stdin.buffer.read())
    text = None if source is None else formatted(source)
    if source is None or text is None:
        return _report(args, [], list(problems if source is None else parse_file(source).diagnostics))
    if not args.check and not args.json:
        sys.stdout.write(text)
        return OK
    return _report(args, ["-"] if text != source.text else [], [])


def _report(args: argparse.Namespace, changed: list[str], broken: list[Diagnostic]) -> int:
    if broken:
        console.say(render(broken, color=sys.stderr.isatty()))
    if args.json:
        console.out_json({"changed": changed, "broken": sorted({found.source.path for found in broken})})
    elif not broken:
        done = "would change" if args.check else "changed"
        console.say("".join(f"{done} {path}\n" for path in changed) or "nothing to change\n")
    return NOT_GOOD if broken or (args.check and changed) else OK
