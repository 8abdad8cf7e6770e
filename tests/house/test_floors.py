"""An arrow goes down only, and never in a circle."""

import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[2]


def test_floors() -> None:
    """The contracts are in pyproject.toml."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout


def cycle_of(imports: dict[str, set[str]]) -> list[str]:
    """The modules of one circle, or an empty list."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def test_no_import_goes_in_a_circle_not_even_a_lazy_one() -> None:
    """Imports inside of functions and those for types alone count as well."""
    graph = grimp.build_graph("cowork_dsl", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}

    assert " -> ".join(cycle_of(imports)) == ""


def test_a_circle_would_be_found() -> None:
    assert cycle_of({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) != []
