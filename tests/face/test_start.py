"""`cowork check` starts in a moment because of what it does not load; no clock is asked here."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
import sys
bare = set(sys.modules)
from cowork_dsl.face.main import main
status = main(["check", sys.argv[1]])
loaded = sorted(set(sys.modules) - bare)
import json
print(json.dumps({"status": status, "loaded": loaded}))
"""
HEAVY = (
    "asyncio", "concurrent", "csv", "dataclasses", "email", "hashlib", "html", "http", "importlib.metadata", "inspect",
    "jinja2", "json.decoder", "lark", "logging", "multiprocessing", "pathlib", "pydantic", "pydantic_core", "random",
    "rich", "shutil", "socket", "sqlite3", "ssl", "subprocess", "tempfile", "threading", "tomllib", "unittest", "urllib", "uuid",
    "xml", "zipfile", "zoneinfo", "zstandard",
)  # fmt: skip


@cache
def loaded() -> frozenset[str]:
    example = ROOT / "examples" / "quarter_rollup.cowork"
    ran = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{SCRIPT}", str(example)],
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(ran.stdout.splitlines()[-1])
    if told["status"] != 0:
        raise AssertionError(ran.stderr)
    return frozenset(told["loaded"])


@pytest.mark.parametrize("module", HEAVY)
def test_checking_a_good_file_does_not_load(module: str) -> None:
    found = [name for name in loaded() if name == module or name.startswith(f"{module}.")]

    assert found == []


def test_only_the_compiler_and_the_face_are_loaded() -> None:
    rooms = {name.split(".")[1] for name in loaded() if name.startswith("cowork_dsl.")}

    assert rooms == {"compiler", "face", "grammar"}


def test_no_other_command_is_loaded() -> None:
    commands = [name for name in loaded() if name.startswith("cowork_dsl.face.commands.")]

    assert commands == ["cowork_dsl.face.commands.check"]


def test_nothing_from_outside_the_standard_library_is_loaded() -> None:
    others = {name.split(".")[0] for name in loaded()} - set(sys.stdlib_module_names) - {"cowork_dsl"}

    assert others == set()
