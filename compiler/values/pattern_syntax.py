"""What a pattern is made of: the parser of RE2's syntax, without what can't be searched in linear time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

MOST_REPEAT = 1_000
_MOST_DEPTH = 60
_DIGITS = frozenset("0123456789")
WORDS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_SPACES = frozenset(" \t\n\r\f\v")
_SETS = {"d": _DIGITS, "w": WORDS, "s": _SPACES}
_CHARS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v"}
_EDGES = {"b": "word", "B": "inside", "A": "start", "z": "end"}

Test = Callable[[str], bool]


class PatternError(ValueError):
    """The pattern can't be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Node:
    """``char`` with a test, ``edge`` with a kind, ``all`` or ``one`` of parts, ``repeat`` of its part from low to high."""

    kind: str
    test: Test | None = None
    edge: str = ""
    parts: tuple[Node, ...] = ()
    low: int = 0
    high: int | None = 0


class Parser:
    """Reads a pattern from left to right; ``whole`` gives its tree."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.flags: frozenset[str] = frozenset()
        self.depth = 0

    def whole(self) -> Node:
        """The tree of the pattern."""
        found = self._either()
        if self.at < len(self.text):
            raise PatternError("there is a `)` without its `(`")
        return found

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _either(self) -> Node:
        self.depth += 1
        if self.depth > _MOST_DEPTH:
            raise PatternError("it is nested too deeply")
        outer = self.flags
        parts = [self._sequence()]
        while self._peek() == "|":
            self.at += 1
            parts.append(self._sequence())
        self.flags = outer
        self.depth -= 1
        return parts[0] if len(parts) == 1 else Node("one", parts=tuple(parts))

    def _sequence(self) -> Node:
        parts = []
        while self._peek() not in ("", "|", ")"):
            part = self._atom()
            if part is not None:
                parts.append(self._repeated(part))
        return Node("all", parts=tuple(parts))

    def _repeated(self, part: Node) -> Node:
        bounds = self._bounds()
        if bounds is None:
            return part
        if part.kind == "edge":
            raise PatternError("a repeat has nothing to repeat")
        if self._peek() == "?":
            self.at += 1
        if self._bounds() is not None:
            raise PatternError("a repeat can't be repeated; use brackets")
        return Node("repeat", parts=(part,), low=bounds[0], high=bounds[1])

    def _bounds(self) -> tuple[int, int | None] | None:
        char = self._peek()
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
        if max(least, most or 0) > MOST_REPEAT or (most is not None and most < least):
            raise PatternError(f"a count is at most {MOST_REPEAT}, and not above its end")
        return least, most

    def _atom(self) -> Node | None:
        char = self._peek()
        self.at += 1
        if char == "(":
            return self._bracket()
        if char == "[":
            return Node("char", self._cased(self._members()))
        if char == ".":
            return Node("char", (lambda c: True) if "s" in self.flags else (lambda c: c != "\n"))
        if char in "^$":
            kind = "start" if char == "^" else "end"
            return Node("edge", edge=f"line {kind}" if "m" in self.flags else kind)
        if char == "\\":
            return self._escape()
        if char in "*+?":
            raise PatternError("a repeat has nothing to repeat")
        return Node("char", self._literal(char))

    def _literal(self, char: str) -> Test:
        if "i" in self.flags:
            both = (char.lower(), char.upper())
            return lambda c: c in both
        return lambda c: c == char

    def _cased(self, test: Test) -> Test:
        if "i" in self.flags:
            return lambda c: test(c) or test(c.lower()) or test(c.upper())
        return test

    def _escape(self) -> Node:
        char = self._peek()
        self.at += 1
        if char in _EDGES and char:
            return Node("edge", edge=_EDGES[char])
        return Node("char", self._escaped(char))

    def _escaped(self, char: str) -> Test:
        if not char:
            raise PatternError("it ends with a lone backslash")
        members = _SETS.get(char.lower())
        if members is not None:
            return (lambda c: c in members) if char.islower() else (lambda c: c not in members)
        if char.isdigit():
            raise PatternError("back references can't be searched in linear time")
        if char.isalpha() and char not in _CHARS:
            raise PatternError(f"`\\{char}` is not known")
        return self._literal(_CHARS.get(char, char))

    def _bracket(self) -> Node | None:
        if self.text.startswith("?", self.at):
            special = self._special()
            if special is None:
                return None
        found = self._either()
        if self._peek() != ")":
            raise PatternError("a `(` has no `)`")
        self.at += 1
        return found

    def _special(self) -> bool | None:
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

    def _members(self) -> Test:
        negated = self._peek() == "^"
        if negated:
            self.at += 1
        tests: list[Test] = []
        singles: set[str] = set()
        ranges: list[tuple[str, str]] = []
        first = True
        while self._peek() != "]" or first:
            first = False
            char = self._peek()
            if not char:
                raise PatternError("a `[` has no `]`")
            self.at += 1
            if char == "\\":
                name = self._peek()
                self.at += 1
                if name.lower() in _SETS and name:
                    tests.append(self._escaped(name))
                    continue
                if name.isalnum() and name not in _CHARS:
                    raise PatternError(f"`\\{name}` is not known in [ ]")
                char = _CHARS.get(name, name)
            if self._peek() == "-" and self.text[self.at + 1 : self.at + 2] not in ("]", ""):
                end = self.text[self.at + 1]
                self.at += 2
                if end == "\\":
                    end = self._peek()
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
