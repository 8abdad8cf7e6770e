"""Words in texts."""

from __future__ import annotations


def count_word(text: str, word: str) -> int:
    """How often a name stands in a text as a word of its own."""
    if not word:
        return 0
    count, at, size = 0, text.find(word), len(word)
    while at >= 0:
        before = text[at - 1] if at else " "
        after = text[at + size] if at + size < len(text) else " "
        if not (_inner(before) and _inner(word[0])) and not (_inner(after) and _inner(word[-1])):
            count += 1
        at = text.find(word, at + size)
    return count


def holds_word(text: str, word: str) -> bool:
    """Whether a name stands in a text as a word of its own."""
    return count_word(text, word) > 0


def _inner(char: str) -> bool:
    return char.isalnum() or char == "_"
