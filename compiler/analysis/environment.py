"""The checked environment: what a file means, before parameters are chosen.

The analysis makes it, the instance and emit passes read it. Expressions stay syntax
trees, each together with its inferred type and the scope that resolves its names.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax.ast import Expr
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A checked expression: its tree, its type and the scope of its names."""

    expr: Expr
    type: Type
    scope: Scope
    source: Source


@dataclass(frozen=True, slots=True)
class Hole:
    """``{{expr | filter(arg)}}`` in a text."""

    code: Code
    filters: tuple[tuple[str, tuple[Code, ...]], ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A text template: literal pieces and holes, in order."""

    parts: tuple[str | Hole, ...]
    span: Span
    source: Source


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a declaration stands, for the source map."""

    source: Source
    span: Span
    doc: str | None = None


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
    """

    path: Text
    kind: str
    columns: tuple[ColumnDecl, ...]
    keys: tuple[tuple[str, Type], ...]
    sections: tuple[tuple[str, Type], ...]
    limits: tuple[tuple[str, int], ...]
    in_place: bool
    origin: Origin


@dataclass(frozen=True, slots=True)
class Value:
    """A figure or rule in force that is in no file."""

    name: str
    code: Code
    origin: Origin


@dataclass(frozen=True, slots=True)
class Fill:
    """``fill = rows(n, column: generator, ...)``: count, then one generator expression a column."""

    count: Code
    columns: tuple[tuple[str, Code], ...]


@dataclass(frozen=True, slots=True)
class TableData:
    """The rows of a table: literal ones (cells as templates, None where the cell is empty) and generated ones."""

    columns: tuple[ColumnDecl, ...]
    rows: tuple[tuple[Text | None, ...], ...]
    fills: tuple[Fill, ...]


EntryKind = Literal["file", "json", "table", "folder", "rows"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One workspace entry.

    Attributes:
        kind: ``file`` (text), ``json``, ``table`` (csv, tsv by the path's extension), ``folder``,
            ``rows`` (literal or generated rows of a service's table; ``path`` is then ``service.table``).
        path: Where.
        text: For ``file``.
        data: For ``json``.
        table: For ``table`` and ``rows``.
        resource: ``from = "..."``: the bytes of a real file beside the source.
        when: Present only where it holds.
        readonly: Mode 0444 and write-protected.
        executable: Mode 0755.
    """

    kind: EntryKind
    path: Text
    text: Text | None = None
    data: Code | None = None
    table: TableData | None = None
    resource: bytes | None = None
    when: Code | None = None
    readonly: bool = False
    executable: bool = False
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Each:
    """``each name { of = list ... }``: the entries once for every element.

    ``lets`` are those of its block; they, and ``when``, may use the element.
    """

    name: str
    of: Code
    body: tuple[Entry | Each, ...]
    origin: Origin
    lets: tuple[Let, ...] = ()
    when: Code | None = None


# -------------------------------------------------------------------- changes


@dataclass(frozen=True, slots=True)
class Target:
    """What a change touches: a path, a service table, or a place inside a json file (``at``)."""

    path: Text | None
    table: str | None
    at: Text | None = None


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

# ------------------------------------------------------------------ interface


@dataclass(frozen=True, slots=True)
class ServiceTool:
    """A tool of a service: arguments, failures, changes of tables, result.

    ``fails`` are (message, condition) in order; ``result`` is evaluated after the changes.
    """

    name: str
    doc: str
    args: tuple[tuple[str, Type], ...]
    lets: tuple[Let, ...]
    fails: tuple[tuple[str, Code], ...]
    changes: tuple[Change, ...]
    result: Code | None
    origin: Origin


@dataclass(frozen=True, slots=True)
class Service:
    """A service: tables and tools."""

    name: str
    tables: tuple[tuple[str, tuple[ColumnDecl, ...]], ...]
    tools: tuple[ServiceTool, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Interface:
    """I: what the agent can use, and its bounds.

    Attributes:
        tools: Builtin tool sets: files, shell, python.
        services: Names of the services offered.
        allow: (subject, values): enforced; the subject is read, write, a service or a tool set.
        deny: The same; ``network`` has no values.
        rules: (subject, values): told and recorded, may be broken.
        limits: turns, steps (numbers), time (seconds).
        clock: start (ISO text), step and turn (seconds).
        python: Packages that the box must have.
    """

    tools: tuple[str, ...] = ()
    services: tuple[str, ...] = ()
    allow: tuple[tuple[str, tuple[str, ...]], ...] = ()
    deny: tuple[tuple[str, tuple[str, ...]], ...] = ()
    rules: tuple[tuple[str, tuple[str, ...]], ...] = ()
    limits: tuple[tuple[str, int], ...] = ()
    clock: tuple[tuple[str, str | int], ...] = ()
    python: tuple[str, ...] = ()
    origin: Origin | None = None


# ---------------------------------------------------------------------- users


@dataclass(frozen=True, slots=True)
class Release:
    """When a fact may be told; all that is set must hold, ``ask`` topics apart (they say how it is answered)."""

    ask: tuple[str, ...] = ()
    state: str | None = None
    after: Code | None = None
    volunteered: bool = False
    never: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """What a user knows."""

    name: str
    text: Text
    release: Release
    terms: tuple[str, ...]
    actual: Text | None
    origin: Origin


@dataclass(frozen=True, slots=True)
class Event:
    """What fires a transition: ``start turn ask change read act step clock enter error approval claim idle``."""

    type: str
    subject: str | None = None
    number: int | None = None
    at: Code | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """Words of the user; ``tells`` are the facts that its holes insert."""

    text: Text
    tells: tuple[str, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class SetValue:
    """``set NAME = e`` for a value in force."""

    name: str
    code: Code
    origin: Origin


@dataclass(frozen=True, slots=True)
class Advance:
    """Moves the in-universe clock."""

    by: Code
    origin: Origin


UserAct: TypeAlias = Change | Say | SetValue | Advance


@dataclass(frozen=True, slots=True)
class Transition:
    """``on EVENT { ... }``; ``index`` counts within its state, from 0."""

    state: str
    index: int
    event: Event
    name: str | None
    kind: str | None
    when: Code | None
    limit: int | None
    acts: tuple[UserAct, ...]
    goto: str | None
    origin: Origin


@dataclass(frozen=True, slots=True)
class State:
    """A state of a user's policy."""

    name: str
    final: bool
    transitions: tuple[Transition, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class User:
    """πU of one user; the first user of a file is the principal."""

    name: str
    persona: Text | None
    wants: Text | None
    sees: tuple[str, ...]
    authority: tuple[str, ...]
    unknown: tuple[str, ...]
    address: Code | None
    facts: tuple[Fact, ...]
    states: tuple[State, ...]
    origin: Origin


# ------------------------------------------------------------------- verifier


@dataclass(frozen=True, slots=True)
class Check:
    """A ``check`` or ``process``: ``given`` are premises, ``expect`` expectations (the share is the least)."""

    kind: Literal["check", "process"]
    name: str
    covers: str
    gate: bool
    weight: int
    proves: tuple[str, ...]
    given: tuple[Code, ...]
    expect: tuple[Code, ...]
    message: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Judge:
    """A criterion for V_LLM."""

    name: str
    covers: str
    weight: int
    sees: tuple[str, ...]
    ask: Text
    origin: Origin


@dataclass(frozen=True, slots=True)
class Score:
    """Exponents of V_code and V_LLM and the pass line for V_code, as decimal text."""

    code: str = "1"
    judge: str = "1"
    passing: str = "1"


# ------------------------------------------------------------------- evidence


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the solution or of a case: in order, ``turn STATE`` or ``turn n``."""

    state: str | None
    number: int | None
    acts: tuple[Act, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Case:
    """A mutant or a variant: exactly one of changes, turns, from_turn, ignores (yields marks a changes/turns case)."""

    kind: Literal["mutant", "variant"]
    name: str
    breaks: tuple[str, ...]
    acts: tuple[Act, ...]
    turns: tuple[Turn, ...]
    from_turn: int | None
    ignores: str | None
    yields: str | None
    without: str | None
    repeat: str | None
    origin: Origin


@dataclass(frozen=True, slots=True)
class Environment:
    """A whole checked environment, or a family of them where it has params."""

    name: str
    title: str
    scenario: str
    capability: tuple[str, ...]
    labels: tuple[tuple[str, tuple[str, ...]], ...]
    source: Source
    used: tuple[Source, ...]
    params: tuple[Param, ...]
    where: tuple[Code, ...]
    lets: tuple[Let, ...]
    goal: Text
    requirements: tuple[Requirement, ...]
    outputs: tuple[Output, ...]
    values: tuple[Value, ...]
    workspace: tuple[Entry | Each, ...]
    interface: Interface
    services: tuple[Service, ...]
    users: tuple[User, ...]
    checks: tuple[Check, ...]
    judges: tuple[Judge, ...]
    score: Score
    solution: tuple[Turn, ...]
    cases: tuple[Case, ...]
    origin: Origin
