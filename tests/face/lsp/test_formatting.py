"""Formatting of whole documents."""

from collections.abc import Callable

from cowork_dsl.compiler.source import Source
from cowork_dsl.face.commands.fmt import formatted
from tests.helpers.lsp import Page, applied

OPTIONS = {"tabSize": 2, "insertSpaces": True}


def test_what_is_in_form_stays(page: Page) -> None:
    assert page.ask("formatting", options=OPTIONS) == []


def test_the_result_is_that_of_the_command(page: Page) -> None:
    messy = page.text.replace("  title      = ", "title=").replace("  deny network\n", "      deny   network # no\n")
    page.edit(messy)
    edits = page.ask("formatting", options=OPTIONS)

    assert applied(messy, edits) == formatted(Source("a", messy))
    assert len(edits) == 1


def test_line_ends_of_the_client_are_kept(open_page: Callable[..., Page]) -> None:
    page = open_page('cowork 1\r\nrequire a="b"\r\nrequire c = "d"\r\n')
    (edit,) = page.ask("formatting", options=OPTIONS)

    assert edit["newText"] == 'require a = "b"\r\n'
    assert edit["range"] == {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}}


def test_what_does_not_parse_is_left_alone(page: Page) -> None:
    page.edit(page.text.replace("title      =", "title = ="))

    assert page.ask("formatting", options=OPTIONS) == []
