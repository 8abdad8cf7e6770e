import os
import shutil
from pathlib import Path

import pytest

from cowork_dsl.compiler.bundle.folder import load
from cowork_dsl.face.bundles import Unsound, cache_of, open_target, params_of
from cowork_dsl.face.errors import UsageProblem
from cowork_dsl.face.targets import Target

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def source(tmp_path: Path) -> str:
    (tmp_path / "cowork.toml").touch()
    (tmp_path / "envs").mkdir()
    for name in ("quarter_rollup.cowork", "quarter_rollup.solve.py"):
        shutil.copy(EXAMPLES / name, tmp_path / "envs" / name)
    return str(tmp_path / "envs" / "quarter_rollup.cowork")


def test_a_source_is_compiled_into_the_cache_of_its_project(source: str, tmp_path: Path) -> None:
    opened = open_target(Target(source, "source"), {"region_count": "2"}, seed=4)

    assert opened.folder.parent == tmp_path / ".cowork"
    assert opened.env is not None
    assert load(opened.folder) == opened.bundle


def test_what_stands_with_a_bundle_stays_until_the_source_changes(source: str) -> None:
    first = open_target(Target(source, "source"))
    (first.folder / "private" / "validation.json").write_text("{}")
    again = open_target(Target(source, "source"))
    Path(source).write_text(Path(source).read_text().replace("at most 200 words", "in 200 words"))
    other = open_target(Target(source, "source"))

    assert (again.folder / "private" / "validation.json").exists()
    assert not (other.folder / "private" / "validation.json").exists()


def test_a_bundle_is_read_from_where_it_stands(source: str) -> None:
    made = open_target(Target(source, "source"))
    opened = open_target(Target(str(made.folder), "bundle"))

    assert (opened.bundle, opened.env) == (made.bundle, None)


def test_a_bundle_takes_no_params(source: str) -> None:
    made = open_target(Target(source, "source"))

    with pytest.raises(UsageProblem, match="its params are chosen"):
        open_target(Target(str(made.folder), "bundle"), {"region_count": "2"})


def test_errors_of_a_source_are_shown(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(source).write_text(Path(source).read_text().replace("regions.count()", "regions.cont()"))

    with pytest.raises(Unsound, match="has 1 error") as raised:
        open_target(Target(source, "source"))
    assert raised.value.status == 1
    assert "did you mean `count`" in capsys.readouterr().err


def test_a_project_that_cannot_be_written_has_its_cache_elsewhere(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))

    assert cache_of(source).parent == tmp_path / "caches" / "cowork"


def test_params_of_the_command_line() -> None:
    assert params_of(["n=3", 'who="a=b"', " lang = de "]) == {"n": "3", "who": '"a=b"', "lang": "de"}
