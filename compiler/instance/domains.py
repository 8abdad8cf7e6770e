"""Domains of params: what they hold, their corners, and how a value is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations
from math import comb
from typing import Protocol

from cowork_dsl.compiler.analysis.environment import Param
from cowork_dsl.compiler.instance.call import Given, given_of
from cowork_dsl.compiler.instance.constants import Constants
from cowork_dsl.compiler.instance.draws import Stream
from cowork_dsl.compiler.instance.numbers import bounds, places_of, rebuilt
from cowork_dsl.compiler.instance.problems import problem_at
from cowork_dsl.compiler.values.show import show

_MOST_COMBINATIONS = 4096


class Domain(Protocol):
    """The values that a param may take."""

    def corners(self) -> tuple[object, ...]:
        """The extreme values, or all where there are few; never empty."""

    def draw(self, stream: Stream) -> object:
        """One value."""

    def admits(self, value: object) -> bool:
        """Whether a value is of the domain."""

    def words(self) -> str:
        """The domain as one says it."""


@dataclass(frozen=True, slots=True)
class Whole:
    """``int(low, high)``."""

    low: int
    high: int

    def corners(self) -> tuple[object, ...]:
        """Both ends."""
        return _unique(self.low, self.high)

    def draw(self, stream: Stream) -> object:
        """Any of them."""
        return stream.between(self.low, self.high)

    def admits(self, value: object) -> bool:
        """A whole number between the ends."""
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def words(self) -> str:
        """Both ends."""
        return f"a whole number from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Days:
    """``date(first, last)``."""

    first: date
    last: date

    def corners(self) -> tuple[object, ...]:
        """Both ends."""
        return _unique(self.first, self.last)

    def draw(self, stream: Stream) -> object:
        """Any day."""
        return self.first + timedelta(days=stream.below((self.last - self.first).days + 1))

    def admits(self, value: object) -> bool:
        """A date between the ends."""
        return type(value) is date and self.first <= value <= self.last

    def words(self) -> str:
        """Both ends."""
        return f"a date from {self.first} to {self.last}"


@dataclass(frozen=True, slots=True)
class Amounts:
    """``decimal(low, high)`` or ``uniform(low, high)``: numbers, percents or money, in steps of the last place."""

    low: object
    high: object
    places: int

    def corners(self) -> tuple[object, ...]:
        """Both ends."""
        return _unique(self.low, self.high)

    def draw(self, stream: Stream) -> object:
        """Any of them."""
        low, high = bounds(self.low, self.high)
        return rebuilt(self.low, stream.decimal(low, high, self.places))

    def admits(self, value: object) -> bool:
        """A value of the same kind between the ends."""
        try:
            low, high = bounds(self.low, self.high)
            number, same = bounds(value, self.low)
        except ValueError:
            return False
        return same == low and low <= number <= high

    def words(self) -> str:
        """Both ends."""
        return f"a value from {show(self.low)} to {show(self.high)}"


@dataclass(frozen=True, slots=True)
class Choice:
    """``pick(a, b, ...)``."""

    options: tuple[object, ...]

    def corners(self) -> tuple[object, ...]:
        """All of them: each may be a case of its own."""
        return self.options

    def draw(self, stream: Stream) -> object:
        """Any of them."""
        return stream.pick(self.options)

    def admits(self, value: object) -> bool:
        """One of them."""
        return any(type(value) is type(option) and value == option for option in self.options)

    def words(self) -> str:
        """All of them."""
        return f"one of {', '.join(map(show, self.options))}"


@dataclass(frozen=True, slots=True)
class Subset:
    """``subset(list, k)``: k of the items, in the order of the list; ``sample`` gives them in a drawn order."""

    items: tuple[object, ...]
    count: int
    drawn_order: bool = False

    def corners(self) -> tuple[object, ...]:
        """The first and the last ones."""
        return _unique(self.items[: self.count], self.items[len(self.items) - self.count :])

    def draw(self, stream: Stream) -> object:
        """Any k of them, all choices equally likely."""
        if self.drawn_order:
            return stream.sample(self.items, self.count)
        if comb(len(self.items), self.count) <= _MOST_COMBINATIONS:
            return stream.pick(tuple(combinations(self.items, self.count)))
        chosen = set(stream.sample(range(len(self.items)), self.count))
        return tuple(item for place, item in enumerate(self.items) if place in chosen)

    def admits(self, value: object) -> bool:
        """K different items of the list, in its order."""
        if not isinstance(value, list | tuple) or len(value) != self.count:
            return False
        if self.drawn_order:
            return len({show(item) for item in value}) == self.count and all(item in self.items for item in value)
        left = iter(self.items)
        return all(any(item == other for other in left) for item in value)

    def words(self) -> str:
        """How many of what."""
        order = "any" if self.drawn_order else "this"
        return f"{self.count} of {', '.join(map(show, self.items))}, in {order} order"


def domain_of(param: Param, constants: Constants) -> Domain:
    """The domain of a param; its bounds may use lets and other params."""
    given = given_of(param.domain, constants)
    return _MAKERS[given.name](given)


def _whole(given: Given) -> Domain:
    low, high = given.pair("low", "high")
    if not isinstance(low, int) or not isinstance(high, int):
        raise given.refused("both ends must be whole numbers")
    return Whole(low, high) if low <= high else _empty(given)


def _days(given: Given) -> Domain:
    first, last = given.pair("first", "last")
    if type(first) is not date or type(last) is not date:
        raise given.refused("both ends must be dates")
    return Days(first, last) if first <= last else _empty(given)


def _amounts(given: Given) -> Domain:
    low, high = given.pair("low", "high")
    places = given.named.get("places")
    try:
        ends = bounds(low, high)
    except ValueError as error:
        raise given.refused(str(error)) from error
    return (
        Amounts(low, high, places_of(*ends, asked=places if isinstance(places, int) else None))
        if ends[0] <= ends[1]
        else _empty(given)
    )


def _choice(given: Given) -> Domain:
    options = given.items()
    return Choice(options) if options else _empty(given)


def _subset(given: Given) -> Domain:
    items, count = given.pair("list", "k")
    if not isinstance(items, list | tuple) or not isinstance(count, int):
        raise given.refused("it takes a list and how many of it")
    return Subset(tuple(items), count, given.name == "sample") if 0 <= count <= len(items) else _empty(given)


def _bool(given: Given) -> Domain:
    return Choice((False, True))


def _empty(given: Given) -> Domain:
    raise problem_at("CW482", f"this domain is empty: `{given.name}` has nothing to choose from here", given.code)


def _unique(*values: object) -> tuple[object, ...]:
    found: list[object] = []
    for value in values:
        if value not in found:
            found.append(value)
    return tuple(found)


_MAKERS: dict[str, Callable[[Given], Domain]] = {
    "int": _whole,
    "decimal": _amounts,
    "uniform": _amounts,
    "date": _days,
    "pick": _choice,
    "subset": _subset,
    "sample": _subset,
    "bool": _bool,
}
DOMAINS: tuple[str, ...] = tuple(_MAKERS)
"""The functions that a param's domain is written with."""
