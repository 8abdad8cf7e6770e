"""Names and where they stand."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.grammar.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Symbol:
    """Something that has a name.

    Attributes:
        kind: ``param let value requirement check judge case user fact state transition service table tool arg loop element
            column key path``.
        name: As it is written.
        path: The source that declares it.
        start: Where its declaration stands there; a state that several users have is a symbol of each.
        owner: The user of a state or fact, the service of a table or tool, the block of an argument or column.
        source: The source itself.
        span: The name in its declaration.
        type: Its type, where it has one.
        doc: The comment above its declaration.
        fixed: Why it can't be renamed; empty where it can.
    """

    kind: str
    name: str
    path: str
    start: int
    owner: str = field(default="", compare=False)
    source: Source | None = field(default=None, compare=False, repr=False)
    span: Span = field(default=Span(0, 0), compare=False)
    type: Type | None = field(default=None, compare=False)
    doc: str = field(default="", compare=False)
    fixed: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place where a name stands, quotes not included."""

    span: Span
    symbol: Symbol
    declares: bool = False


@dataclass(frozen=True)
class Occurrences:
    """All places of one file, in the order of the text."""

    found: tuple[Occurrence, ...]

    @cached_property
    def _starts(self) -> list[int]:
        return [one.span.start for one in self.found]

    def at(self, offset: int) -> Occurrence | None:
        """What stands at an offset, or ends there."""
        last = bisect_right(self._starts, offset)
        for index in range(last - 1, max(-1, last - 4), -1):
            one = self.found[index]
            if one.span.start <= offset <= one.span.end:
                return one
        return None

    def of(self, symbol: Symbol) -> tuple[Occurrence, ...]:
        """All places of a symbol in this file."""
        return tuple(one for one in self.found if one.symbol == symbol)

    def declared(self, kind: str, owner: str | None = None) -> tuple[Symbol, ...]:
        """What this file declares of a kind."""
        return tuple(
            one.symbol
            for one in self.found
            if one.declares and one.symbol.kind == kind and owner in (None, one.symbol.owner)
        )
