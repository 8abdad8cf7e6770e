"""The `golden` fixture compares, and rewrites only when asked."""

from pathlib import Path

import pytest

pytest_plugins = "pytester"

PLUGIN = (Path(__file__).resolve().parents[1] / "conftest.py").read_text(encoding="utf-8")


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project of one test that renders `two`."""
    pytester.makeconftest(PLUGIN)
    pytester.makepyfile("def test_it(golden):\n    golden('it.txt', 'two\\n')\n    golden('it.bin', b'\\x00')\n")
    return pytester


def test_a_missing_file_fails_and_names_the_mend(project: pytest.Pytester) -> None:
    result = project.runpytest_subprocess("-p", "no:cacheprovider")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*no golden file golden/it.txt; `make golden` writes it*"])


def test_a_difference_fails_until_it_is_rewritten(project: pytest.Pytester) -> None:
    folder = project.path / "golden"
    folder.mkdir()
    (folder / "it.txt").write_text("one\n")
    (folder / "it.bin").write_bytes(b"\0")

    project.runpytest_subprocess().assert_outcomes(failed=1)
    project.runpytest_subprocess("--update-golden").assert_outcomes(passed=1)
    project.runpytest_subprocess().assert_outcomes(passed=1)

    assert (folder / "it.txt").read_text() == "two\n"
