"""Params, requirements, outputs and values in force."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.environment.base import Code, Origin, Text
from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.source import Span
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter's domain (``int pick date subset decimal text ...``) as a call."""

    name: str
    domain: Code
    origin: Origin


@dataclass(frozen=True, slots=True)
class Let:
    """A derived name; ``section`` is where it stands (params, workspace, verify, solution, user ...)."""

    name: str
    code: Code
    section: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Requirement:
    """A completion requirement."""

    name: str
    text: Text
    origin: Origin


@dataclass(frozen=True, slots=True)
class ColumnDecl:
    """A column of a header: its name in expressions, its header in the file, its type, whether it is a key."""

    name: str
    header: str
    type: Type
    key: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Output:
    """The declared form of what the agent must produce.

    Attributes:
        path: A literal path or glob.
        columns: For tables.
        keys: For json, yaml, toml: name and type.
        sections: For documents: heading and type.
        limits: ``max_words``, ``max_pages``.
        in_place: An existing thing is edited.
        tables: Of workbooks: the columns of each sheet; its single cells are among the keys, as in ``Q1!B7``.
    """

    path: Text
    kind: str
    columns: tuple[ColumnDecl, ...]
    keys: tuple[tuple[str, Type], ...]
    sections: tuple[tuple[str, Type], ...]
    limits: tuple[tuple[str, int], ...]
    in_place: bool
    origin: Origin
    tables: tuple[tuple[str, tuple[ColumnDecl, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Value:
    """A figure or rule in force that is in no file."""

    name: str
    code: Code
    origin: Origin
