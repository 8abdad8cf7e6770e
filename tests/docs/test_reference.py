"""The reference is what the schema and the catalogues say, and the command prints it."""

import json
import subprocess
import sys

import pytest

from cowork_dsl.face.reference import PAGES
from cowork_dsl.face.reference.write import FOLDER
from cowork_dsl.grammar.functions import catalogue as functions
from cowork_dsl.grammar.schema import BODIES


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_renewed(name: str) -> None:
    """`make grammar` mends this."""
    assert (FOLDER / f"{name}.md").read_text("utf-8") == PAGES[name]()


def test_nothing_is_left_out() -> None:
    blocks = PAGES["blocks"]()
    for body in BODIES.values():
        for name in (*body.attrs, *body.blocks):
            assert f"| `{name}` |" in blocks
    page = PAGES["functions"]()
    for function in functions():
        assert f"`{function.name}(" in page


def docs(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cowork_dsl.face.main", "docs", *args]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command() -> None:
    assert docs("functions").stdout == PAGES["functions"]()
    assert json.loads(docs("--json", "--grammar", "llguidance").stdout)["text"].startswith("start:")
    missing = docs("nonsense")
    assert missing.returncode == 2
    assert "blocks" in missing.stderr
