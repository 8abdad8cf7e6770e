"""Scopes: what a bare name means at a place."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.source import Span
from cowork_dsl.grammar.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the readers can find, as far as it is declared; made by the pass that knows the declarations.

    Attributes:
        read: ``(root, reader, path or glob, place)`` to the declared type, or None where nothing declares it. The pass
            may report a read of what is not declared.
        services: Service to table to its type (``after.mail.message``).
        values: Values in force, by name (``truth.cap``).
        tools: Names of the tools that can be called; empty where they are not known.
        moments: States, plain and as ``user.state``.
        facts: Names of facts, for ``asked(fact)``.
    """

    read: Callable[[str, str, str, Span], Type | None]
    services: Mapping[str, Mapping[str, Type]] = field(default_factory=dict)
    values: Mapping[str, Type] = field(default_factory=dict)
    tools: frozenset[str] = frozenset()
    moments: frozenset[str] = frozenset()
    facts: frozenset[str] = frozenset()


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
class Scope:
    """Names, outward by block.

    Attributes:
        names: This block's own names.
        parent: The scope around.
        row: The type of the current row (``.col``), where there is one.
        place: The section, for messages and for what may be read: params goal workspace interface service user
            guard verify solution case.
        surroundings: What readers can find; only the outermost scope of a section carries it.
    """

    names: dict[str, Binding] = field(default_factory=dict)
    parent: Scope | None = None
    row: Type | None = None
    place: str = ""
    surroundings: Surroundings | None = None

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

    def child(
        self, names: dict[str, Binding] | None = None, row: Type | None = None, place: str | None = None
    ) -> Scope:
        """A scope inside this one."""
        return Scope(names or {}, self, row, self.place if place is None else place)
