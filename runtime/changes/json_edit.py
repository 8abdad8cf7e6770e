"""A place in a json, jsonl, yaml or toml file that can be edited: a list, or an object, which then is its only row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from cowork_dsl.compiler.values.cells import to_json
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.runtime.changes.editable import Unfit
from cowork_dsl.runtime.changes.trees import TREES
from cowork_dsl.runtime.readers.malformed import Malformed

Row = Mapping[str, Any]


class JsonTable:
    """A list or an object at a place such as ``a.b`` or ``items.0`` (empty: the whole file)."""

    key: str | None = None

    def __init__(self, data: bytes, at: str, kind: str = "json") -> None:
        try:
            self._tree = TREES[kind](data)
        except Malformed as error:
            raise Unfit(str(error)) from None
        self._root = self._tree.value
        self._steps = [step for step in at.split(".") if step]
        self._at = at
        found = self._find(self._steps)
        if not isinstance(found, dict | list):
            raise Unfit(f"has no list or object at {at!r}")
        self._place: dict[str, Any] | list[Any] = found

    def _find(self, steps: Sequence[str]) -> Any:
        here: Any = self._root
        for step in steps:
            if isinstance(here, dict) and step in here:
                here = here[step]
            elif isinstance(here, list) and step.isdecimal() and int(step) < len(here):
                here = here[int(step)]
            else:
                raise Unfit(f"has nothing at {'.'.join(steps)!r}")
        return here

    @property
    def data(self) -> bytes:
        """The file as edited so far."""
        try:
            return self._tree.written(self._root)
        except Fail as error:
            raise Unfit(error.reason) from None

    @property
    def rows(self) -> Sequence[Row]:
        """The objects of a list, or the object itself."""
        items = self._place if isinstance(self._place, list) else [self._place]
        return [item if isinstance(item, dict) else {"value": item} for item in items]

    @property
    def size(self) -> int:
        """How many items there are: of a list its elements, of an object its keys."""
        return len(self._place)

    @property
    def columns(self) -> tuple[str, ...]:
        """All keys of the objects."""
        return tuple(dict.fromkeys(name for row in self.rows for name in row))

    def value(self, unit: int, column: str) -> Any:
        """A value of an object."""
        return self.rows[unit].get(column)

    def put(self, cells: Mapping[int, Mapping[str, Any]]) -> None:
        """Set some values."""
        items = self._place if isinstance(self._place, list) else [self._place]
        for unit, values in cells.items():
            item = items[unit]
            if not isinstance(item, dict):
                raise Unfit(f"has no object at {self._at!r}")
            item.update({name: _like(value, item.get(name)) for name, value in values.items()})
            place = self._steps if self._place is item else [*self._steps, str(unit)]
            self._tree.note(place, item, tuple(values))

    def insert(self, values: Mapping[str, Any]) -> None:
        """Add an object to a list."""
        if not isinstance(self._place, list):
            raise Unfit(f"has no list at {self._at!r}")
        self._place.append({name: _new(value) for name, value in values.items()})

    def arrange(self, order: Sequence[int]) -> None:
        """Put the items into another order."""
        if isinstance(self._place, list):
            self._place[:] = [self._place[unit] for unit in order]
            return
        items = list(self._place.items())
        self._place.clear()
        self._place.update(items[unit] for unit in order)

    def rename(self, column: str, to: str) -> None:
        """Give a key another name in every object."""
        for row in self.rows:
            if isinstance(row, dict) and column in row:
                items = [(to if name == column else name, value) for name, value in row.items()]
                row.clear()
                row.update(items)

    def clear(self) -> None:
        """Leave an empty list or object."""
        self._place.clear()


def _like(value: Any, before: Any) -> Any:
    """A value as json has it; where a text stood, a text."""
    if isinstance(before, date) and isinstance(value, date):
        return value  # yaml and toml have dates of their own
    return to_json(value) if isinstance(before, str) else _new(value)


def _new(value: Any) -> Any:
    """A value as it is written where nothing stood: numbers as numbers, amounts with two places at least."""
    if isinstance(value, Decimal):
        return value
    return Decimal(to_json(value)) if isinstance(value, Money) else to_json(value)
