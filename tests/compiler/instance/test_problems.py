import pytest

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.pipeline import compile_env
from cowork_dsl.compiler.source import Source
from cowork_dsl.grammar.diagnostics.entry import Entry
from cowork_dsl.grammar.diagnostics.instance import ENTRIES


def codes(text: str) -> list[str]:
    checked = check_source(Source("example.cowork", text), Files())
    if checked.environment is None:
        return [found.code for found in checked.diagnostics]
    return [found.code for found in compile_env(checked.environment).diagnostics]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_the_wrong_example_yields_exactly_its_code(entry: Entry) -> None:
    assert codes(entry.wrong) == [entry.code]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_the_right_example_compiles(entry: Entry) -> None:
    assert codes(entry.right) == []
