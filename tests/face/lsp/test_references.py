"""References and highlights."""

from tests.helpers.lsp import Page, position


def test_all_places_of_a_name_and_no_others(page: Page) -> None:
    found = page.at("references", "let memo", 5, context={"includeDeclaration": True})
    starts = [one["range"]["start"] for one in found]

    assert starts == [
        position(page.text, "memo   = after"),
        position(page.text, "memo.words"),
        position(page.text, "memo.under"),
    ]


def test_the_declaration_is_left_out_on_demand(page: Page) -> None:
    found = page.at("references", "{{cutoff}}", 3, context={"includeDeclaration": False})

    assert position(page.text, "cutoff       =") not in [one["range"]["start"] for one in found]
    assert len(found) == 2


def test_a_name_of_the_library_is_found_where_it_is_used(negotiation: Page) -> None:
    found = negotiation.at(
        "references", "after.mail.message", len("after.mail.m"), context={"includeDeclaration": False}
    )

    assert len(found) == negotiation.text.count("mail.message")


def test_the_place_that_declares_is_marked_as_written(page: Page) -> None:
    found = page.at("documentHighlight", "goto = done", 8)

    assert [one["kind"] for one in found] == [2, 3]
