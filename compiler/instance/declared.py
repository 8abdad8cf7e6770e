"""Finds what a bare name was declared as: blocks beside each other may use one name for different things."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar

from cowork_dsl.compiler.analysis.environment import Code, Origin


class Named(Protocol):
    """A declaration with a name and a place."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def origin(self) -> Origin:
        """Where it stands."""


_D = TypeVar("_D", bound=Named)


class Declared(Generic[_D]):
    """Declarations by name; the place that a name is bound to tells those of one name apart."""

    def __init__(self, declarations: Iterable[_D]) -> None:
        self._by_name: dict[str, list[_D]] = {}
        for declaration in declarations:
            self._by_name.setdefault(declaration.name, []).append(declaration)

    def find(self, name: str, asked_by: Code) -> _D | None:
        """The declaration that a name in an expression means."""
        found = self._by_name.get(name, [])
        if len(found) < 2:
            return found[0] if found else None
        binding = asked_by.scope.lookup(name)
        if binding is None:
            return None
        for declaration in found:
            origin = declaration.origin
            inside = origin.span.start <= binding.span.start and binding.span.end <= origin.span.end
            if inside and origin.source.path == asked_by.source.path:
                return declaration
        return None
