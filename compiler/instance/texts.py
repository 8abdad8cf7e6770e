"""Fills the holes of texts."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.environment import Hole, Text
from cowork_dsl.compiler.instance.bounds import MAX_BYTES
from cowork_dsl.compiler.instance.constants import Constants
from cowork_dsl.compiler.instance.problems import problem
from cowork_dsl.compiler.values.show import show


def filled(text: Text, constants: Constants) -> str:
    """The text with every hole's value in its place, printed as the language prints it."""
    pieces: list[str] = []
    size = 0
    for part in text.parts:
        pieces.append(part if isinstance(part, str) else _inserted(part, constants))
        size += len(pieces[-1])
        if size > MAX_BYTES:
            raise problem("CW486", f"the text is larger than {MAX_BYTES // 2**20} MB", text.source, text.span)
    return "".join(pieces)


def filter_code(value: str, name: str, args: list[str]) -> str:
    """The Python of a filter on an expression."""
    return f"filter_{name}({', '.join([value, *args])})"


def _inserted(hole: Hole, constants: Constants) -> str:
    value = constants.evaluate(hole.code)
    for name, args in hole.filters:
        value = constants.apply(f"filter_{name}", value, [constants.evaluate(arg) for arg in args], hole.code)
    return show(value)
