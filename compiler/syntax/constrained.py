"""The grammar in the form that constrained decoding takes (llguidance's Lark dialect).

Made from cowork.lark by mechanical edits, so that the two cannot drift apart: priorities go (that
lexer has none), and the newlines that our lexer settles by itself are written into the rules. The form
accepts nothing that the parser refuses; a model that is held to it cannot make a syntax error.
"""

from __future__ import annotations

import re
from importlib.resources import files

# Newlines may stand before a continuation and inside brackets; never after a bare operator.
_BEFORE = ("or", "and", "in", "then", "else", "+", "*", "/", ".", ")", "]")
_AFTER = ("(", "[", ",", ":")
_COMMENT = r"([ \t]*(#[^\n]*)?\n)+[ \t]*"


def llguidance_grammar() -> str:
    """The grammar as text for ``LLMatcher.grammar_from_lark``."""
    text = files("cowork_dsl.grammar").joinpath("cowork.lark").read_text(encoding="utf-8")
    lines: list[str] = []
    rule = ""
    for line in text.split("\n"):
        if line.startswith("//") or not line.strip():
            continue
        head = re.match(r"\??([a-z_]+)\s*:", line)
        if head:
            rule = head.group(1)
        if line.startswith("expression:"):
            continue
        if re.match(r"[A-Z_]+(\.\d+)?:", line):
            lines.append(_terminal(line))
        else:
            lines.append(_rule(line, rule))
    return "\n".join(lines) + "\n"


def _terminal(line: str) -> str:
    name, _, body = line.partition(":")
    name = name.split(".")[0]
    if name == "_NL":
        return f"_NL: /{_COMMENT}/"
    return f"{name}:{body}".replace(r"\r?\n", r"\n")


def _rule(line: str, rule: str) -> str:
    line = re.sub(r"\s*->\s*\w+", "", line).lstrip("?")
    if rule in ("statement", "inline", "label", "head", "row", "item", "start", "word"):
        return line
    for token in _BEFORE:
        line = line.replace(f'"{token}"', f'_NL? "{token}"')
    for token in _AFTER:
        line = line.replace(f'"{token}"', f'"{token}" _NL?')
    if rule == "atom":
        line = line.replace('"{"', '"{" _NL?').replace('"}"', '_NL? "}"')
    if rule in ("cmp", "sum_"):
        line = line.replace(" CMP ", " _NL? CMP ").replace(' "-" ', ' _NL? "-" ').replace(' "not" ', ' _NL? "not" ')
    return line
