"""The catalogue's examples of CW7xx: each wrong one is found with exactly its code, each right one passes."""

from functools import cache

import pytest

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.pipeline import compile_env
from cowork_dsl.compiler.source import Source
from cowork_dsl.grammar.diagnostics.entry import Entry
from cowork_dsl.grammar.diagnostics.validation import ENTRIES
from cowork_dsl.validation.findings import OWNERS
from cowork_dsl.validation.options import Options
from cowork_dsl.validation.report.model import PASSES, EnvReport, PassName
from cowork_dsl.validation.report.page import env_page
from cowork_dsl.validation.run import validate
from cowork_dsl.validation.subject import Subject

pytestmark = pytest.mark.sandbox

PASS_OF: dict[str, PassName] = {"CW70": "paths", "CW71": "effort", "CW72": "interventions", "CW73": "cases"}


@cache
def report(text: str, only: tuple[PassName, ...]) -> EnvReport:
    checked = check_source(Source("example.cowork", text), Files())
    assert checked.environment is not None, [found.message for found in checked.diagnostics]
    built = compile_env(checked.environment)
    assert built.bundle is not None
    subject = Subject((built.bundle,), {"example.cowork": text})
    return validate(subject, Options(only=only, instances=1, workers=1))


def own_pass(entry: Entry) -> tuple[PassName, ...]:
    return (PASS_OF[entry.code[:4]],)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_a_wrong_example_is_found(entry: Entry) -> None:
    found = report(entry.wrong, own_pass(entry))

    assert {finding.code for finding in found.findings} == {entry.code}, found.findings
    assert entry.code in env_page(found)
    assert found.ok == all(finding.severity == "warning" for finding in found.findings)
    assert all(finding.text == entry.wrong.splitlines()[finding.line - 1] for finding in found.findings)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_a_right_example_passes(entry: Entry) -> None:
    assert report(entry.right, own_pass(entry)).findings == ()


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_all_parts_together_find_the_same(entry: Entry) -> None:
    assert {finding.code for finding in report(entry.wrong, PASSES).findings} == {entry.code}
    assert report(entry.right, PASSES).findings == ()


def test_every_code_has_an_owner_and_an_example() -> None:
    assert {entry.code for entry in ENTRIES} == set(OWNERS)
