"""What a comparison that does not hold had on its two sides, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cowork_dsl.compiler.values import show
from cowork_dsl.compiler.values.failures import Fail, Note

_MOST = 4
_LENGTH = 600


def brief(value: object) -> str:
    """A value on one line; its sort alone where it is too large to be shown."""
    try:
        return show.brief(value)
    except (Fail, RecursionError):
        return f"a {type(value).__name__}"


_WORDS: dict[str, Callable[[object, object], str]] = {
    "near": lambda found, expected: f"{brief(found)} is not near {brief(expected)}",
    "keys": lambda found, expected: f"the keys are {brief(found)}, expected {brief(expected)}",
    "match": lambda hits, extra: f"{hits} were found, {extra}",
    "any": lambda whole, count: f"none of {count} rows meets the condition",
    "row": lambda row, held: f"the row {brief(row)} meets the condition" if held else f"the row {brief(row)} does not",
    "exists": lambda target, _: f"{target} does not exist",
    "created": lambda target, _: f"{target} was not created",
    "deleted": lambda target, _: f"{target} was not deleted",
    "unchanged": lambda target, reason: f"{target}: {reason}",
    "kept": lambda where, term: f"{where} holds {term}",
}


def printable(text: str) -> str:
    """A text that any terminal and any JSON takes: what can't be printed is spelled, a long one is cut."""
    cut = text if len(text) <= _LENGTH else text[: _LENGTH - 1] + "…"
    return cut if cut.isprintable() else "".join(char if char.isprintable() else ascii(char)[1:-1] for char in cut)


def operands(notes: Sequence[Note]) -> tuple[str, ...]:
    """The latest comparisons that did not hold, in order."""
    return tuple(printable(_told(*note)) for note in notes[-_MOST:])


def _told(operator: str, left: object, right: object) -> str:
    words = _WORDS.get(operator)
    if words is not None:
        return words(left, right)
    return f"{brief(left)} {operator} {brief(right)} does not hold"
