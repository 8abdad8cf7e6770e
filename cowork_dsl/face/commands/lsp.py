"""`cowork lsp`: the language server."""

import argparse
import contextlib
import os
import sys

from cowork_dsl.face.commands import COMMANDS
from cowork_dsl.face.errors import NOT_GOOD, OK, UsageProblem

SUMMARY = COMMANDS["lsp"]
EXAMPLE = "cowork lsp"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds `--stdio`, which editors like to give."""
    parser.add_argument("--stdio", action="store_true", help="speak over stdin and stdout; there is no other way")


def run(args: argparse.Namespace) -> int:
    """Serves one client until it leaves."""
    try:
        import pygls  # noqa: F401 (asked for here, so that its absence is told in a sentence)
    except ImportError as missing:
        raise UsageProblem(
            "`cowork lsp` needs pygls, which is not installed", mend="pip install 'cowork-gym[lsp]'"
        ) from missing
    from cowork_dsl.face.lsp.server import make_server

    server = make_server()
    # The protocol gets a stdout of its own: whatever else is printed must not get between its messages.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out, contextlib.redirect_stdout(sys.stderr):
        server.start_io(stdout=out)
    return OK if server.dismissed else NOT_GOOD
