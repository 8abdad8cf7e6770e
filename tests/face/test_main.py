"""The frame that all commands share."""

import io
import json
import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from cowork_dsl import __version__
from cowork_dsl.face import main as face
from cowork_dsl.face.commands import COMMANDS
from cowork_dsl.face.errors import InfraProblem, Stopped, UsageProblem

ROOT = Path(__file__).resolve().parents[2]
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException | int], None]:
    """Puts a command that returns or raises what is given in the place of `check`."""

    def place(outcome: BaseException | int) -> None:
        def run(_args: Namespace) -> int:
            if isinstance(outcome, BaseException):
                raise outcome
            return outcome

        def configure(parser: ArgumentParser) -> None:
            parser.add_argument("paths", nargs="*")

        module = SimpleNamespace(SUMMARY="a summary", EXAMPLE="cowork check a.cowork", configure=configure, run=run)
        monkeypatch.setattr(face, "load_command", lambda _name: module)

    return place


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_of_the_table_has_a_module_with_the_same_summary(name: str) -> None:
    command = face.load_command(name)

    assert command.SUMMARY == COMMANDS[name]
    assert command.EXAMPLE.startswith(f"cowork {name}")


@pytest.mark.parametrize("name", COMMANDS)
def test_help_shows_an_example(name: str, capsys: Capture) -> None:
    status = face.main([name, "--help"])
    shown = capsys.readouterr().out

    assert status == 0
    assert f"example:\n  cowork {name}" in shown
    assert "--json" in shown


def test_each_module_is_in_the_table() -> None:
    from pkgutil import iter_modules

    from cowork_dsl.face import commands

    assert {module.name for module in iter_modules(commands.__path__)} == set(COMMANDS)


def test_overview_names_each_command(capsys: Capture) -> None:
    assert face.main(["--help"]) == 0

    lines = capsys.readouterr().out.splitlines()

    assert [line.split()[0] for line in lines if line.startswith("  ") and line.split()[0] in COMMANDS] == list(
        COMMANDS
    )


def test_no_arguments_is_a_usage_problem(capsys: Capture) -> None:
    assert face.main([]) == 2
    assert capsys.readouterr().out == ""


def test_version(capsys: Capture) -> None:
    assert face.main(["--version"]) == 0
    assert capsys.readouterr().out == f"cowork {__version__}\n"


def test_a_misspelled_command_gets_the_nearest_name(capsys: Capture) -> None:
    assert face.main(["chek"]) == 2
    assert capsys.readouterr().err == "error: there is no command `chek`\n  mend: cowork check\n"


def test_a_wrong_option_is_one_sentence_and_a_mend(capsys: Capture) -> None:
    assert face.main(["doctor", "--nonsense"]) == 2
    assert capsys.readouterr().err == (
        "error: cowork doctor: unrecognized arguments: --nonsense\n  mend: cowork doctor --help\n"
    )


@pytest.mark.parametrize(
    ("outcome", "status"),
    [
        (0, 0),
        (1, 1),
        (UsageProblem("no such thing", mend="make it"), 2),
        (InfraProblem("the box broke"), 3),
        (Stopped("stopped after 3 of 5", mend="cowork run --resume"), 130),
        (FileNotFoundError(2, "No such file or directory", "a.cowork"), 2),
        (ZeroDivisionError("division by zero"), 3),
        (OSError(28, "No space left on device"), 3),
        (OSError(30, "Read-only file system", "runs"), 3),
        (KeyboardInterrupt(), 130),
    ],
    ids=repr,
)
def test_every_outcome_has_its_status_and_no_traceback(
    command: Callable[[BaseException | int], None], outcome: BaseException | int, status: int, capsys: Capture
) -> None:
    command(outcome)

    assert face.main(["check", "a.cowork"]) == status

    said = capsys.readouterr()

    assert said.out == ""
    assert "Traceback" not in said.err
    assert said.err.startswith("error: ") == (status > 1)


def test_debug_shows_the_traceback(command: Callable[[BaseException | int], None], capsys: Capture) -> None:
    command(ZeroDivisionError("division by zero"))

    assert face.main(["check", "--debug"]) == 3
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_json_stays_one_object_when_something_is_wrong(
    command: Callable[[BaseException | int], None], capsys: Capture
) -> None:
    command(UsageProblem("no such thing", mend="make it"))

    assert face.main(["check", "--json"]) == 2
    assert json.loads(capsys.readouterr().out) == {
        "error": {"message": "no such thing", "mend": "make it", "status": 2}
    }


def test_a_reader_that_goes_away_is_not_an_error() -> None:
    """The pipe is closed before the command has written a line."""
    script = "import sys; from cowork_dsl.face.main import main; sys.stdin.read(); sys.exit(main(['taxonomy']))"
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, said = process.communicate("")

    assert said == ""
    assert process.returncode == face.BROKEN_PIPE


@pytest.mark.parametrize("stream", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_change_nothing_but_the_output(stream: str) -> None:
    script = f"{sys.executable} -m cowork_dsl.face.main taxonomy {stream}"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, "")


def test_output_that_can_not_be_written_is_told() -> None:
    script = f"{sys.executable} -m cowork_dsl.face.main taxonomy >/dev/full"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True)

    assert done.returncode == 3
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
    assert "should not" not in done.stderr


def test_a_locale_without_a_letter_is_no_reason_to_fail() -> None:
    script = "from cowork_dsl.face import main as m; m.main = lambda argv: m.console.out('größer →') or 0; m.entry()"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, env={**os.environ, "PYTHONIOENCODING": "latin-1"}
    )

    assert done.stdout == "größer \\u2192\n".encode("latin-1")


def test_only_the_named_command_is_imported() -> None:
    script = (
        "import sys; from cowork_dsl.face.main import main; main(['--version']);"
        "print(sorted(m for m in sys.modules if m.startswith('cowork_dsl.') and 'face' not in m));"
        "print([m for m in ('rich', 'pydantic', 'jinja2', 'asyncio', 'sqlite3', 'lark') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[1:] == ["[]", "[]"]


def test_a_quick_command_loads_no_library() -> None:
    """`cowork check` runs on every save: it reads source with the standard library alone."""
    script = (
        "import sys; from cowork_dsl.face.main import main; status = main(['check', 'examples/quarter_rollup.cowork']);"
        "heavy = {'asyncio', 'jinja2', 'lark', 'pydantic', 'rich', 'sqlite3', 'zstandard'};"
        "sys.exit(f'status {status}, loaded {sorted(heavy & set(sys.modules))}' if status or heavy & set(sys.modules) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)

    assert done.returncode == 0, done.stderr


def test_plain_progress_writes_a_line_now_and_then() -> None:
    from cowork_dsl.face.progress import PAUSE, PlainProgress

    now = [0.0]
    stream = io.StringIO()
    shown = PlainProgress("rollouts", 3, stream, clock=lambda: now[0])
    shown.advance()
    now[0] = PAUSE + 1
    shown.advance(note="1 void")
    shown.advance()
    shown.close()

    assert stream.getvalue() == "rollouts: 2/3  1 void\nrollouts: 3/3\n"
