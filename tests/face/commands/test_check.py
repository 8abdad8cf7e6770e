"""`cowork check`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cowork_dsl.face.main import main
from cowork_dsl.grammar.diagnostics.frame import embed

ROOT = Path(__file__).resolve().parents[3]
BROKEN = embed("limits { turns = 0 }\n")


def test_both_examples_are_sound(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["check", str(ROOT / "examples")])

    assert status == 0
    assert capsys.readouterr() == ("", "2 files: nothing wrong\n")


def test_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.cowork"
    path.write_text(BROKEN)
    status = main(["check", str(path)])
    out, err = capsys.readouterr()

    assert status == 1
    assert out.startswith("error[CW354]: `turns` is at least 1\n")
    assert err == "1 file: 1 error\n"


@pytest.mark.parametrize("arguments", [["--json"], ["--format", "json"]])
def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    path = tmp_path / "a.cowork"
    path.write_text(BROKEN)
    status = main(["check", str(path), *arguments])
    out, err = capsys.readouterr()
    found = json.loads(out)

    assert (status, err, found["files"], found["errors"]) == (1, "", 1, 1)
    assert [(one["code"], one["file"]) for one in found["diagnostics"]] == [("CW354", str(path))]
    assert found["diagnostics"][0].keys() >= {"severity", "line", "column", "end_line", "end_column", "message", "help"}


def test_sarif_and_github(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.cowork"
    path.write_text(BROKEN)

    assert main(["check", str(path), "--format", "sarif"]) == 1
    assert json.loads(capsys.readouterr().out)["runs"][0]["results"][0]["ruleId"] == "CW354"
    assert main(["check", str(path), "--format", "github"]) == 1
    assert capsys.readouterr().out.startswith("::error file=")


def test_a_warning_alone_is_no_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.cowork"
    gate = '## Left alone.\ncheck inbox {\n  covers = total\n  gate   = true\n  expect = unchanged("inbox/**")\n}\n'
    path.write_text(embed(f'{gate}allow write = ["out/**"]\n'))

    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().err == "1 file: 1 warning\n"


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("empty", b"", "CW144"),
        ("binary", b"\x7fELF\x00\x01\x02", "CW143"),
        ("latin", "caf\u00e9".encode("latin-1"), "CW142"),
        ("carriage", b"cowork 1\rservice a {\r}", "CW145"),
        ("large", b"#" * 2_000_001, "CW141"),
    ],
)
def test_what_is_no_source_gives_one_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes, code: str
) -> None:
    path = tmp_path / f"{name}.cowork"
    path.write_bytes(data)
    status = main(["check", str(path), "--json"])

    assert status == 1
    assert [one["code"] for one in json.loads(capsys.readouterr().out)["diagnostics"]] == [code]


def test_a_large_file_is_not_read_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "large.cowork"
    with path.open("wb") as file:
        file.truncate(50_000_000)

    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().out.startswith("error[CW141]")


def test_a_file_that_uses_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "me.cowork"
    path.write_text('cowork 1\nuse me = "me.cowork"\nservice a {\n  table t {\n    | id: int key |\n  }\n}\n')

    assert main(["check", str(path), "--json"]) == 1
    assert [one["code"] for one in json.loads(capsys.readouterr().out)["diagnostics"]] == ["CW232"]


def test_missing_files_and_empty_folders_are_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path / "missing.cowork")]) == 2
    assert main(["check", str(tmp_path)]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_nothing_heavy_is_imported() -> None:
    code = (
        "import sys\nfrom cowork_dsl.face.main import main\nmain(['check', 'examples/quarter_rollup.cowork'])\n"
        "heavy = {'lark', 'pydantic', 'rich', 'jinja2', 'asyncio', 'sqlite3', 'inspect', 'dataclasses', 'decimal', 'json'}\n"
        "sys.exit(', '.join(sorted(heavy & sys.modules.keys())) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, env=dict(os.environ))

    assert (done.returncode, done.stderr) == (0, "1 file: nothing wrong\n")
