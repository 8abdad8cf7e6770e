"""The text of a formula to a tree; bounded in length and depth."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from cowork_dsl.compiler.sheets.cells import SheetError
from cowork_dsl.compiler.sheets.refs import REFERENCE, Area, area_from

MOST_CHARACTERS = 8192
MOST_DEPTH = 64

_TOKEN = re.compile(
    rf"""[ \t\r\n]*(?:
    (?P<string>"(?:[^"]|"")*")
    |(?P<error>(?:(?:'(?:[^']|''){{1,80}}'|[A-Za-z_][\w.]{{0,80}})!)?\#(?:DIV/0!|N/A|NAME\?|NULL!|NUM!|REF!|VALUE!))
    |(?P<ref>{REFERENCE})
    |(?P<number>(?:\d{{1,300}}(?:\.\d{{0,300}})?|\.\d{{1,300}})(?:[eE][+-]?\d{{1,3}})?)
    |(?P<name>[A-Za-z_][\w.]{{0,200}})
    |(?P<op><=|>=|<>|[-+*/^&=<>%(),;])
    )""",
    re.VERBOSE,
)
_BINARY = {"=": 1, "<>": 1, "<": 1, ">": 1, "<=": 1, ">=": 1, "&": 2, "+": 3, "-": 3, "*": 4, "/": 4, "^": 6}
_PREFIXES = ("_XLFN.", "_XLWS.")


class Uncalculable(Exception):
    """A formula that is not understood; the message says what is not, for people."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number, a text, a truth value, an error; None for an argument that is left out."""

    value: object


@dataclass(frozen=True, slots=True)
class Name:
    """A name of the workbook."""

    name: str


@dataclass(frozen=True, slots=True)
class Operation:
    """An operator or a function (in capitals) with its arguments."""

    name: str
    args: tuple[Node, ...]


Node: TypeAlias = Constant | Name | Operation | Area


def parse(text: str) -> Node:
    """The tree of a formula without its equals sign.

    Raises:
        Uncalculable: It is no formula that is understood.
    """
    if len(text) > MOST_CHARACTERS:
        raise Uncalculable(f"is longer than {MOST_CHARACTERS} characters")
    return _Parser(_tokens(text)).whole()


def _tokens(text: str) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            raise Uncalculable(f"has {text[at : at + 20]!r}, which is not understood")
        at = match.end()
        found.append(_token(match))
    return found


def _token(match: re.Match[str]) -> tuple[str, object]:
    if match["ref"] is not None:
        area = area_from(match["sheet"], match["area"])
        return ("constant", SheetError("#REF!")) if area is None else ("area", area)
    if match["string"] is not None:
        return "constant", match["string"][1:-1].replace('""', '"')
    if match["error"] is not None:
        return "constant", SheetError(match["error"][match["error"].index("#") :])
    if match["number"] is not None:
        return "constant", Decimal(match["number"])
    if match["name"] is not None:
        return "name", match["name"]
    return match["op"], None


class _Parser:
    def __init__(self, tokens: list[tuple[str, object]]) -> None:
        self._tokens = [*tokens, ("end", None)]
        self._at = 0
        self._depth = 0

    def whole(self) -> Node:
        node = self._expression(0)
        self._take("end")
        return node

    @property
    def _next(self) -> str:
        return self._tokens[self._at][0]

    def _take(self, kind: str) -> object:
        found, value = self._tokens[self._at]
        if found != kind:
            raise Uncalculable("ends too early" if found == "end" else f"has a {found!r} in the wrong place")
        self._at += 1
        return value

    def _expression(self, least: int) -> Node:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise Uncalculable(f"nests deeper than {MOST_DEPTH} levels")
        left = self._operand()
        while True:
            op = self._next
            if op == "%":
                self._at += 1
                left = Operation("%", (left,))
                continue
            rank = _BINARY.get(op, 0)
            if rank == 0 or rank <= least:
                break
            self._at += 1
            left = Operation(op, (left, self._expression(rank)))
        self._depth -= 1
        return left

    def _operand(self) -> Node:
        kind, value = self._tokens[self._at]
        self._at += 1
        if kind == "constant":
            return Constant(value)
        if kind == "area" and isinstance(value, Area):
            return value
        if kind in ("-", "+"):
            # a sign binds more tightly than a power: -2^2 is 4 in a spreadsheet
            inner = self._expression(_BINARY["^"])
            return Operation("neg", (inner,)) if kind == "-" else inner
        if kind == "(":
            inner = self._expression(0)
            self._take(")")
            return inner
        if kind == "name":
            return self._name(str(value))
        raise Uncalculable("ends too early" if kind == "end" else f"has a {kind!r} in the wrong place")

    def _name(self, name: str) -> Node:
        word = name.upper()
        if self._next != "(":
            return Constant(word == "TRUE") if word in ("TRUE", "FALSE") else Name(name)
        for prefix in _PREFIXES:
            word = word.removeprefix(prefix)
        self._at += 1
        args: list[Node] = []
        while self._next != ")":
            args.append(Constant(None) if self._next in (",", ";") else self._expression(0))
            if self._next in (",", ";"):
                self._at += 1
                if self._next == ")":
                    args.append(Constant(None))
            elif self._next != ")":
                raise Uncalculable(f"has no closing bracket after {name}")
        self._at += 1
        return Operation(word, tuple(args))
