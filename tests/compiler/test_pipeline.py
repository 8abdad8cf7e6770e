"""The example from source to bundle: what stands in each file is looked at as a whole."""

import json
from pathlib import Path

import pytest

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.pipeline import check_path, compile_env
from tests.conftest import Golden

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    env = check_path(str(EXAMPLES / "quarter_rollup.cowork")).environment
    assert env is not None
    made = compile_env(env, {"region_count": "2", "cutoff": "2026-03-31"}, seed=1).bundle
    assert made is not None
    return made


@pytest.mark.parametrize(
    "path",
    [
        "public/goal.md",
        "public/tools.json",
        "private/verifier.py",
        "private/policy.json",
        "private/profile.json",
        "private/forms.json",
        "private/checks.json",
        "private/tests.json",
    ],
)
def test_files_of_the_bundle(bundle: Bundle, golden: Golden, path: str) -> None:
    data = bundle.files()[path].decode()
    text = json.dumps(json.loads(data), ensure_ascii=False, indent=1) + "\n" if path.endswith(".json") else data
    golden(f"quarter_rollup/{path}", text)


@pytest.mark.parametrize("path", ["inbox/apac.csv", "inbox/README.md", "config/report.json"])
def test_files_of_the_workspace(bundle: Bundle, golden: Golden, path: str) -> None:
    golden(f"quarter_rollup/workspace/{path}", bundle.blobs[bundle.snapshot.entries[path].blob])


def test_a_missing_file_is_a_finding() -> None:
    checked = check_path(str(EXAMPLES / "missing.cowork"))

    assert (checked.environment, [found.code for found in checked.diagnostics]) == (None, ["CW140"])
