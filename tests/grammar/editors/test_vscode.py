"""The extension for Visual Studio Code: what it names is there, and its snippets are of the language."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import parse_file

FOLDER = Path(__file__).resolve().parents[3] / "grammar" / "editors" / "vscode"
PACKAGE: dict[str, Any] = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
SNIPPETS: dict[str, dict[str, Any]] = json.loads((FOLDER / "snippets" / "cowork.json").read_text(encoding="utf-8"))


def test_every_file_that_is_named_is_there() -> None:
    contributed = PACKAGE["contributes"]
    named = [
        PACKAGE["main"],
        *(one["configuration"] for one in contributed["languages"]),
        *(one["path"] for one in (*contributed["grammars"], *contributed["snippets"])),
    ]

    assert [name for name in named if not (FOLDER / name).is_file()] == []


def test_it_has_what_packing_needs() -> None:
    assert {"name", "publisher", "version", "license", "description", "engines", "main"} <= set(PACKAGE)
    assert re.fullmatch(r"\d+\.\d+\.\d+", PACKAGE["version"])
    assert (FOLDER / "README.md").is_file()


def test_grammar_and_language_are_the_same() -> None:
    grammar = json.loads((FOLDER / "syntaxes" / "cowork.tmLanguage.json").read_text(encoding="utf-8"))
    (contributed,) = PACKAGE["contributes"]["grammars"]

    assert contributed["scopeName"] == grammar["scopeName"]
    assert contributed["language"] == PACKAGE["contributes"]["languages"][0]["id"] == "cowork"


def test_its_pages_are_json() -> None:
    for path in FOLDER.glob("*.json"):
        assert json.loads(path.read_text(encoding="utf-8")), path.name


def test_patterns_of_the_configuration_fit_lines() -> None:
    rules = json.loads((FOLDER / "language-configuration.json").read_text(encoding="utf-8"))["indentationRules"]
    opening, closing = rules["increaseIndentPattern"], rules["decreaseIndentPattern"]

    assert re.search(opening, "  check rows {")
    assert re.search(opening, '  table "a{b.csv" {  # a table')
    assert not re.search(opening, '  title = "a {"')
    assert not re.search(opening, "  state done { final = true }")
    assert re.search(closing, "  }")


@pytest.mark.parametrize("name", [name for name in SNIPPETS if name != "Text"])
def test_a_snippet_parses(name: str) -> None:
    body = "\n".join(SNIPPETS[name]["body"])
    text = re.sub(r"\$\d+", "", re.sub(r"\$\{\d+:([^}]*)\}", r"\1", body))
    if name == "Each":
        text = text.replace("  \n", '  folder "a"\n')
    source = text if text.startswith("cowork") else f"cowork 1\n{text}\n"

    assert [found.message for found in parse_file(Source("a", source)).diagnostics] == []


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_the_client_is_sound_javascript() -> None:
    done = subprocess.run(["node", "--check", "client.js"], cwd=FOLDER, capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
