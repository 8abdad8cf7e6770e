"""What the documentation tells to type is typed here, and what it shows is looked for in the output.

In a `console` block each line that begins with `$ cowork` is run in a copy of the project, one copy a page, from top to bottom. It must
exit with 0, or with the status of a comment such as `# exit 1`. Lines below it must be in its output; `...` stands for any. A block whose
info string names a file, as in `cowork hello.cowork`, writes that file. Of `$ make` the target must exist.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))
SECONDS = 120

FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^`\n]*)\n(?P<body>.*?)^(?P=indent)```", re.MULTILINE | re.DOTALL)
STATUS = re.compile(r"\s*#\s*exit (\d+)\s*$")


@dataclass(frozen=True, slots=True)
class Command:
    """One line to type, with what the page says about its outcome."""

    line: str
    status: int
    shown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A file that the page shows whole."""

    name: str
    text: str


def steps_of(page: str) -> list[Command | Written]:
    """The files and commands of a page, from top to bottom."""
    steps: list[Command | Written] = []
    for fence in FENCE.finditer(page):
        language, _, name = fence["info"].strip().partition(" ")
        indent = len(fence["indent"])
        lines = [line[indent:] for line in fence["body"].splitlines()]
        if language == "console":
            steps += commands_of(lines)
        elif name and "=" not in name:
            steps.append(Written(name, "\n".join(lines) + "\n"))
    return steps


def commands_of(lines: list[str]) -> list[Command]:
    """The commands of one block, each with the lines shown below it."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found and found[-1][0].endswith("\\"):
            found[-1] = (found[-1][0][:-1] + line.strip(), [])
        elif found and line.strip() not in {"", "..."}:
            found[-1][1].append(line.strip())
    commands = []
    for line, shown in found:
        stated = STATUS.search(line)
        commands.append(Command(STATUS.sub("", line), int(stated[1]) if stated else 0, tuple(shown)))
    return commands


WITH_STEPS = [page for page in PAGES if any(isinstance(s, Command) for s in steps_of((ROOT / page).read_text("utf-8")))]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what a reader sees, without what was built."""
    copy = tmp_path / "project"
    skipped = shutil.ignore_patterns(
        ".*", "__pycache__", "*.egg-info", "build", "demo-out", "runs", "tests", "cowork_dsl"
    )
    shutil.copytree(ROOT, copy, symlinks=True, ignore=skipped)
    return copy


def type_in(command: Command, folder: Path) -> None:
    """Runs one command as a reader would and holds its outcome against the page."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", command.line],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
    )

    assert done.returncode == command.status, f"$ {command.line}\n{done.stdout}"

    printed = [line.strip() for line in done.stdout.splitlines()]

    assert [line for line in command.shown if line not in printed] == [], f"$ {command.line}\n{done.stdout}"


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_STEPS)
def test_commands_of_a_page(page: str, project: Path) -> None:
    for step in steps_of((ROOT / page).read_text("utf-8")):
        if isinstance(step, Written):
            (project / step.name).write_text(step.text, encoding="utf-8")
        elif step.line.split()[0] == "cowork":
            type_in(step, project)


@pytest.mark.parametrize("page", WITH_STEPS)
def test_make_targets_of_a_page_exist(page: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    commands = [step.line.split() for step in steps_of((ROOT / page).read_text("utf-8")) if isinstance(step, Command)]
    typed = {word for command in commands if command[0] == "make" for word in command[1:] if "=" not in word}

    assert typed <= targets


@pytest.mark.parametrize("page", PAGES)
def test_links_between_pages_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text) if "://" not in link]

    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []


def test_a_page_is_read_from_top_to_bottom() -> None:
    page = (
        "```cowork a.cowork\nenv a {}\n```\n"
        "1. then\n   ```console\n   $ cowork check a.cowork   # exit 1\n   a.cowork:1: oh\n   ...\n   $ cowork \\\n     doctor\n   ```\n"
    )

    assert steps_of(page) == [
        Written("a.cowork", "env a {}\n"),
        Command("cowork check a.cowork", 1, ("a.cowork:1: oh",)),
        Command("cowork doctor", 0, ()),
    ]


def test_an_outcome_that_differs_from_the_page_is_found(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="no command `nothing`"):
        type_in(Command("cowork nothing", 0, ()), tmp_path)
    with pytest.raises(AssertionError, match="not printed"):
        type_in(Command("cowork --version", 0, ("not printed",)), tmp_path)
