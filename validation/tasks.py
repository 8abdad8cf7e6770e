"""Work for the pool: a function of the stage with plain arguments, so that equal work is done once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Task:
    """A module's function, called with the stage, the instance's number and the arguments.

    Two passes that need the same run name equal tasks, and get the same result.
    """

    function: Callable[..., Any]
    instance: int
    args: tuple[Any, ...] = ()
