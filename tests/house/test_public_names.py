"""`import cowork_dsl` costs nothing; its names are resolved on first use."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import cowork_dsl


def test_import_loads_nothing_else() -> None:
    script = "import sys; before = set(sys.modules); import cowork_dsl; print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout == "['cowork_dsl']\n"


@pytest.mark.parametrize("name", cowork_dsl.__all__)
def test_each_public_name_resolves(name: str) -> None:
    assert getattr(cowork_dsl, name).__name__ == name


def test_the_table_is_what_is_exported_and_what_type_checkers_see() -> None:
    stub = Path(cowork_dsl.__file__).with_suffix(".pyi").read_text(encoding="utf-8")

    assert sorted(cowork_dsl._PUBLIC) == cowork_dsl.__all__
    assert re.findall(r"import (\w+) as \1$", stub, re.MULTILINE) == cowork_dsl.__all__


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'cowork_dsl' has no attribute 'nothing'"):
        _ = cowork_dsl.nothing  # type: ignore[attr-defined]
