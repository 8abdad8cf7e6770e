"""Code actions."""

import pytest

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.source import Source
from cowork_dsl.grammar.diagnostics import catalogue
from cowork_dsl.grammar.diagnostics.frame import embed
from tests.helpers.lsp import ENVIRONMENT, Page, applied

WRONG = [
    ("out.map(.region,", "out.map(.regionn,"),
    ("covers = memo", "covers = memos"),
    ("goto = done", "goto = don"),
    ("kind = correction", "kind = correktion"),
    ("  persona ", "  persna "),
    ("out.count()", "out.cuont()"),
]


@pytest.mark.parametrize(("right", "wrong"), WRONG)
def test_a_mend_mends(page: Page, right: str, wrong: str) -> None:
    sound = page.text
    page.edit(sound.replace(right, wrong, 1))
    (found,) = page.diagnostics()
    actions = page.ask("codeAction", range=found["range"], context={"diagnostics": [found]})
    (action,) = [one for one in actions if one["kind"] == "quickfix"]

    assert applied(page.text, action["edit"]["changes"][page.uri]) == sound
    assert action["diagnostics"] == [found]
    assert action["isPreferred"]


def test_the_mends_of_the_catalogue_are_offered(page: Page) -> None:
    """As many quick fixes as the compiler has fixes with edits, for every fourth wrong example."""
    tried = 0
    for entry in list(catalogue().values())[::4]:
        text = entry.wrong if entry.wrong.startswith("cowork ") else embed(entry.wrong)
        wanted = [
            [edit.text for edit in found.fix.edits]
            for found in check_source(Source(str(ENVIRONMENT), text), Files()).diagnostics
            if found.fix is not None and found.fix.edits and found.source.path == str(ENVIRONMENT)
        ]
        if not wanted:
            continue
        tried += 1
        page.edit(text)
        everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n") + 1, "character": 0}}
        actions = page.ask("codeAction", range=everywhere, context={"diagnostics": [], "only": ["quickfix"]})
        offered = [[edit["newText"] for edit in one["edit"]["changes"][page.uri]] for one in actions]

        assert offered == wanted, entry.code
    assert tried > 5


def test_all_that_is_certain_is_mended_at_once(page: Page) -> None:
    sound = page.text
    page.edit(sound.replace("covers = memo", "covers = memos", 1).replace("goto = done", "goto = don"))
    page.diagnostics()
    everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}}
    (action,) = page.ask("codeAction", range=everywhere, context={"diagnostics": [], "only": ["source.fixAll"]})

    assert applied(page.text, action["edit"]["changes"][page.uri]) == sound
