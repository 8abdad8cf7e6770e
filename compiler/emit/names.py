"""How names and texts are spelled in emitted Python."""

from __future__ import annotations

import json
import keyword

from cowork_dsl.compiler.values.library import NAMESPACE
from cowork_dsl.grammar.functions import catalogue

VIEWS = frozenset(("after", "before", "truth", "made", "now", "record", "reply", "replies", "row", "draw"))
RESERVED = (
    VIEWS
    | frozenset(NAMESPACE)
    | frozenset(function.emitted for function in catalogue())
    | frozenset(("at", "truth_at", "rows", "value", "fact", "let", "check", "given", "expect", "domain", "path"))
)
"""Names that emitted code uses itself."""
OPERATORS = {
    "==": "eq",
    "!=": "ne",
    "<": "lt",
    "<=": "le",
    ">": "gt",
    ">=": "ge",
    "in": "contains",
    "not in": "excludes",
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
}
STATES = {
    "exists": ("after",),
    "unchanged": ("after", "truth"),
    "only_changed": ("after", "truth"),
    "created": ("after", "truth"),
    "deleted": ("after", "truth"),
    "kept": ("made",),
}
"""The states that a function of states looks at."""


def py_name(name: str) -> str:
    """A user's name in Python: an underscore more where Python or the library has the name."""
    return name + "_" if name in RESERVED or keyword.iskeyword(name) or keyword.issoftkeyword(name) else name


def quoted(text: str) -> str:
    """A text as a Python literal."""
    return json.dumps(text, ensure_ascii=False)
