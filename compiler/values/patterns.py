r"""Patterns in RE2's syntax, searched in linear time.

A pattern becomes a small program that is run over the text with all of its threads at once, so no text makes it
slow. Classes such as ``\d`` and ``\w`` and ``\b`` are ASCII, as in RE2. There are no back references and no look-around.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from cowork_dsl.compiler.values.failures import Fail, spend
from cowork_dsl.compiler.values.pattern_syntax import WORDS, Node, Parser, PatternError, Test

_MOST_STEPS = 4_000
_MOST_STATES = 4_000
_SPECIAL = frozenset("\\.+*?()|[]{}^$")


@dataclass(slots=True)
class Step:
    """One step: ``char`` with a test, ``edge`` with a kind, ``split`` and ``jump`` with where to go on, ``found``."""

    kind: str
    test: Test | None = None
    edge: str = ""
    to: tuple[int, ...] = ()


def quoted(text: str) -> str:
    """The pattern that finds exactly this text."""
    return "".join("\\" + char if char in _SPECIAL else char for char in text)


def _emit(node: Node, program: list[Step]) -> None:
    if len(program) > _MOST_STEPS:
        raise PatternError("it is too large")
    if node.kind == "char":
        program.append(Step("char", node.test))
    elif node.kind == "edge":
        program.append(Step("edge", edge=node.edge))
    elif node.kind == "all":
        for part in node.parts:
            _emit(part, program)
    elif node.kind == "one":
        _emit_one(node.parts, program)
    else:
        _emit_repeat(node, program)


def _emit_one(parts: tuple[Node, ...], program: list[Step]) -> None:
    ends = []
    for part in parts[:-1]:
        split = len(program)
        program.append(Step("split"))
        _emit(part, program)
        ends.append(len(program))
        program.append(Step("jump"))
        program[split].to = (split + 1, len(program))
    _emit(parts[-1], program)
    for end in ends:
        program[end].to = (len(program),)


def _emit_repeat(node: Node, program: list[Step]) -> None:
    part = node.parts[0]
    for _ in range(node.low):
        _emit(part, program)
    if node.high is None:
        split = len(program)
        program.append(Step("split"))
        _emit(part, program)
        program.append(Step("jump", to=(split,)))
        program[split].to = (split + 1, len(program))
        return
    splits = []
    for _ in range(node.high - node.low):
        splits.append(len(program))
        program.append(Step("split"))
        _emit(part, program)
    for split in splits:
        program[split].to = (split + 1, len(program))


class _Machine:
    """A compiled pattern: its steps, and what was found out about sets of threads so far."""

    def __init__(self, pattern: str) -> None:
        self.program: list[Step] = []
        _emit(Parser(pattern).whole(), self.program)
        self.program.append(Step("found"))
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
            step = program[at]
            left.extend(step.to)
            if step.kind == "edge" and _edge(step.edge, around):
                left.append(at + 1)
            found = found or step.kind == "found"
        waiting = frozenset(at for at in seen if program[at].test is not None)
        return waiting, found

    def step(self, states: frozenset[int], char: str) -> frozenset[int]:
        """The threads after a character; a search also starts anew at every place."""
        after = {0}
        for at in states:
            test = self.program[at].test
            if test is not None and test(char):
                after.add(at + 1)
        return frozenset(after)

    def search(self, text: str) -> bool:
        """Whether the pattern is found anywhere."""
        spend(len(text) * (1 + (len(self.program) >> 6)))
        size = len(text)
        states = frozenset((0,))
        for index in range(size + 1):
            before = text[index - 1] if index else ""
            after = text[index] if index < size else ""
            around = (index == 0, index == size, before == "\n", after == "\n", before in WORDS, after in WORDS)
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
