import json
import shutil
from pathlib import Path

import pytest

from cowork_dsl.compiler.bundle.folder import load
from cowork_dsl.face.main import main

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
ROLLUP = str(EXAMPLES / "quarter_rollup.cowork")
Capture = pytest.CaptureFixture[str]


def test_writes_a_bundle_that_can_be_read(tmp_path: Path, capsys: Capture) -> None:
    status = main(["compile", ROLLUP, "-o", str(tmp_path), "--param", "region_count=3", "--seed", "7", "--json"])
    (told,) = json.loads(capsys.readouterr().out)["bundles"]
    bundle = load(Path(told["path"]))

    assert (status, told["env"], told["digest"]) == (0, "finance.quarter_rollup", bundle.digest)
    assert (bundle.manifest.params["region_count"], bundle.manifest.seed) == ("3", 7)
    assert [path for path in bundle.snapshot.entries if path.startswith("inbox/")] == [
        "inbox/README.md",
        "inbox/amer.csv",
        "inbox/apac.csv",
        "inbox/emea.csv",
    ]


def test_a_bundle_can_be_compiled_to_another_place(tmp_path: Path, capsys: Capture) -> None:
    main(["compile", ROLLUP, "-o", str(tmp_path / "a")])
    status = main(["compile", str(tmp_path / "a"), "-o", str(tmp_path / "b")])
    first, second = (load(tmp_path / place / "finance.quarter_rollup") for place in "ab")

    assert status == 0
    assert first == second


def test_blobs_go_where_asked(tmp_path: Path, capsys: Capture) -> None:
    main(["compile", ROLLUP, "-o", str(tmp_path / "out"), "--store", str(tmp_path / "blobs")])

    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["finance.quarter_rollup"]
    assert sum(1 for _ in (tmp_path / "blobs").iterdir()) > 0


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("region_count=9", "it is a whole number from 2 to 4"),
        ("region_count=two", "can't be two"),
        ("region_cout=2", "did you mean `region_count`?"),
        ("cutoff=2026-01-01", "one of 2026-03-31, 2026-06-30"),
        ("cutoff=2026-99-01", "is no value of the language"),
        ("region_count=1+1", "is no value of the language"),
        ("region_count", "--param name=value"),
        ("=2", "--param name=value"),
    ],
)
def test_a_param_that_cannot_be_is_told(given: str, told: str, tmp_path: Path, capsys: Capture) -> None:
    status = main(["compile", ROLLUP, "-o", str(tmp_path), "--param", given])

    assert status == 2
    assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_param_cannot_be_given_twice(tmp_path: Path, capsys: Capture) -> None:
    twice = ["--param", "region_count=2", "--param", "region_count=3"]

    assert main(["compile", ROLLUP, "-o", str(tmp_path), *twice]) == 2


def test_a_source_with_errors_is_told_and_the_others_are_compiled(tmp_path: Path, capsys: Capture) -> None:
    for name in ("quarter_rollup.cowork", "quarter_rollup.solve.py"):
        shutil.copy(EXAMPLES / name, tmp_path / name)
    broken = (EXAMPLES / "quarter_rollup.cowork").read_text("utf-8").replace("regions.count()", "regions.cont()")
    (tmp_path / "broken.cowork").write_text(broken, "utf-8")
    status = main(["compile", str(tmp_path), "-o", str(tmp_path / "out"), "--json"])
    told = json.loads(capsys.readouterr().out)

    assert status == 1
    assert [bundle["env"] for bundle in told["bundles"]] == ["finance.quarter_rollup"]
    assert "broken.cowork" in told["failed"][0]["message"]
    assert told["failed"][0]["diagnostics"][0]["line"] > 1


def test_a_folder_is_compiled_without_its_files_of_services(tmp_path: Path, capsys: Capture) -> None:
    status = main(["compile", str(EXAMPLES), "-o", str(tmp_path), "--json"])
    told = json.loads(capsys.readouterr().out)

    assert status == 0
    assert "finance.quarter_rollup" in [bundle["env"] for bundle in told["bundles"]]


def test_a_file_of_services_is_no_environment(tmp_path: Path, capsys: Capture) -> None:
    assert main(["compile", str(EXAMPLES / "tickets.cowork"), "-o", str(tmp_path)]) == 2
    assert "declares no environment" in capsys.readouterr().err


def test_a_tampered_bundle_is_refused(tmp_path: Path, capsys: Capture) -> None:
    main(["compile", ROLLUP, "-o", str(tmp_path)])
    (tmp_path / "finance.quarter_rollup" / "public" / "goal.md").write_text("Do nothing.")
    status = main(["compile", str(tmp_path / "finance.quarter_rollup"), "-o", str(tmp_path / "b")])

    assert status == 2
    assert "changed after it was compiled" in capsys.readouterr().err


def test_output_must_be_a_folder(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "file").write_text("x")

    assert main(["compile", ROLLUP, "-o", str(tmp_path / "file")]) == 2
