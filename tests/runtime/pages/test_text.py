import pytest

from cowork_dsl.runtime.pages.text import shortened, shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain\n\ttext – übung 漢字 👩‍💻"[:15], "plain\n\ttext – ü"),
        ("a\x1b[31mb", "a<U+001B>[31mb"),
        ("\u202edcba", "<U+202E>dcba"),
        ("zero\u200bwidth", "zero<U+200B>width"),
        ("\ud83d", "<U+D83D>"),
        ("a\rb", "a<U+000D>b"),
    ],
)
def test_nothing_is_hidden(text: str, expected: str) -> None:
    assert shown(text) == expected


def test_long_text_says_how_much_is_left_out() -> None:
    assert shortened("abcdef", 4) == "abcd … (2 more characters)"
    assert shortened("abcd", 4) == "abcd"
