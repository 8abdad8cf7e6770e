"""Each wrong example of the catalogue yields exactly its code, each right one nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.source import Source
from cowork_dsl.grammar.diagnostics import catalogue, instance, reading, syntax, validation
from cowork_dsl.grammar.diagnostics.frame import embed

PROJECT = Path(__file__).resolve().parents[3]
PEOPLE = """\
cowork 1
service people {
  table person {
    | id: int key | name: text |
  }
  ## List all people.
  tool list_people { return = person }
}
"""
# What reading bytes, parsing alone, making an instance and running say has tests of its own.
ELSEWHERE = {entry.code for family in (instance, reading, syntax, validation) for entry in family.ENTRIES}
CHECKED = [code for code in catalogue() if code not in ELSEWHERE]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the files that examples name."""
    folder = tmp_path_factory.mktemp("outer") / "project"
    folder.mkdir()
    (folder / "cowork.toml").write_text("")
    (folder / "people.cowork").write_text(PEOPLE)
    (folder / "environment.cowork").write_text(embed(""))
    for number in range(20):
        use = f'use next = "deep_{number + 1}.cowork"\n' if number < 19 else ""
        service = f"service deep_{number} {{\n  table t {{\n    | id: int key |\n  }}\n}}\n"
        (folder / f"deep_{number}.cowork").write_text(f"cowork 1\n{use}{service}")
    (folder / "notes.txt").write_text("Read me.\n")
    (folder / "notes.py").write_text("print(1)\n")
    (folder / "binary.bin").write_bytes(b"\xff\xfe\x00")
    with (folder / "large.bin").open("wb") as file:
        file.truncate(70_000_000)
    return folder


def codes(text: str, project: Path) -> list[str]:
    path = project / "example.cowork"
    path.write_text(text, encoding="utf-8")
    checked = check_source(Source(str(path), text), Files())
    return [diagnostic.code for diagnostic in checked.diagnostics]


def test_the_frame_is_sound(project: Path) -> None:
    actual = codes(embed(""), project)

    assert actual == []


@pytest.mark.parametrize("code", CHECKED)
def test_wrong_example(code: str, project: Path) -> None:
    actual = codes(embed(catalogue()[code].wrong), project)

    assert actual == [code]


@pytest.mark.parametrize("code", CHECKED)
def test_right_example(code: str, project: Path) -> None:
    actual = codes(embed(catalogue()[code].right), project)

    assert actual == []


def test_every_code_in_the_sources_is_in_the_catalogue_and_every_entry_is_used() -> None:
    emitted: set[str] = set()
    for folder in ("compiler", "validation"):
        for path in (PROJECT / folder).rglob("*.py"):
            emitted.update(re.findall(r"\bCW\d{3}\b", path.read_text(encoding="utf-8")))
    documented = set(catalogue())

    assert (emitted - documented, documented - emitted) == (set(), set())
