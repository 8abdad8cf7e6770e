"""Scopes: what a bare name means at a place."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.source import Span


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the readers can find, as far as it is declared; made by the pass that knows the declarations.

    Attributes:
        read: ``(root, reader, path or glob, place)`` to the declared type, or None where nothing declares it. The pass
            may report a read of what is not declared.
        services: Service to table to its type (``after.mail.message``).
        values: Values in force, by name (``truth.cap``).
        tools: Names of the tools that can be called; empty where they are not known.
    """

    read: Callable[[str, str, str, Span], Type | None]
    services: Mapping[str, Mapping[str, Type]] = field(default_factory=dict)
    values: Mapping[str, Type] = field(default_factory=dict)
    tools: frozenset[str] = frozenset()
from cowork_dsl.compiler.values.globs import match


@dataclass(frozen=True, slots=True)
class Binding:
    """A declared name.

    Attributes:
        name: As written.
        kind: ``param let value fact state user loop element root arg table word column``: what it was declared as.
            ``element`` is a row or element named by an argument (``out.all(o: ...)``), ``arg`` an argument of a
            service's tool, ``table`` a table of the service that is being declared, ``word`` a literal word.
        type: Its type.
        span: Where it was declared.
        section: For a let, the section it stands in.
    """

    name: str
    kind: str
    type: Type
    span: Span
    section: str = ""


@dataclass(frozen=True, slots=True)
class World:
    """What the file declares to stand where: what the types of literal reads come from.

    Attributes:
        forms: (path or glob, type) of workspace entries and outputs; a hole in a path stands as ``*``. The type is a
            ``table``, a ``record``, ``doc`` (documents) or ``text`` (other files).
        tables: ``service.table`` to its table type.
        tools: Tool to its argument names, builtin ones and those of offered services.
        moments: Names of states, plain and ``user.state``.
        facts: Names of facts.
    """

    forms: tuple[tuple[str, Type], ...] = ()
    tables: Mapping[str, Type] = field(default_factory=dict)
    tools: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    moments: frozenset[str] = frozenset()
    facts: frozenset[str] = frozenset()

    def form(self, path: str) -> Type | None:
        """The type of what stands at a path, or at the first declared path that a glob names; None: undeclared."""
        for pattern, kind in self.forms:
            if pattern == path:
                return kind
        for pattern, kind in self.forms:
            if match(pattern, path) or match(path, pattern.replace("*", "x")):
                return kind
        return None


@dataclass(frozen=True, slots=True)
class Scope:
    """Names, outward by block.

    Attributes:
        names: This block's own names.
        parent: The scope around.
        row: The type of the current row (``.col``), where there is one.
        place: The section, for messages and for what may be read: params goal workspace interface service user
            guard verify solution case.
        world: What is declared to stand where; only the outermost scope carries it.
    """

    names: dict[str, Binding] = field(default_factory=dict)
    parent: Scope | None = None
    row: Type | None = None
    place: str = ""
    world: World | None = None

    def declared(self) -> World:
        """What is declared to stand where."""
        scope: Scope | None = self
        while scope is not None:
            if scope.world is not None:
                return scope.world
            scope = scope.parent
        return World()

    def lookup(self, name: str) -> Binding | None:
        """The nearest binding of a name, or None."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.names.get(name)
            if found is not None:
                return found
            scope = scope.parent
        return None

    def visible(self) -> list[str]:
        """All visible names, nearest first (for did-you-mean)."""
        found: list[str] = []
        scope: Scope | None = self
        while scope is not None:
            found.extend(scope.names)
            scope = scope.parent
        return found

    def current_row(self) -> Type | None:
        """The row type that ``.col`` refers to here."""
        scope: Scope | None = self
        while scope is not None:
            if scope.row is not None:
                return scope.row
            scope = scope.parent
        return None

    def found(self) -> Surroundings | None:
        """What readers can find here."""
        scope: Scope | None = self
        while scope is not None:
            if scope.surroundings is not None:
                return scope.surroundings
            scope = scope.parent
        return None

    def child(self, names: dict[str, Binding] | None = None, row: Type | None = None, place: str | None = None) -> Scope:
        """A scope inside this one."""
        return Scope(names or {}, self, row, self.place if place is None else place)
