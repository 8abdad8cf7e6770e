"""Generators: what ``fill = rows(n, column: generator)`` draws its cells with."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from cowork_dsl.compiler.instance.draws import Stream
from cowork_dsl.compiler.instance.fakes import FAKES, TEXTS
from cowork_dsl.compiler.instance.numbers import bounds, places_of, rebuilt
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.scalars import Percent
from cowork_dsl.compiler.values.show import show

Reference = Callable[[str, str], Sequence[object]]

_EVEN = Percent(Decimal("0.5"))
_GRAIN = 10**9
_MOST_DIGITS = 30


class DrawAgain(Exception):
    """A value that must be unique was drawn already."""


class Cursor:
    """The cell that is being drawn, which all generators of its column draw from.

    Attributes:
        row: The row's index, from 0.
        stream: The draws of this cell.
    """

    def __init__(self, reference: Reference) -> None:
        self.row = 0
        self.stream = Stream()
        self._reference = reference
        self._seen: set[object] = set()

    def at(self, row: int, stream: Stream) -> None:
        """Goes to a cell."""
        self.row, self.stream = row, stream

    def draw_serial(self, start: int | str, width: int = 1) -> int | str:
        if isinstance(start, str):
            return f"{start}{self.row + 1:0{min(width, _MOST_DIGITS)}d}"
        return start + self.row

    def draw_int(self, low: int, high: int) -> int:
        if low > high:
            raise Fail(f"there is no whole number from {low} to {high}")
        return self.stream.between(low, high)

    def draw_uniform(self, low: object, high: object, places: int | None = None) -> object:
        ends = _ends(low, high)
        return rebuilt(low, self.stream.decimal(*ends, places_of(*ends, asked=places)))

    draw_decimal = draw_uniform

    def draw_normal(
        self,
        mean: object,
        deviation: object,
        min: object = None,
        max: object = None,
        places: int | None = None,
    ) -> object:
        middle, spread = _ends(mean, deviation, ordered=False)
        drawn = self.stream.normal(middle, spread, places_of(middle, spread, asked=places))
        if min is not None:
            drawn = builtins.max(drawn, _ends(min, mean, ordered=False)[0])
        if max is not None:
            drawn = builtins.min(drawn, _ends(max, mean, ordered=False)[0])
        return rebuilt(mean, drawn)

    def draw_pick(self, *options: object) -> object:
        found = _items(options)
        if not found:
            raise Fail("there is nothing to pick from")
        return self.stream.pick(found)

    def draw_sample(self, items: Sequence[object], count: int) -> tuple[object, ...]:
        if not 0 <= count <= len(items):
            raise Fail(f"{count} of {len(items)} can't be sampled")
        return self.stream.sample(items, count)

    def draw_date(self, first: date, last: date) -> date:
        if first > last:
            raise Fail(f"there is no date from {first} to {last}")
        return first + timedelta(days=self.stream.below((last - first).days + 1))

    def draw_time(self, first: time, last: time) -> time:
        low, high = first.hour * 60 + first.minute, last.hour * 60 + last.minute
        if low > high:
            raise Fail(f"there is no time from {show(first)} to {show(last)}")
        minutes = self.stream.between(low, high)
        return time(minutes // 60, minutes % 60)

    def draw_datetime(self, first: datetime, last: datetime) -> datetime:
        if first > last:
            raise Fail(f"there is no instant from {show(first)} to {show(last)}")
        return first + timedelta(minutes=self.stream.below((last - first) // timedelta(minutes=1) + 1))

    def draw_bool(self, chance: object = _EVEN) -> bool:
        share = chance.value if isinstance(chance, Percent) else Decimal(str(chance))
        return self.stream.below(_GRAIN) < share * _GRAIN

    def draw_unique(self, value: object) -> object:
        if value in self._seen:
            raise DrawAgain
        self._seen.add(value)
        return value

    def draw_ref(self, table: str, column: str) -> object:
        values = self._reference(table, column)
        if not values:
            raise Fail(f"{table} has no rows to refer to")
        return self.stream.pick(values)


def _ends(low: object, high: object, *, ordered: bool = True) -> tuple[Decimal, Decimal]:
    try:
        ends = bounds(low, high)
    except ValueError as error:
        raise Fail(str(error)) from error
    if ordered and ends[0] > ends[1]:
        raise Fail("the lower end is above the upper one")
    return ends


def _items(options: tuple[object, ...]) -> Sequence[object]:
    only = options[0] if len(options) == 1 else None
    return only if isinstance(only, list | tuple) else options


def _drawn(fake: Callable[..., str]) -> Callable[..., str]:
    return lambda draw, *args: fake(draw.stream, *args)


GENERATORS: dict[str, Callable[..., object]] = {
    **{name: method for name, method in vars(Cursor).items() if name.startswith("draw_")},
    **{f"fake_{name}": _drawn(fake) for name, fake in FAKES.items()},
    **{f"text_{name}": _drawn(text) for name, text in TEXTS.items()},
}
"""The generators by their emitted names; each takes the cursor first."""
