"""Seeded slips of the pen: one token deleted, doubled, swapped with its neighbour, or misspelled."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Literal

Operation = Literal["delete", "double", "swap", "misspell"]
OPERATIONS: tuple[Operation, ...] = ("delete", "double", "swap", "misspell")

# Written for these tests alone: what counts as one token must not depend on the scanner that is tested.
_TOKEN = re.compile(
    r'(?P<blank>[ \t]+|\n|#(?!#)[^\n]*)|(?P<doc>##[^\n]*)|(?P<block>""".*?""")|(?P<string>"(?:\\.|[^"\\\n])*")'
    r"|(?P<number>\d[\w:+%-]*(?:\.\d[\w%]*)?)|(?P<name>[A-Za-z_]\w*)|(?P<mark>==|!=|<=|>=|.)",
    re.DOTALL,
)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a source text."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Slip:
    """One edit and the text that it makes.

    Attributes:
        operation: What was done.
        token: The token that it was done to; the first one of a swap.
        other: The second token of a swap.
        text: The whole text afterwards.
        lines: The lines of the edited text that the edit touches.
        word: What stands in the place of the token afterwards.
    """

    operation: Operation
    token: Token
    other: Token | None
    text: str
    lines: tuple[int, ...]
    word: str

    def __str__(self) -> str:
        other = f" with {self.other.text!r}" if self.other is not None else ""
        into = f" into {self.word!r}" if self.operation == "misspell" else ""
        return f"line {self.lines[0]}: {self.operation} {self.token.text!r}{other}{into}"


def tokens(text: str) -> list[Token]:
    """All tokens but blanks and plain comments."""
    found = [Token(str(match.lastgroup), match.group(), match.start()) for match in _TOKEN.finditer(text)]
    return [token for token in found if token.kind != "blank"]


def slip(text: str, operation: Operation, seed: int) -> Slip:
    """One seeded edit of a text."""
    draw = random.Random(f"{operation} {seed}")
    given = tokens(text)
    if operation == "misspell":
        token = draw.choice([token for token in given if token.kind == "name" and len(token.text) > 2])
        return _slip(text, operation, token, None, misspelled(token.text, draw))
    if operation == "swap":
        at = draw.randrange(len(given) - 1)
        one, two = given[at], given[at + 1]
        return _slip(text, operation, one, two, two.text + text[one.end : two.start] + one.text)
    token = draw.choice(given)
    blank = "\n" if token.kind == "doc" else " "
    return _slip(text, operation, token, None, "" if operation == "delete" else f"{token.text}{blank}{token.text}")


def misspelled(word: str, draw: random.Random) -> str:
    """A word with one letter doubled, dropped, changed or swapped with the next."""
    while True:
        at = draw.randrange(len(word) - 1)
        made = draw.choice(
            (
                word[:at] + word[at] + word[at:],
                word[:at] + word[at + 1 :],
                word[:at] + draw.choice(_LETTERS) + word[at + 1 :],
                word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            )
        )
        if made != word and made.isidentifier():
            return made


def _slip(text: str, operation: Operation, token: Token, other: Token | None, word: str) -> Slip:
    end = other.end if other is not None else token.end
    made = text[: token.start] + word + text[end:]
    first = 1 + made.count("\n", 0, token.start)
    last = first + made.count("\n", token.start, token.start + len(word))
    return Slip(operation, token, other, made, tuple(range(first, last + 1)), word)
