"""Patterns in RE2's syntax, searched in linear time.

A pattern becomes a small program that is run over the text with all of its threads at once, so no text makes it
slow. Classes such as ``\\d`` and ``\\w`` and ``\\b`` are ASCII, as in RE2. There are no back references and no look-around.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from cowork_dsl.compiler.values.failures import Fail, spend

_MOST_STEPS = 4_000
_MOST_DEPTH = 60
_MOST_REPEAT = 1_000
_MOST_STATES = 4_000
_SPECIAL = frozenset("\\.+*?()|[]{}^$")
_DIGITS = frozenset("0123456789")
_WORDS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_SPACES = frozenset(" \t\n\r\f\v")
_SETS = {"d": _DIGITS, "w": _WORDS, "s": _SPACES}
_CHARS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v"}
_EDGES = {"b": "word", "B": "inside", "A": "start", "z": "end"}

Test = Callable[[str], bool]
# ("char", test), ("split", a, b), ("jump", a), ("edge", kind), ("found",)
Step = tuple[str, Test | int | str | None, int]


class PatternError(ValueError):
    """The pattern can't be used; the message says why."""


def quoted(text: str) -> str:
    """The pattern that finds exactly this text."""
    return "".join("\\" + char if char in _SPECIAL else char for char in text)


# -------------------------------------------------------------------- parsing


@dataclass(frozen=True, slots=True)
class _Node:
    """``char`` with a test, ``edge`` with a kind, ``all`` or ``one`` of parts, ``repeat`` of its part from low to high."""

    kind: str
    test: Test | None = None
    edge: str = ""
    parts: tuple[_Node, ...] = ()
    low: int = 0
    high: int | None = 0


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.flags: frozenset[str] = frozenset()
        self.depth = 0

    def whole(self) -> _Node:
        found = self.either()
        if self.at < len(self.text):
            raise PatternError("there is a `)` without its `(`")
        return found

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def either(self) -> _Node:
        self.depth += 1
        if self.depth > _MOST_DEPTH:
            raise PatternError("it is nested too deeply")
        outer = self.flags
        parts = [self.sequence()]
        while self.peek() == "|":
            self.at += 1
            parts.append(self.sequence())
        self.flags = outer
        self.depth -= 1
        return parts[0] if len(parts) == 1 else _Node("one", parts=tuple(parts))

    def sequence(self) -> _Node:
        parts = []
        while self.peek() not in ("", "|", ")"):
            part = self.atom()
            if part is not None:
                parts.append(self.repeated(part))
        return _Node("all", parts=tuple(parts))

    def repeated(self, part: _Node) -> _Node:
        bounds = self.bounds()
        if bounds is None:
            return part
        if part.kind == "edge":
            raise PatternError("a repeat has nothing to repeat")
        if self.peek() == "?":
            self.at += 1
        if self.bounds() is not None:
            raise PatternError("a repeat can't be repeated; use brackets")
        return _Node("repeat", parts=(part,), low=bounds[0], high=bounds[1])

    def bounds(self) -> tuple[int, int | None] | None:
        char = self.peek()
        simple = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(char)
        if simple is not None and char:
            self.at += 1
            return simple
        if char != "{":
            return None
        end = self.text.find("}", self.at)
        body = self.text[self.at + 1 : end] if end > 0 else ""
        low, comma, high = body.partition(",")
        if not low.isdecimal() or (high and not high.isdecimal()):
            return None
        self.at = end + 1
        least = int(low)
        most = (int(high) if high else None) if comma else least
        if max(least, most or 0) > _MOST_REPEAT or (most is not None and most < least):
            raise PatternError(f"a count is at most {_MOST_REPEAT}, and not above its end")
        return least, most

    def atom(self) -> _Node | None:
        char = self.peek()
        self.at += 1
        if char == "(":
            return self.bracket()
        if char == "[":
            return _Node("char", self.cased(self.members()))
        if char == ".":
            return _Node("char", (lambda c: True) if "s" in self.flags else (lambda c: c != "\n"))
        if char in "^$":
            kind = "start" if char == "^" else "end"
            return _Node("edge", edge=f"line {kind}" if "m" in self.flags else kind)
        if char == "\\":
            return self.escape()
        if char in "*+?":
            raise PatternError("a repeat has nothing to repeat")
        return _Node("char", self.literal(char))

    def literal(self, char: str) -> Test:
        if "i" in self.flags:
            both = (char.lower(), char.upper())
            return lambda c: c in both
        return lambda c: c == char

    def cased(self, test: Test) -> Test:
        if "i" in self.flags:
            return lambda c: test(c) or test(c.lower()) or test(c.upper())
        return test

    def escape(self) -> _Node:
        char = self.peek()
        self.at += 1
        if char in _EDGES and char:
            return _Node("edge", edge=_EDGES[char])
        return _Node("char", self.escaped(char))

    def escaped(self, char: str) -> Test:
        if not char:
            raise PatternError("it ends with a lone backslash")
        members = _SETS.get(char.lower())
        if members is not None:
            return (lambda c: c in members) if char.islower() else (lambda c: c not in members)
        if char.isdigit():
            raise PatternError("back references can't be searched in linear time")
        if char.isalpha() and char not in _CHARS:
            raise PatternError(f"`\\{char}` is not known")
        return self.literal(_CHARS.get(char, char))

    def bracket(self) -> _Node | None:
        if self.text.startswith("?", self.at):
            special = self.special()
            if special is None:
                return None
        found = self.either()
        if self.peek() != ")":
            raise PatternError("a `(` has no `)`")
        self.at += 1
        return found

    def special(self) -> bool | None:
        rest = self.text[self.at : self.at + 4]
        if rest.startswith(("?=", "?!", "?<=", "?<!")):
            raise PatternError("look-around can't be searched in linear time")
        if rest.startswith("?:"):
            self.at += 2
            return True
        if rest.startswith(("?P<", "?<")):
            end = self.text.find(">", self.at)
            if end < 0:
                raise PatternError("the name of a group has no end")
            self.at = end + 1
            return True
        end = self.text.find(")", self.at)
        names = self.text[self.at + 1 : end] if end > 0 else ""
        if names and set(names) <= set("ims"):
            self.flags |= set(names)
            self.at = end + 1
            return None
        raise PatternError("`(?` is followed by `:`, `P<name>` or the flags i, m, s")

    def members(self) -> Test:
        negated = self.peek() == "^"
        if negated:
            self.at += 1
        tests: list[Test] = []
        singles: set[str] = set()
        ranges: list[tuple[str, str]] = []
        first = True
        while self.peek() != "]" or first:
            first = False
            char = self.peek()
            if not char:
                raise PatternError("a `[` has no `]`")
            self.at += 1
            if char == "\\":
                name = self.peek()
                self.at += 1
                if name.lower() in _SETS and name:
                    tests.append(self.escaped(name))
                    continue
                if name.isalnum() and name not in _CHARS:
                    raise PatternError(f"`\\{name}` is not known in [ ]")
                char = _CHARS.get(name, name)
            if self.peek() == "-" and self.text[self.at + 1 : self.at + 2] not in ("]", ""):
                end = self.text[self.at + 1]
                self.at += 2
                if end == "\\":
                    end = self.peek()
                    self.at += 1
                if end < char:
                    raise PatternError(f"the range {char}-{end} is empty")
                ranges.append((char, end))
            else:
                singles.add(char)
        self.at += 1

        def test(c: str) -> bool:
            inside = c in singles or any(low <= c <= high for low, high in ranges) or any(one(c) for one in tests)
            return inside != negated

        return test


# ------------------------------------------------------------------ compiling


def _emit(node: _Node, program: list[Step]) -> None:
    if len(program) > _MOST_STEPS:
        raise PatternError("it is too large")
    if node.kind == "char":
        program.append(("char", node.test, 0))
    elif node.kind == "edge":
        program.append(("edge", node.edge, 0))
    elif node.kind == "all":
        for part in node.parts:
            _emit(part, program)
    elif node.kind == "one":
        _emit_one(node.parts, program)
    else:
        _emit_repeat(node, program)


def _emit_one(parts: tuple[_Node, ...], program: list[Step]) -> None:
    ends = []
    for part in parts[:-1]:
        split = len(program)
        program.append(("split", 0, 0))
        _emit(part, program)
        ends.append(len(program))
        program.append(("jump", 0, 0))
        program[split] = ("split", split + 1, len(program))
    _emit(parts[-1], program)
    for end in ends:
        program[end] = ("jump", len(program), 0)


def _emit_repeat(node: _Node, program: list[Step]) -> None:
    part = node.parts[0]
    for _ in range(node.low):
        _emit(part, program)
    if node.high is None:
        split = len(program)
        program.append(("split", 0, 0))
        _emit(part, program)
        program.append(("jump", split, 0))
        program[split] = ("split", split + 1, len(program))
        return
    splits = []
    for _ in range(node.high - node.low):
        splits.append(len(program))
        program.append(("split", 0, 0))
        _emit(part, program)
    for split in splits:
        program[split] = ("split", split + 1, len(program))


class _Machine:
    """A compiled pattern: its steps, and what was found out about sets of threads so far."""

    def __init__(self, pattern: str) -> None:
        self.program: list[Step] = []
        _emit(_Parser(pattern).whole(), self.program)
        self.program.append(("found", None, 0))
        self.closed: dict[tuple[frozenset[int], tuple[bool, ...]], tuple[frozenset[int], bool]] = {}
        self.moved: dict[tuple[frozenset[int], str], frozenset[int]] = {}

    def close(self, states: frozenset[int], around: tuple[bool, ...]) -> tuple[frozenset[int], bool]:
        """The threads that wait for a character, and whether one has arrived."""
        seen: set[int] = set()
        left = list(states)
        found = False
        program = self.program
        while left:
            at = left.pop()
            if at in seen:
                continue
            seen.add(at)
            kind, first, second = program[at]
            if kind == "split":
                left.append(first)  # type: ignore[arg-type]
                left.append(second)
            elif kind == "jump":
                left.append(first)  # type: ignore[arg-type]
            elif kind == "edge":
                if _edge(str(first), around):
                    left.append(at + 1)
            elif kind == "found":
                found = True
        waiting = frozenset(at for at in seen if program[at][0] == "char")
        return waiting, found

    def step(self, states: frozenset[int], char: str) -> frozenset[int]:
        """The threads after a character; a search also starts anew at every place."""
        program = self.program
        return frozenset([0, *(at + 1 for at in states if program[at][1](char))])  # type: ignore[operator]

    def search(self, text: str) -> bool:
        """Whether the pattern is found anywhere."""
        spend(len(text) * (1 + (len(self.program) >> 6)))
        size = len(text)
        states = frozenset((0,))
        for index in range(size + 1):
            before = text[index - 1] if index else ""
            after = text[index] if index < size else ""
            around = (index == 0, index == size, before == "\n", after == "\n", before in _WORDS, after in _WORDS)
            key = (states, around)
            closed = self.closed.get(key)
            if closed is None:
                if len(self.closed) > _MOST_STATES:
                    self.closed.clear()
                closed = self.closed[key] = self.close(states, around)
            if closed[1]:
                return True
            if index == size:
                return False
            move = (closed[0], after)
            known = self.moved.get(move)
            if known is None:
                if len(self.moved) > _MOST_STATES:
                    self.moved.clear()
                known = self.moved[move] = self.step(closed[0], after)
            states = known
        return False


def _edge(kind: str, around: tuple[bool, ...]) -> bool:
    start, end, after_line, before_line, word_before, word_after = around
    if kind == "start":
        return start
    if kind == "end":
        return end
    if kind == "line start":
        return start or after_line
    if kind == "line end":
        return end or before_line
    return (word_before != word_after) == (kind == "word")


@lru_cache(maxsize=256)
def _machine(pattern: str) -> _Machine:
    return _Machine(pattern)


def problem(pattern: str) -> str | None:
    """Why a pattern can't be used, or None where it can."""
    try:
        _machine(pattern)
    except PatternError as error:
        return str(error)
    return None


def search(pattern: str, text: str) -> bool:
    """Whether the pattern is found in the text."""
    try:
        machine = _machine(pattern)
    except PatternError as error:
        raise Fail(f"the pattern can't be used: {error}") from None
    return machine.search(text)
