"""What must not be in the repository: places of one machine, private hosts, notes of the people who work on it.

The patterns are put together from pieces, so that this file does not find itself.
"""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FORBIDDEN = {
    "a path of one machine": r"(?<![\w./}])/(?:wo" + r"rk|fa" + r"rm|us" + r"ers|ho" + r"me/(?!agent|user)\w+)/",
    "a folder of private tools": r"\.lib" + r"rary/",
    "a host that packages come from": r"python" + r"hosted|registry\." + r"npm|index" + r"-url|pypi\." + r"org/simple",
    "who or what wrote it": r"co-"
    + r"authored-by|(?:generated|written) (?:by|with) (?:an? )?(?:a"
    + r"i\b|language mo"
    + r"del)",
    "a number in a tracker": r"\biss" + r"ue #?\d",
    "a note for later": r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b",
}


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode != 0:
        pytest.skip("not a checkout")
    return [name for name in listed.stdout.split("\0") if name]


def finds(text: str) -> list[str]:
    return [what for what, pattern in FORBIDDEN.items() if re.search(pattern, text, _flags(what))]


def _flags(what: str) -> re.RegexFlag:
    return re.NOFLAG if what == "a note for later" else re.IGNORECASE


def test_no_tracked_file_holds_what_is_forbidden() -> None:
    found: list[str] = []
    for name in tracked():
        path = ROOT / name
        if path.is_symlink() or not path.is_file():
            continue
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        found += [f"{name}:{number}: {what}" for number, line in enumerate(lines, 1) for what in finds(line)]

    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "see /wo" + "rk/main/x.py",
        "read .lib" + "rary/README.md",
        "pip install --index" + "-url https://a.example",
        "Co-" + "Authored-By: somebody",
        "closes iss" + "ue 2",
        "# TO" + "DO later",
    ],
)
def test_each_kind_would_be_found(text: str) -> None:
    assert len(finds(text)) == 1


@pytest.mark.parametrize(
    "text", ["the network/library", "a homework/ folder", "framework/main", "/usr/lib", "todo list"]
)
def test_plain_text_is_left_alone(text: str) -> None:
    assert finds(text) == []
