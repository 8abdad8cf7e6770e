"""The lexer: one pass of one regular expression over the text.

Newlines are settled here, so that the parser sees them only where they end a statement: none inside
``( )``, ``[ ]`` and object braces, none before a line that begins with ``.`` or an operator.
"""

from __future__ import annotations

import re

from cowork_dsl.grammar.records import dataclass

WORDS = {word: word.upper() for word in ("and", "or", "not", "in", "if", "then", "else", "true", "false", "none")}
PUNCTUATION = {
    "(": "LPAR", ")": "RPAR", "[": "LSQB", "]": "RSQB", "{": "LBRACE", "}": "RBRACE", "=": "EQUAL", ",": "COMMA",
    ":": "COLON", ".": "DOT", "+": "PLUS", "-": "MINUS", "*": "STAR", "/": "SLASH",
}  # fmt: skip
CONTINUES = frozenset(("DOT", "AND", "OR", "CMP", "PLUS", "MINUS", "STAR", "SLASH", "IN", "NOT", "THEN", "ELSE"))
# A brace after one of these opens an object, after anything else a block.
BEFORE_OBJECT = frozenset(
    (
        "EQUAL", "LPAR", "LSQB", "COMMA", "COLON", "PLUS", "MINUS", "STAR", "SLASH", "CMP", "AND", "OR", "NOT", "IN",
        "IF", "THEN", "ELSE", "OBJECT",
    )
)  # fmt: skip

_TOKEN = re.compile(
    r"""[ \t]*(?:
    (?P<NAME>[a-z_][a-z0-9_]*(?![A-Za-z0-9_]))
  | (?P<NL>(?:\#[^\n]*)?\n(?:[ \t]*(?:\#[^\n]*)?\n)*)
  | (?P<TEXT>"{4}[ \t]*\n(?:[^\n]*\n)*?[ \t]*"{4} | "{3}[ \t]*\n(?:[^\n]*\n)*?[ \t]*"{3}(?!"))
  | (?P<STRING>""(?!")|"(?:\\.|[^"\\\n])+")
  | (?P<CMP>==|!=|<=|>=|<|>)
  | (?P<PUNCT>[(){}\[\]=,:.+*/-])
  | (?P<ROW>\|[^\n]*\|)
  | (?P<DATETIME>\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)(?![A-Za-z0-9_]))
  | (?P<BAD_INSTANT>\d{4}-\d\d-\d\dT[0-9:.+-]*)
  | (?P<DATE>\d{4}-\d\d-\d\d(?![A-Za-z0-9_-]))
  | (?P<TIME>\d\d:\d\d(?![0-9:]))
  | (?P<DURATION>(?:\d+[dhms])+(?![A-Za-z0-9_]))
  | (?P<PERCENT>\d[\d_]*(?:\.\d+)?%)
  | (?P<DECIMAL>\d[\d_]*\.\d+(?![A-Za-z0-9_]))
  | (?P<INT>\d[\d_]*(?![A-Za-z0-9_]))
  | (?P<UNIT>[A-Z]{3}(?![A-Za-z0-9_]))
  | (?P<END>\Z)
  | (?P<COMMENT>\#[^\n]*\Z)
  | (?P<BAD_TEXT>"{3,4}(?s:.)*?"{3,4} | "{3,4}(?s:.)*)
  | (?P<BAD_STRING>"(?:\\.|[^"\\\n])*)
  | (?P<BAD_WORD>[A-Za-z0-9_]+)
  | (?P<BAD_CHAR>(?s:.))
  )""",
    re.VERBOSE,
)


def terminals() -> dict[str, str]:
    """The pattern of each terminal that fits on a line, for editors."""
    found = re.findall(r"^[ |]*\(\?P<([A-Z]+)>(.*)\)$", _TOKEN.pattern, re.MULTILINE)
    return {kind: pattern for kind, pattern in found if kind not in ("NL", "TEXT")}


@dataclass(slots=True)
class Tokens:
    """A token stream as parallel lists, ended by ``$END``.

    Attributes:
        kinds: Terminal names of the grammar; ``BAD_...`` for what the grammar has no terminal for.
        starts: Offset of each token's first character.
        ends: Offset after each token's last character.
        docs: Index of a statement's first token to the doc comment right above it.
        bad: Whether any kind starts with ``BAD_``.
        deepest: The deepest nesting of brackets and braces.
        longest: The most tokens between two newlines.
    """

    kinds: list[str]
    starts: list[int]
    ends: list[int]
    docs: dict[int, str]
    bad: bool
    deepest: int = 0
    longest: int = 0


def _doc(text: str) -> str | None:
    """The run of ``##`` lines that ends a newline token, as one text."""
    found: list[str] = []
    for line in reversed(text.split("\n")[:-1]):
        line = line.strip()
        if not line.startswith("##"):
            break
        found.append(line[2:].strip())
    return "\n".join(reversed(found)) if found else None


def tokenize(text: str, start: int = 0, end: int | None = None, *, every_newline: bool = False) -> Tokens:
    """Tokens of a whole text, or of the expression between two offsets.

    Args:
        text: The text.
        start: Where to begin.
        end: Where to stop; None for a whole file, whose last statement needs no line end.
        every_newline: Keep newlines inside brackets and before continuation lines, for the layout pass.
    """
    kinds: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    docs: dict[int, str] = {}
    bad = False
    stack: list[str] = []
    pending = -1  # start of a newline that is still to be placed
    pending_end = -1
    previous = ""
    deepest = longest = line = 0
    match = _TOKEN.match
    at, stop = start, len(text) if end is None else end
    words, punctuation, continues = WORDS, PUNCTUATION, CONTINUES
    while True:
        found = match(text, at, stop)
        if found is None:  # unreachable: BAD_CHAR and END take everything
            raise AssertionError(at)
        kind = found.lastgroup or ""
        first, at = found.span(kind)
        if kind == "NAME":
            kind = words.get(text[first:at], "NAME")
        elif kind == "PUNCT":
            kind = punctuation[text[first]]
        elif kind == "NL":
            if every_newline or not stack or stack[-1] == "BLOCK":
                if pending < 0:
                    pending = first
                pending_end = at
            continue
        elif kind in ("END", "COMMENT"):
            if kind == "COMMENT":
                continue
            kind = "$END"
        elif kind.startswith("BAD_"):
            bad = True
        if pending >= 0:
            if every_newline or kind not in continues or not kinds:
                if kind != "$END" or end is None:
                    kinds.append("_NL")
                    starts.append(pending)
                    ends.append(pending_end)
                if text.find("##", pending, pending_end) >= 0:
                    doc = _doc(text[pending:pending_end])
                    if doc is not None:
                        docs[len(kinds)] = doc
                previous = "_NL"
                if len(kinds) - line > longest:
                    longest = len(kinds) - line
                line = len(kinds)
            pending = -1
        if kind == "LBRACE" or kind == "LPAR" or kind == "LSQB":
            if kind == "LBRACE":
                stack.append("OBJECT" if previous in BEFORE_OBJECT else "BLOCK")
            else:
                stack.append(kind)
            if len(stack) > deepest:
                deepest = len(stack)
        elif (kind == "RBRACE" or kind == "RPAR" or kind == "RSQB") and stack:
            stack.pop()
        elif kind == "$END":
            if end is None and previous != "_NL" and kinds:  # the last line has no line end
                kinds.append("_NL")
                starts.append(first)
                ends.append(first)
            kinds.append(kind)
            starts.append(first)
            ends.append(first)
            return Tokens(kinds, starts, ends, docs, bad, deepest, max(longest, len(kinds) - line))
        kinds.append(kind)
        starts.append(first)
        ends.append(at)
        previous = kind
