"""How an evaluation ends where it has no value: it fails for a reason, or its claim is not proven."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeGuard

_MOST_NOTES = 8
_MOST_WORK = 5_000_000


class Fail(Exception):
    """What was examined is not as it must be; ``reason`` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotProven(Exception):
    """The claim has nothing to rest on, such as a claim about the rows of an empty table."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Missing:
    """None, with the name of what is missing: ``Missing("out/summary.csv")``. Equal to none."""

    what: str

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A cell that does not hold what its column declares. Reading it fails; it equals nothing."""

    text: str
    wanted: str


def is_none(value: object) -> TypeGuard[Missing | None]:
    """Whether a value is none."""
    return value is None or value.__class__ is Missing


def missing(value: object, doing: str) -> Fail:
    """The failure of doing something with none."""
    if isinstance(value, Missing):
        return Fail(f"{value.what} is missing, so there is nothing to {doing}")
    return Fail(f"there is nothing to {doing}: the value is none")


# ------------------------------------------------------------------ operands

Note = tuple[str, object, object]
_notes: ContextVar[list[Note] | None] = ContextVar("notes", default=None)


@contextmanager
def trace() -> Iterator[list[Note]]:
    """Collects the operands of comparisons that don't hold, the latest last, as (operator, left, right)."""
    found: list[Note] = []
    token = _notes.set(found)
    try:
        yield found
    finally:
        _notes.reset(token)


class quiet:
    """Nothing is noted inside: a row that a filter leaves out is no failure."""

    # classes, not generators: these are entered once for every row that a change looks at
    __slots__ = ("_token",)

    def __enter__(self) -> None:
        self._token = _notes.set(None)

    def __exit__(self, *ending: object) -> None:
        _notes.reset(self._token)


def note(operator: str, left: object, right: object) -> None:
    """Notes the operands of something that doesn't hold."""
    found = _notes.get()
    if found is not None:
        found.append((operator, left, right))
        if len(found) > _MOST_NOTES:
            del found[0]


# ---------------------------------------------------------------------- work

_work: ContextVar[list[int] | None] = ContextVar("work", default=None)


class bounded:
    """Bounds the work inside: elements looked at and characters made. An inner bound is part of the outer one.

    Attributes:
        most: The bound.
        left: What is left of it; None where an outer bound counts.
    """

    __slots__ = ("_token", "left", "most")

    def __init__(self, most: int = _MOST_WORK) -> None:
        self.most = most
        self.left: list[int] | None = None

    def __enter__(self) -> bounded:
        if _work.get() is None:
            self.left = [self.most]
            self._token = _work.set(self.left)
        return self

    def __exit__(self, *ending: object) -> None:
        if self.left is not None:
            _work.reset(self._token)


def spend(count: int) -> None:
    """Counts work; fails where the bound is passed."""
    if count > _MOST_WORK:
        raise Fail("this takes more work than an expression may do")
    left = _work.get()
    if left is not None:
        left[0] -= count
        if left[0] < 0:
            raise Fail("this takes more work than an expression may do")
