"""Semantic tokens."""

from collections.abc import Callable

from tests.helpers.lsp import Page


def tokens(page: Page) -> dict[tuple[int, int], tuple[str, str, list[str]]]:
    """Line and column to the word, its kind and its marks."""
    legend = page.client.abilities["semanticTokensProvider"]["legend"]
    data = page.ask("semanticTokens/full")["data"]
    lines = [line.encode("utf-16-le") for line in page.text.split("\n")]
    found: dict[tuple[int, int], tuple[str, str, list[str]]] = {}
    line = column = 0
    for index in range(0, len(data), 5):
        down, right, length, kind, marks = data[index : index + 5]
        line, column = line + down, right + (0 if down else column)
        word = lines[line][column * 2 : (column + length) * 2].decode("utf-16-le")
        names = [name for bit, name in enumerate(legend["tokenModifiers"]) if marks >> bit & 1]
        found[line, column] = (word, legend["tokenTypes"][kind], names)
    return found


def test_each_word_is_what_it_is(page: Page) -> None:
    found = list(tokens(page).values())

    assert ("require", "keyword", []) in found
    assert ("title", "property", []) in found
    assert ("cutoff", "parameter", ["declaration", "readonly"]) in found
    assert ("region", "property", []) in found
    assert ("near", "function", ["defaultLibrary"]) in found
    assert ("count", "method", ["defaultLibrary"]) in found
    assert ("after", "variable", ["defaultLibrary"]) in found
    assert ("correcting", "enumMember", []) in found
    assert ("change_adaptation", "enumMember", []) in found
    assert ("turn", "event", ["defaultLibrary"]) in found


def test_wide_characters_move_nothing(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.edit(page.text.replace("Cut-off: {{cutoff}}", "😀😀漢: {{cutoff}}"))
    words = [word for word, kind, _ in tokens(page).values() if kind == "parameter"]

    assert set(words) == {"cutoff", "region_count"}


def test_tokens_do_not_overlap(negotiation: Page) -> None:
    end = (0, 0)
    for (line, column), (word, _, _) in tokens(negotiation).items():
        assert (line, column) >= end
        end = (line, column + len(word))
