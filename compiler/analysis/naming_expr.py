"""The names that expressions use."""

from __future__ import annotations

from collections.abc import Mapping

from cowork_dsl.compiler.analysis.fitting import bare
from cowork_dsl.compiler.analysis.naming import Naming
from cowork_dsl.compiler.analysis.scan import root_of
from cowork_dsl.compiler.analysis.scope import Binding, Scope
from cowork_dsl.compiler.analysis.symbols import Symbol
from cowork_dsl.compiler.analysis.typed import Recorder, parts
from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax import ast


def mention(naming: Naming, recorder: Recorder) -> None:
    """Notes the names in all expressions."""
    walk = _Walk(naming, recorder)
    for node, scope in parts(naming.ctx, recorder):
        walk.look(node, scope)
    for scanned in naming.ctx.scans.values():
        for read in scanned.found.reads:
            if read.target and naming.source.text.startswith('"', read.start):
                naming.path(read.target, Span(read.start + 1, read.end - 1), declares=False)


class _Walk:
    """One walk over the expressions of a file."""

    def __init__(self, naming: Naming, recorder: Recorder) -> None:
        self.naming = naming
        self.seen = recorder.seen

    def type_of(self, node: ast.Expr) -> Type | None:
        found = self.seen.get(id(node))
        return None if found is None else bare(found.type)

    def look(self, node: ast.Expr, scope: Scope) -> None:
        """Notes the names of one part of an expression."""
        if isinstance(node, ast.Name):
            self._name(node, scope)
        elif isinstance(node, ast.Column):
            self._column(node, scope)
        elif isinstance(node, ast.Field):
            self._field(node)
        elif isinstance(node, ast.Call):
            self._call(node)

    def _name(self, node: ast.Name, scope: Scope) -> None:
        binding = scope.lookup(node.name)
        if binding is None:
            self.naming.refer("fact", node.name, node.span)
        elif binding.kind == "state":
            self.naming.refer("state", node.name, node.span)
        elif binding.kind == "element":
            self._element(node, binding)
        elif binding.span.end and binding.span.start in self.naming.bound:
            self.naming.add(node.span, self.naming.bound[binding.span.start])

    def _element(self, node: ast.Name, binding: Binding) -> None:
        naming, start = self.naming, binding.span.start
        symbol = naming.bound.get(start)
        if symbol is None:
            symbol = naming.symbol("element", binding.name, binding.span)
            naming.bound[start] = symbol
        naming.add(node.span, symbol)

    def _column(self, node: ast.Column, scope: Scope) -> None:
        row = scope.current_row()
        if row is None:
            return
        at = self.naming.source.text.find(node.name, node.start, node.end)
        self._of_row(row, node.name, Span(at, at + len(node.name)) if at >= 0 else node.span)

    def _of_row(self, row: Type, name: str, span: Span) -> None:
        symbol = self._declared(row, name, span.start)
        if symbol is not None:
            self.naming.add(span, symbol)

    def _declared(self, row: Type, name: str, at: int) -> Symbol | None:
        naming, origin = self.naming, row.origin
        if origin is not None:
            own = naming.headers.get(origin.span.start) if origin.source is naming.source else None
            return naming.tables.get(origin.title, own or {}).get(name)
        # a row without a title is that of the block around: `where` and `set` of a change, `fill` of a table
        inner: Mapping[str, Symbol] = {}
        for start, end, header in naming.spans:
            if start <= at < end:
                inner = header
        return inner.get(name) if tuple(inner) == row.names else None

    def _field(self, node: ast.Field) -> None:
        naming = self.naming
        span = Span(node.name_start, node.end)
        owner = self.type_of(node.object)
        if owner is not None and owner.kind == "row":
            self._of_row(owner, node.name, span)
        elif owner is not None and owner.kind == "record":
            naming.refer("key", node.name, span, owner.origin.title if owner.origin is not None else None)
        elif owner is not None and owner.kind == "service":
            naming.refer("table", node.name, span, owner.unit)
        elif root_of(node.object):
            if not naming.refer("value", node.name, span):
                naming.refer("service", node.name, span)
        elif isinstance(node.object, ast.Name):
            user = node.object.name
            if naming.known("state", node.name, user) is not None and naming.refer("user", user, node.object.span):
                naming.refer("state", node.name, span, user)
            elif naming.known("table", node.name, user) is not None and naming.refer("service", user, node.object.span):
                naming.refer("table", node.name, span, user)

    def _call(self, node: ast.Call) -> None:
        if node.object is None and node.name == "calls" and node.args:
            first = node.args[0].value
            if isinstance(first, ast.Name):
                self.naming.refer("tool", first.name, first.span)
            elif isinstance(first, ast.Field) and isinstance(first.object, ast.Name):
                self.naming.refer("tool", f"{first.object.name}.{first.name}", first.span)
