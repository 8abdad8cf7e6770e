from pathlib import Path

import pytest

from cowork_dsl import __version__
from cowork_dsl.validation import stored
from cowork_dsl.validation.options import Options
from cowork_dsl.validation.report.model import EnvReport
from tests.helpers.reports import sample

DIGEST = "sha256:" + "5a" * 32


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "private").mkdir()
    return tmp_path


def good() -> EnvReport:
    return sample().model_copy(update={"ok": True, "version": __version__})


def test_a_report_comes_back(folder: Path) -> None:
    stored.write(folder, DIGEST, good())

    assert stored.read(folder, DIGEST) == good()
    assert stored.status(folder, DIGEST) == "passed"
    assert [path.name for path in (folder / "private").iterdir()] == ["validation.json"]


def test_a_failed_report_is_no_licence(folder: Path) -> None:
    stored.write(folder, DIGEST, good().model_copy(update={"ok": False}))

    assert stored.status(folder, DIGEST) == "failed"


def test_a_partial_report_is_not_kept(folder: Path) -> None:
    stored.write(folder, DIGEST, good().model_copy(update={"only": ("paths",)}))

    assert stored.status(folder, DIGEST) == "none"


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"ok": true}', "\x00"])
def test_a_damaged_report_counts_as_none(folder: Path, text: str) -> None:
    (folder / stored.FILE).write_text(text)

    assert stored.status(folder, DIGEST) == "none"


def test_another_digest_or_version_counts_as_none(folder: Path) -> None:
    stored.write(folder, DIGEST, good())

    assert stored.status(folder, "sha256:" + "00" * 32) == "none"

    stored.write(folder, DIGEST, good().model_copy(update={"version": "0.0.0"}))

    assert stored.status(folder, DIGEST) == "none"


def test_a_report_is_used_again_for_the_same_question_only(folder: Path) -> None:
    stored.write(folder, DIGEST, good())
    instances = good().instances

    assert stored.reusable(folder, instances, Options()) == good()
    assert stored.reusable(folder, instances[:1], Options()) is None
    assert stored.reusable(folder, instances, Options(only=("paths",))) is None


def test_files_are_named_from_where_the_user_stands(folder: Path) -> None:
    stored.write(folder, DIGEST, good())
    report = stored.reusable(folder, good().instances, Options(), {"roll_up.cowork": "../here/roll_up.cowork"})

    assert report is not None
    assert {finding.file for finding in report.findings} == {"../here/roll_up.cowork"}
    assert report.requirements[0].place.file == "../here/roll_up.cowork"
