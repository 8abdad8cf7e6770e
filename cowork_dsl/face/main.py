"""The `cowork` command: finds the module of the command that was named, parses its arguments, runs it.

Only that one module is imported, so a quick command does not pay for the slow ones.
"""

import argparse
import errno
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn, Protocol, cast

from cowork_dsl import __version__
from cowork_dsl.face import console
from cowork_dsl.face.commands import COMMANDS
from cowork_dsl.face.errors import INFRA, INTERRUPTED, OK, USAGE, InfraProblem, Problem, UsageProblem

BROKEN_PIPE = 141
"""What a shell reports of a program that was ended by SIGPIPE."""

_LAST_STREAM = 2


class Command(Protocol):
    """What a module in `face/commands/` exposes."""

    SUMMARY: str
    EXAMPLE: str

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Adds the command's own arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Does the work and returns the exit status."""


class _Parser(argparse.ArgumentParser):
    """An argument parser that raises what is wrong instead of leaving the process."""

    def error(self, message: str) -> NoReturn:
        raise UsageProblem(f"{self.prog}: {message}", mend=f"{self.prog} --help")


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal, asked for without `shutil`, which would load every way of compressing."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told) > 0:
        return int(told)
    try:
        return os.get_terminal_size(1).columns or 80
    except OSError:
        return 80


def load_command(name: str) -> Command:
    """Imports the module of one command."""
    return cast("Command", import_module(f"cowork_dsl.face.commands.{name}"))


def build_parser(name: str, command: Command) -> argparse.ArgumentParser:
    """The argument parser of one command: what all commands share, then what is its own."""
    parser = _Parser(
        prog=f"cowork {name}",
        description=f"{command.SUMMARY[0].upper()}{command.SUMMARY[1:]}.",
        epilog=f"example:\n  {command.EXAMPLE}",
        formatter_class=_Help,
        allow_abbrev=False,
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object on stdout, and nothing else there")
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")
    command.configure(parser)
    return parser


def overview() -> str:
    """The text of `cowork --help`."""
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {summary}" for name, summary in COMMANDS.items()]
    return "\n".join(
        [
            "usage: cowork COMMAND [ARGUMENTS]",
            "",
            "Environments for cowork agents: write, check, compile, prove and run them.",
            "",
            "commands:",
            *lines,
            "",
            "`cowork COMMAND --help` shows the arguments of one command.",
            "exit status: 0 as asked, 1 the thing examined is not good, 2 usage or a missing prerequisite, 3 infrastructure failed",
            "",
            "example:",
            "  cowork check examples/quarter_rollup.cowork",
        ]
    )


def main(argv: Sequence[str]) -> int:
    """Runs one command line and returns its exit status."""
    try:
        status = _dispatch(list(argv))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader went away, as in `cowork explain | head`: leave quietly, also when the interpreter flushes at the end.
        _drop_output()
        return BROKEN_PIPE
    except OSError as error:
        _drop_output()
        console.problem(f"the output can't be written: {error.strerror or error}", mend="send it somewhere else")
        return INFRA
    return status


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fill_streams() -> None:
    """Put something where a stream was closed, so that no file that is opened later takes its place."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= _LAST_STREAM:
        pass
    os.close(handle)
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115 (it lives as long as the process)
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115


def _dispatch(argv: list[str]) -> int:
    if not argv:
        console.say(overview())
        return USAGE
    name, *rest = argv
    if name in {"-h", "--help", "help"}:
        console.out(overview())
        return OK
    if name in {"-V", "--version"}:
        console.out(f"cowork {__version__}")
        return OK
    debug = "--debug" in rest
    as_json = "--json" in rest
    try:
        return _run_command(name, rest)
    except Problem as problem:
        return _tell(problem, as_json=as_json, debug=debug)
    except KeyboardInterrupt:
        if debug:
            raise
        console.problem("stopped; what had been written is kept", mend="the same command again")
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except (FileExistsError, FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError) as error:
        where = f" {error.filename}" if error.filename else ""
        refused = UsageProblem(
            f"cannot use{where}: {error.strerror or error}", mend="name another place, or mend this one"
        )
        return _tell(refused, as_json=as_json, debug=debug)
    except OSError as error:
        return _tell(_machine_problem(name, error), as_json=as_json, debug=debug)
    except Exception as error:  # noqa: BLE001 (the last line of defence: no traceback reaches a user)
        return _tell(_fault(name, error), as_json=as_json, debug=debug)


def _fault(name: str, error: Exception) -> Problem:
    return InfraProblem(
        f"cowork {name} failed in a way that it should not: {type(error).__name__}: {error}",
        mend="run it again with --debug and report what it shows",
    )


def _machine_problem(name: str, error: OSError) -> Problem:
    """What the machine has none of any more, or does not allow."""
    mend = {
        errno.ENOSPC: "make room, then the same command again",
        errno.EDQUOT: "make room, then the same command again",
        errno.EROFS: "name a place that can be written",
        errno.EMFILE: "let more files be open: ulimit -n 4096",
        errno.ENFILE: "close other programs, then the same command again",
        errno.ENOMEM: "close other programs, then the same command again",
        errno.EIO: "look at the disk, then the same command again",
    }.get(error.errno or 0)
    if mend is None:
        return _fault(name, error)
    where = f" {error.filename}" if error.filename else ""
    return InfraProblem(f"cowork {name} could not go on{where}: {error.strerror or error}", mend=mend)


def _run_command(name: str, rest: list[str]) -> int:
    if name not in COMMANDS:
        raise UsageProblem(f"there is no command `{name}`", mend=_nearest(name))
    command = load_command(name)
    parser = build_parser(name, command)
    try:
        args = parser.parse_args(rest)
    except SystemExit as leaving:  # after --help
        return OK if not leaving.code else USAGE
    return command.run(args)


def _nearest(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, n=1)
    return f"cowork {near[0]}" if near else "cowork --help"


def _tell(problem: Problem, *, as_json: bool, debug: bool) -> int:
    if debug:
        import traceback

        traceback.print_exc()
    console.problem(problem.message, mend=problem.mend)
    if as_json:
        console.out_json({"error": {"message": problem.message, "mend": problem.mend, "status": problem.status}})
    return problem.status


def entry() -> NoReturn:
    """The console script."""
    _fill_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A locale without some letter is no reason to fail.
            stream.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    entry()
