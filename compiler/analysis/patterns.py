"""Paths with holes as patterns."""

from __future__ import annotations


def pattern_of(text: str) -> str:
    """A path with ``*`` for each hole."""
    while "{{" in text:
        start = text.index("{{")
        end = text.find("}}", start)
        text = text[:start] + "*" + (text[end + 2 :] if end >= 0 else "")
    return text
