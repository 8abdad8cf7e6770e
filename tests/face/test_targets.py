from pathlib import Path

import pytest

from cowork_dsl.face.errors import UsageProblem
from cowork_dsl.face.targets import Target, find_targets, source_files


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two sources, a bundle, a hidden folder and an empty one."""
    for name in ("a.cowork", "deep/b.cowork", ".hidden/c.cowork", "bundle/public/goal.md", "bundle/manifest.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "bundle/public/d.cowork").write_text("")
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("here")
def test_a_folder_stands_for_what_it_holds() -> None:
    assert find_targets(["."]) == [
        Target("./a.cowork", "source"),
        Target("./bundle", "bundle"),
        Target("./deep/b.cowork", "source"),
    ]


@pytest.mark.usefixtures("here")
def test_each_target_comes_once_in_the_order_given() -> None:
    assert find_targets(["deep", "a.cowork", "./a.cowork"]) == [
        Target("deep/b.cowork", "source"),
        Target("a.cowork", "source"),
    ]


@pytest.mark.usefixtures("here")
def test_sources_leave_bundles_out_and_take_any_file_that_is_named() -> None:
    assert source_files([".", "notes.txt"]) == ["./a.cowork", "./deep/b.cowork", "notes.txt"]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("path", ["nowhere.cowork", "empty", "notes.txt"])
def test_what_is_no_target_is_a_usage_problem_that_names_it(path: str) -> None:
    with pytest.raises(UsageProblem, match=path) as raised:
        find_targets([path])

    assert raised.value.mend


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("path", ["nowhere.cowork", "empty"])
def test_what_holds_no_source_is_a_usage_problem(path: str) -> None:
    with pytest.raises(UsageProblem, match=path):
        source_files([path])


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("path", "mend"),
    [("bundle", "compiled from"), ("empty", "cowork new NAME"), ("gone", "or a folder that holds some")],
)
def test_what_holds_no_source_says_what_to_name(path: str, mend: str) -> None:
    with pytest.raises(UsageProblem) as raised:
        source_files([path])

    assert mend in raised.value.mend


def test_marks_of_a_bundle_are_those_of_the_compiler(here: Path) -> None:
    from cowork_dsl.compiler.bundle.folder import is_bundle

    assert [target.path for target in find_targets([str(here)]) if is_bundle(Path(target.path))] == [
        str(here / "bundle")
    ]


def test_a_folder_leaves_out_files_that_hold_only_services(here: Path) -> None:
    (here / "deep" / "tickets.cowork").write_text("cowork 1\n\nservice tickets {\n}\n")
    (here / "deep" / "own.cowork").write_text("cowork 1\n\nenv a.b {\n}\nservice tickets {\n}\n")
    found = [target.path for target in find_targets(["deep"])]

    assert found == ["deep/b.cowork", "deep/own.cowork"]
    assert find_targets(["deep/tickets.cowork"]) == [Target("deep/tickets.cowork", "source")]
    assert "deep/tickets.cowork" in source_files(["deep"])
