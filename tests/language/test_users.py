"""Whole environments around users, events, rights, sessions: each passes, and whoever gets it wrong loses where it should."""

from __future__ import annotations

from pathlib import Path

import pytest

from cowork_dsl.compiler.pipeline import check_path, compile_env
from cowork_dsl.validation.options import Options
from cowork_dsl.validation.run import validate
from cowork_dsl.validation.subject import Subject

FILES = sorted(Path(__file__).parent.glob("users_*.cowork"))


@pytest.mark.sandbox
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_passes_and_every_mutant_loses_what_it_breaks(path: Path) -> None:
    checked = check_path(str(path))
    assert checked.diagnostics == () and checked.environment is not None
    built = compile_env(checked.environment)
    assert built.bundle is not None

    report = validate(Subject((built.bundle,)), Options(instances=1, workers=2))

    assert report.findings == ()
    assert report.ok and report.cases is not None
    assert (
        {case.status for case in report.cases} == {"killed", "passed"}
        if any(case.kind == "variant" for case in report.cases)
        else {"killed"}
    )
