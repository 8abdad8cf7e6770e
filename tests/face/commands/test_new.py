import json
from pathlib import Path

import pytest

from cowork_dsl.face.main import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to write into."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_writes_a_file_with_the_name(here: Path, capsys: Capture) -> None:
    assert main(["new", "office.claims", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"path": "office.claims.cowork"}
    assert "env office.claims {" in (here / "office.claims.cowork").read_text()


def test_leaves_alone_what_is_there(here: Path, capsys: Capture) -> None:
    (here / "claims.cowork").write_text("mine")

    assert main(["new", "claims"]) == 2
    assert "claims.cowork is there already" in capsys.readouterr().err
    assert (here / "claims.cowork").read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "mend"),
    [
        ("Expense Claims", "cowork new expense_claims"),
        ("../x/Out", "cowork new out"),
        ("7", "cowork new expense_claims"),
    ],
)
def test_what_is_no_name_gets_one(here: Path, name: str, mend: str, capsys: Capture) -> None:
    assert main(["new", name]) == 2
    assert f"mend: {mend}\n" in capsys.readouterr().err
    assert list(here.iterdir()) == []


def test_what_was_written_has_no_diagnostics_and_is_formatted() -> None:
    assert main(["new", "claims"]) == 0
    assert main(["check", "claims.cowork"]) == 0
    assert main(["fmt", "--check", "claims.cowork"]) == 0


@pytest.mark.slow
@pytest.mark.sandbox
def test_what_was_written_passes_its_own_test() -> None:
    assert main(["new", "claims"]) == 0
    assert main(["test", "claims.cowork"]) == 0
