"""What is imported is declared, and what only some need is imported where they need it."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OURS = {"cowork_dsl", "tests", "bench", "scripts"}
# The name of an import where it is not the name of the distribution; or the distribution that brings it.
DISTRIBUTIONS = {
    "PIL": "pillow",
    "yaml": "pyyaml",
    "lsprotocol": "pygls",
    "grimp": "import-linter",
    "markupsafe": "jinja2",
    "docx": "python-docx",
    "pptx": "python-pptx",
}
# Only whoever changes the grammar runs these.
TOOLS = {"compiler/syntax/build_tables.py"}


def declared(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=\[;! ]", line)[0].lower() for line in requirements}


BASE = declared(PROJECT["dependencies"])
EXTRAS = {name: declared(lines) for name, lines in PROJECT["optional-dependencies"].items()}


def imports() -> list[tuple[str, str, bool]]:
    """File, distribution and whether it is imported as soon as the module is."""
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = []
    for name in listed.split():
        path = ROOT / name
        if not path.is_file():
            continue
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            modules = []
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules = [node.module]
            for module in modules:
                first = module.split(".")[0]
                if first not in sys.stdlib_module_names and first not in OURS:
                    found.append((name, DISTRIBUTIONS.get(first, first.replace("_", "-")).lower(), node in tree.body))
    return found


def test_everything_imported_is_declared() -> None:
    known = BASE.union(*EXTRAS.values())
    missing = sorted({(name, needed) for name, needed, _ in imports() if needed not in known})

    assert missing == []


def test_extras_are_imported_where_they_are_needed() -> None:
    """A module that needs an extra as soon as it is imported belongs to that extra: the language server."""
    early = sorted(
        (name, needed)
        for name, needed, at_once in imports()
        if at_once and needed not in BASE and not name.startswith(("tests/", "bench/", "cowork_dsl/face/lsp/"))
    )

    assert early == []


def test_what_ships_needs_no_tool_of_developers() -> None:
    shipped = BASE.union(*(names for extra, names in EXTRAS.items() if extra != "dev"))
    wrong = sorted(
        (name, needed)
        for name, needed, _ in imports()
        if needed not in shipped and not name.startswith(("tests/", "bench/", "scripts/")) and name not in TOOLS
    )

    assert wrong == []
