"""Small rooms: one concept a module."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("bench", "compiler", "cowork_dsl/face", "envs", "grammar", "runtime", "scripts", "training", "validation")
LIMIT = 400
RENDERED = {"grammar/taxonomy_terms.py"}
"""Modules that are written by a program, from data."""


def lengths() -> dict[str, int]:
    modules = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    found = {path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in modules}
    return {name: lines for name, lines in found.items() if name not in RENDERED and "/." not in name}


def test_no_module_is_longer_than_the_limit() -> None:
    too_long = {name: lines for name, lines in lengths().items() if lines > LIMIT}

    assert too_long == {}


def test_every_module_says_what_it_is() -> None:
    """An `__init__.py` may be empty."""
    import ast

    silent = [
        name
        for name in lengths()
        if not name.endswith("__init__.py") and ast.get_docstring(ast.parse((ROOT / name).read_text())) is None
    ]

    assert silent == []


def test_every_folder_of_modules_is_a_package() -> None:
    """Without an `__init__.py` a folder is neither in the wheel nor seen by the test of the floors."""
    resources = {"envs/library", "scripts"}
    folders = {Path(name).parent for name in lengths()}
    bare = {folder.as_posix() for folder in folders if not (ROOT / folder / "__init__.py").exists()}

    assert bare - resources == set()
