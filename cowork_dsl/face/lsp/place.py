"""Where the cursor stands, from the tokens before it alone, so that broken text around it does no harm."""

from __future__ import annotations

from typing import Literal

from cowork_dsl.compiler.syntax.tokens import BEFORE_OBJECT, CONTINUES, tokenize
from cowork_dsl.grammar.records import dataclass
from cowork_dsl.grammar.schema import BODIES
from cowork_dsl.grammar.schema_model import Attr, Block, Body

Inside = Literal["code", "string", "row", "comment"]
Token = tuple[str, str]
_WORD = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
_OPENS = {"LPAR": "RPAR", "LSQB": "RSQB"}


@dataclass(frozen=True, slots=True)
class Head:
    """Kind and labels of a block, as spelled; a string with its quotes."""

    kind: str
    labels: tuple[str, ...]

    @property
    def name(self) -> str:
        """The first label without its quotes."""
        return self.labels[0].strip('"') if self.labels else ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a cursor stands.

    Attributes:
        inside: In the code, in a string or text, in a row of a table, or in a comment.
        heads: The blocks around, outermost first.
        tokens: What stands of the statement before the word that is being written, as (kind, text).
        start: Where that word begins; in a string where its content begins.
        open: The brackets that are open in the statement.
    """

    inside: Inside
    heads: tuple[Head, ...]
    tokens: tuple[Token, ...]
    start: int
    open: tuple[str, ...]

    @property
    def body(self) -> Body | None:
        """What may stand here, where the blocks around are known."""
        body: Body | None = BODIES["top"]
        for head in self.heads:
            block = body.blocks.get(head.kind) if body is not None else None
            body = BODIES.get(block.body) if block is not None and block.body is not None else None
        return body

    @property
    def kind(self) -> str:
        """The kind of the statement, once it is written."""
        return self.tokens[0][1] if self.tokens and self.tokens[0][0] == "NAME" else ""

    @property
    def given(self) -> tuple[Token, ...] | None:
        """What stands after `=`; None before it."""
        for index, (kind, _) in enumerate(self.tokens):
            if kind == "EQUAL":
                return self.tokens[index + 1 :]
        return None

    @property
    def attr(self) -> Attr | None:
        """The attribute whose value is being written; that of a short form, too."""
        body = self.body
        if body is None:
            return None
        if self.kind in body.attrs:
            return body.attrs[self.kind]
        block = body.blocks.get(self.kind)
        if block is not None and block.body is not None and block.main is not None:
            return BODIES[block.body].attrs[block.main]
        if block is not None and block.value is not None:
            return Attr(block.name, block.value, block.doc)
        return Attr(self.kind, body.open, "") if body.open else None

    @property
    def block(self) -> Block | None:
        """The block whose head is being written."""
        return self.body.blocks.get(self.kind) if self.body is not None else None


def locate(text: str, offset: int) -> Place:
    """The place at an offset."""
    start = offset
    while start > 0 and text[start - 1] in _WORD:
        start -= 1
    tokens = tokenize(text[:offset], every_newline=True)
    kinds, starts, ends = tokens.kinds, tokens.starts, tokens.ends
    while kinds and kinds[-1] in ("$END", "_NL") and starts[-1] >= offset:
        kinds, starts, ends = kinds[:-1], starts[:-1], ends[:-1]
    inside: Inside = "code"
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    if kinds and kinds[-1] in ("BAD_STRING", "BAD_TEXT"):
        inside = "string"
        fence = len(text[starts[-1] : offset]) - len(text[starts[-1] : offset].lstrip('"'))
        start = starts[-1] + min(fence, 4 if kinds[-1] == "BAD_TEXT" else 1)
        kinds, starts, ends = kinds[:-1], starts[:-1], ends[:-1]
    elif "#" in text[ends[-1] if kinds else 0 : offset].rpartition("\n")[2]:
        inside = "comment"
    elif line.lstrip().startswith("|"):
        inside = "row"
    if inside == "code":
        while kinds and starts[-1] >= start:
            kinds, starts, ends = kinds[:-1], starts[:-1], ends[:-1]
    spelled = [(kind, text[a:b]) for kind, a, b in zip(kinds, starts, ends, strict=True)]
    return _settled(inside, spelled, start)


def _settled(inside: Inside, tokens: list[Token], start: int) -> Place:
    heads: list[Head] = []
    opened: list[str] = []
    statement: list[Token] = []
    line = 0  # where the last line of the statement begins
    for index, token in enumerate(tokens):
        kind = token[0]
        if kind == "_NL":
            following = tokens[index + 1][0] if index + 1 < len(tokens) else ""
            if not opened and following not in CONTINUES:
                statement = []
            line = len(statement)
            continue
        if kind == "EQUAL" and opened:
            # No expression holds `=`: a bracket further up was never closed, and a statement has begun here.
            statement, opened = statement[line:], []
        if kind == "LBRACE":
            if tokens[index - 1][0] in BEFORE_OBJECT and index > 0:
                opened.append("RBRACE")
            else:
                heads.append(_head(statement[line:] if opened else statement))
                opened, statement, line = [], [], 0
                continue
        elif kind in _OPENS:
            opened.append(_OPENS[kind])
        elif kind in ("RPAR", "RSQB", "RBRACE"):
            if opened and opened[-1] == kind:
                opened.pop()
            elif kind == "RBRACE":
                if heads:
                    heads.pop()
                opened, statement, line = [], [], 0
                continue
        statement.append(token)
    return Place(inside, tuple(heads), tuple(statement), start, tuple(opened))


def _head(statement: list[Token]) -> Head:
    labels: list[str] = []
    dotted = False
    for kind, spelled in statement[1:]:
        if kind == "DOT" and labels:
            labels[-1] += "."
            dotted = True
        elif dotted:
            labels[-1] += spelled
            dotted = False
        else:
            labels.append(spelled)
    return Head(statement[0][1] if statement else "", tuple(labels))
