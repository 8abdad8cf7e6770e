"""The one vocabulary of changes, and what else an agent does."""

from __future__ import annotations

from typing import Literal, TypeAlias

from cowork_dsl.compiler.analysis.environment.base import Code, Origin, Text
from cowork_dsl.compiler.analysis.environment.entries import Entry
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """What a change touches: a path, a service table, or what is inside of a file.

    Attributes:
        path: Of the file.
        table: ``service.table``.
        at: A place in a json, yaml or toml file.
        part: A table of a database, or a sheet of a workbook.
    """

    path: Text | None
    table: str | None
    at: Text | None = None
    part: Text | None = None


@dataclass(frozen=True, slots=True)
class Put:
    """Creates or replaces an entry."""

    entry: Entry
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Insert:
    """Adds one row."""

    target: Target
    values: tuple[tuple[str, Code | Text], ...]
    silent: bool
    origin: Origin


@dataclass(frozen=True, slots=True)
class Update:
    """Sets columns of the rows for which ``where`` holds (all, where None)."""

    target: Target
    where: Code | None
    values: tuple[tuple[str, Code | Text], ...]
    silent: bool
    origin: Origin


@dataclass(frozen=True, slots=True)
class Delete:
    """Deletes rows; a whole file where ``where`` is None and the target is a path."""

    target: Target
    where: Code | None
    silent: bool
    origin: Origin


@dataclass(frozen=True, slots=True)
class Relocate:
    """``move`` or ``copy``."""

    op: Literal["move", "copy"]
    source: Text
    to: Text
    silent: bool
    origin: Origin


@dataclass(frozen=True, slots=True)
class EditWith:
    """``edit TARGET = operator(...)``: an operator of validation such as reverse() or bump(col, by)."""

    target: Target
    operator: str
    args: tuple[Code, ...]
    silent: bool
    origin: Origin


@dataclass(frozen=True, slots=True)
class CallTool:
    """``call TOOL { arg = e }``."""

    tool: str
    args: tuple[tuple[str, Code | Text], ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class RunCode:
    """``run = "file"``, ``python = ...``, ``shell = ...``: code that acts in the box; never interpolated."""

    op: Literal["run", "python", "shell"]
    name: str
    body: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Reply:
    """What the agent says at the end of a turn."""

    text: Text
    origin: Origin


Change: TypeAlias = Put | Insert | Update | Delete | Relocate | EditWith


Act: TypeAlias = Change | CallTool | RunCode | Reply
