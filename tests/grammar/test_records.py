"""Our dataclasses behave as the standard library's do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from functools import cached_property

import pytest

from cowork_dsl.grammar.records import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Point:
    """A frozen one with slots."""

    x: int
    y: int = 2
    tags: list[str] = field(default_factory=list, compare=False)

    @property
    def sum(self) -> int:
        return self.x + self.y


@dataclass(frozen=True, slots=True)
class Named(Point):
    """One that inherits."""

    name: str = "p"


@dataclass(slots=True)
class Open:
    """One that can change."""

    items: list[int] = field(default_factory=list)
    seen: bool = False


@dataclass(frozen=True)
class Loose:
    """One without slots."""

    path: str
    text: str = field(repr=False)

    @cached_property
    def length(self) -> int:
        return len(self.text)


def test_construction_and_defaults() -> None:
    point = Point(1)

    assert (point.x, point.y, point.tags, point.sum) == (1, 2, [], 3)
    assert Point(x=1, y=3).y == 3
    assert Point(1).tags is not Point(1).tags


def test_a_missing_argument_is_an_error() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        Point()  # type: ignore[call-arg]


def test_inheritance() -> None:
    named = Named(1, 2, [], "q")

    assert repr(named) == "Named(x=1, y=2, tags=[], name='q')"
    assert not hasattr(named, "__dict__")


def test_equality_and_hash() -> None:
    assert Point(1, 2, ["a"]) == Point(1, 2, ["b"])
    assert Point(1) != Named(1)
    assert hash(Point(1, 2, [])) == hash(Point(1, 2, ["a"]))
    assert Open([1]) == Open([1])
    with pytest.raises(TypeError):
        hash(Open())


def test_frozen_is_frozen() -> None:
    with pytest.raises(AttributeError):
        Point(1).x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del Loose("a", "b").path


def test_open_can_change() -> None:
    found = Open()
    found.items.append(1)
    found.seen = True

    assert repr(found) == "Open(items=[1], seen=True)"


def test_repr_leaves_out_what_is_told_to() -> None:
    assert repr(Loose("a", "long")) == "Loose(path='a')"


def test_cached_properties_work_without_slots() -> None:
    assert Loose("a", "long").length == 4


def test_replace_copy_and_pickle() -> None:
    point = Named(1, 2, ["a"], "q")

    assert replace(point, x=5) == Named(5, 2, [], "q")
    assert dataclasses.replace(point, x=5) == Named(5, 2, [], "q")
    assert copy.deepcopy(point) == point
    assert pickle.loads(pickle.dumps(point)).tags == ["a"]
    assert [one.name for one in dataclasses.fields(point)] == ["x", "y", "tags", "name"]


def test_matching_by_position() -> None:
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)


def test_the_standard_dataclasses_are_not_loaded() -> None:
    code = "import sys, cowork_dsl.grammar.records; sys.exit('dataclasses' in sys.modules or 'inspect' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
