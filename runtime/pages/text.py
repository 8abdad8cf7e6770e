"""Text from anywhere, made fit to be shown: nothing hidden, nothing that a browser would not take."""

from __future__ import annotations

import re
from typing import Final

# Besides control characters: what reorders or hides text in a browser, so that a page would show other words than
# the file holds (bidirectional overrides and isolates, marks without width; the joiners that scripts and emoji need stay), and lone surrogates, which no UTF-8 has.
_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff\ufffe\uffff]"
)


def shown(text: str) -> str:
    """The text with every character that would not be seen written as its number, such as ``<U+202E>``."""
    return _UNSEEN.sub(lambda found: f"<U+{ord(found.group()):04X}>", text)


def shortened(text: str, length: int = 2_000) -> str:
    """At most `length` characters, with a word on how many are left out."""
    if len(text) <= length:
        return text
    return f"{text[:length]} … ({len(text) - length} more characters)"
