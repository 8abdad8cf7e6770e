"""What happened, as the users' machines are told it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from cowork_dsl.compiler.bundle.models import Event
from cowork_dsl.compiler.values.globs import match


@dataclass(frozen=True, slots=True)
class Happening:
    """One event.

    Attributes:
        type: An event's type of the language (``turn``, ``read``, ...).
        subjects: What it is about: paths and tables for ``change`` and ``read``, a tool for ``act`` and ``error``,
            a fact for ``ask``, ``USER.STATE`` for ``enter``.
        number: The step for ``step``.
        at: The moment for ``clock``.
        details: What ``event.`` shows: a tool call's arguments and its ``result``.
    """

    type: str
    subjects: tuple[str, ...] = ()
    number: int | None = None
    at: datetime | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


def fits(declared: Event, happening: Happening, at: datetime | None) -> bool:
    """Whether a happening is one that the declared event waits for.

    Args:
        declared: The event of a transition.
        happening: What happened.
        at: The declared moment of a ``clock`` event, evaluated.
    """
    if declared.type != happening.type:
        return False
    if declared.type == "clock":
        return at is not None and at == happening.at
    if declared.number is not None:
        return declared.number == happening.number
    if declared.subject is None:
        return True
    if declared.type in {"change", "read"}:
        return any(_named(declared.subject, subject) for subject in happening.subjects)
    return declared.subject in happening.subjects


def _named(pattern: str, path: str) -> bool:
    """Whether a path is what the pattern names, or lies below the folder that it names."""
    return match(pattern, path) or path.startswith(f"{pattern}/")
