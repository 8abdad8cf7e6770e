import json
import shutil
from pathlib import Path

import pytest

from cowork_dsl.face.main import main
from cowork_dsl.grammar.diagnostics.validation import ENTRIES

pytestmark = pytest.mark.sandbox

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
Capture = pytest.CaptureFixture[str]
WRONG = {entry.code: entry.wrong for entry in ENTRIES}
RIGHT = {entry.code: entry.right for entry in ENTRIES}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of its own, so that its cache is its own, too."""
    (tmp_path / "cowork.toml").write_text("")
    return tmp_path


def source(folder: Path, text: str, name: str = "orders.cowork") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_example_passes_and_has_a_report(project: Path, capsys: Capture) -> None:
    for path in EXAMPLES.glob("quarter_rollup.*"):
        shutil.copy(path, project)
    target = str(project / "quarter_rollup.cowork")
    status = main(["test", target, "--instances", "2", "--report", str(project / "report")])
    told = capsys.readouterr()
    page = (project / "report" / "index.html").read_text(encoding="utf-8")

    assert status == 0
    assert "finance.quarter_rollup" in told.out and "passed" in told.out
    assert str(project / "report" / "index.html") in told.out
    assert "expect = near(out.map(.region, .revenue), totals, 0.01 EUR)" in page
    assert "https:" not in page and "http:" not in page


def test_the_json_has_the_promised_shape(project: Path, capsys: Capture) -> None:
    target = source(project, WRONG["CW733"])
    status = main(["test", target, "--json"])
    told = json.loads(capsys.readouterr().out)
    (env,) = told["envs"]
    (finding,) = env["findings"]

    assert (status, told["ok"], env["ok"]) == (1, False, False)
    assert (env["env"], len(env["digest"]) >= 64) == ("demo.orders", True)
    assert env["workspace_mutation"] is None and env["verifier_mutation"] is None
    assert env["false_accept"] is None and env["false_reject"] is None and env["properties"] is None
    assert env["paths"]["equal"] is True
    assert {key: finding[key] for key in ("code", "owner", "file")} == {
        "code": "CW733",
        "owner": "specification",
        "file": target,
    }
    assert WRONG["CW733"].splitlines()[finding["line"] - 1].startswith("require inbox")


def test_a_finding_is_shown_with_its_line(project: Path, capsys: Capture) -> None:
    target = source(project, WRONG["CW732"])
    status = main(["test", target, "--only", "cases"])
    told = capsys.readouterr().out

    assert status == 1
    assert "error CW732: the variant `in_parts` is refused" in told
    assert "| variant in_parts {" in told
    assert "NOT PASSED" in told


def test_what_has_not_changed_is_not_validated_again(project: Path, capsys: Capture) -> None:
    target = source(project, RIGHT["CW733"])

    def seconds(*more: str) -> float:
        assert main(["test", target, "--json", *more]) == 0
        return float(json.loads(capsys.readouterr().out)["envs"][0]["seconds"])

    first, second, third = seconds(), seconds(), seconds("--again")

    assert first == second
    assert first != third


def test_validation_is_the_licence_to_run(project: Path, capsys: Capture) -> None:
    target = source(project, RIGHT["CW733"])
    before = main(["run", target, "--harness", "scripted", "--judge", "none", "-o", str(project / "runs")])
    main(["test", target, "--only", "paths"])
    partly = main(["run", target, "--harness", "scripted", "--judge", "none", "-o", str(project / "runs")])
    main(["test", target])
    after = main(["run", target, "--harness", "scripted", "--judge", "none", "-o", str(project / "runs")])

    assert (before, partly, after) == (2, 2, 0)


def test_a_bundle_is_validated_where_it_stands(project: Path, capsys: Capture) -> None:
    main(["compile", source(project, RIGHT["CW733"]), "-o", str(project / "bundles")])
    status = main(["test", str(project / "bundles")])
    stored = json.loads((project / "bundles" / "demo.orders" / "private" / "validation.json").read_text())

    assert (status, stored["ok"], len(stored["instances"])) == (0, True, 1)


def test_errors_of_one_source_do_not_hold_up_others(project: Path, capsys: Capture) -> None:
    source(project, RIGHT["CW733"])
    source(project, RIGHT["CW733"].replace("covers = total", "covers = nothing"), "broken.cowork")
    status = main(["test", str(project), "--only", "cases", "--json"])
    told = json.loads(capsys.readouterr().out)

    assert (status, told["ok"]) == (1, False)
    assert [env["ok"] for env in told["envs"]] == [True]
    assert "broken.cowork has 2 errors" in told["failed"][0]["message"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--only", "mutants"], "--only knows no part `mutants`"),
        (["--instances", "0"], "take counts"),
        (["--sandbox", "moon"], "invalid choice"),
        (["--report", __file__], "is no folder"),
    ],
)
def test_wrong_use_is_told(project: Path, capsys: Capture, arguments: list[str], says: str) -> None:
    status = main(["test", source(project, RIGHT["CW733"]), *arguments])

    assert status == 2
    assert says in capsys.readouterr().err
