"""The names that a file declares, by kind, with the places found so far."""

from __future__ import annotations

from collections.abc import Mapping

from cowork_dsl.compiler.analysis.check import Inspected
from cowork_dsl.compiler.analysis.environment import ColumnDecl, Service
from cowork_dsl.compiler.analysis.patterns import pattern_of
from cowork_dsl.compiler.analysis.symbols import Occurrence, Symbol
from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.schema.walk import Placed
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax.ast import Name, Row
from cowork_dsl.grammar.names import ANYWHERE, DECLARES
from cowork_dsl.grammar.tools import BUILTIN_TOOLS

_OWNED = {"state": "user", "fact": "user", "table": "service", "tool": "service", "arg": "tool", "transition": "user"}
"""The block that owns a name of a kind."""
_ENTRIES = frozenset({"workspace", "each"})


class Naming:
    """One run.

    Attributes:
        ctx: What the check knew.
        source: The file.
        found: The places.
        bound: Names that expressions can use, by where they are declared.
        headers: Columns by the place of the label of the block that declares them.
        tables: Columns of the tables of services, by ``service.table``.
        spans: The blocks with a header, or that change what has one: start, end, columns.
    """

    def __init__(self, inspected: Inspected) -> None:
        self.ctx = inspected.context
        self.draft = inspected.draft
        self.source: Source = inspected.context.source
        self.found: list[Occurrence] = []
        self.bound: dict[int, Symbol] = {}
        self.headers: dict[int, dict[str, Symbol]] = {}
        self.tables: dict[str, dict[str, Symbol]] = {}
        self.spans: list[tuple[int, int, Mapping[str, Symbol]]] = []
        self._named: dict[tuple[str, str], list[Symbol]] = {}
        self._types = {binding.span.start: binding.type for binding in self.ctx.bindings}
        self._columns = {
            column.span.start: column for columns in self.ctx.headers.values() for column in columns if column.name
        }
        for tool in BUILTIN_TOOLS:
            self._know(Symbol("tool", tool.name, "", -1, doc=tool.description, fixed="it is a builtin tool"))
        for service in self.draft.services:
            if service.origin.source is not self.source:
                self._foreign(service)

    # ------------------------------------------------------------------ names

    def symbol(self, kind: str, name: str, span: Span, owner: str = "", doc: str = "", fixed: str = "") -> Symbol:
        """A name of this file, noted where it is declared."""
        made = Symbol(
            kind, name, self.source.path, span.start, owner, self.source, span, self._types.get(span.start), doc, fixed
        )
        self._know(made)
        self.found.append(Occurrence(span, made, declares=True))
        return made

    def _know(self, symbol: Symbol) -> None:
        self._named.setdefault((symbol.kind, symbol.name), []).append(symbol)

    def _foreign(self, service: Service) -> None:
        """The names of a service of another file."""
        source, fixed = service.origin.source, f"it is declared in {service.origin.source.path}"

        def know(kind: str, name: str, span: Span, owner: str, doc: str, type_: Type | None = None) -> None:
            self._know(Symbol(kind, name, source.path, span.start, owner, source, span, type_, doc, fixed))

        know("service", service.name, service.origin.span, "", service.origin.doc or "")
        for table, columns in service.tables:
            place = columns[0].span if columns else service.origin.span
            know("table", table, place, service.name, "")
            title = f"{service.name}.{table}"
            self.tables[title] = {column.name: _column(column, title, source, fixed) for column in columns}
        for tool in service.tools:
            know("tool", tool.name, tool.origin.span, service.name, tool.doc)
            for name, type_ in tool.args:
                know("arg", name, tool.origin.span, tool.name, "", type_)

    def known(self, kind: str, name: str, owner: str | None = None) -> Symbol | None:
        """The symbol of a name; the first one where several users have one."""
        for symbol in self._named.get((kind, name), ()):
            if owner in (None, "", symbol.owner):
                return symbol
        return None

    def add(self, span: Span, symbol: Symbol) -> None:
        """Notes a use."""
        self.found.append(Occurrence(span, symbol))

    def refer(self, kind: str, name: str, span: Span, owner: str | None = None) -> bool:
        """Notes a use of a declared name; a tool may stand with its service in front."""
        if kind in ("tool", "state") and "." in name:
            owner, _, name = name.rpartition(".")
            self.refer("service" if kind == "tool" else "user", owner, Span(span.start, span.start + len(owner)))
            span = Span(span.end - len(name), span.end)
        symbol = self.known(kind, name, owner)
        if symbol is None:
            return False
        self.add(span, symbol)
        return True

    def path(self, pattern: str, span: Span, *, declares: bool) -> None:
        """Notes a path; the first one that is met of a file that nothing else declares is its declaration."""
        symbol = self.known("path", pattern)
        if symbol is None and not declares:
            form = self.ctx.form(pattern)
            symbol = self.known("path", form.pattern) if form is not None else None
        if symbol is not None:
            self.add(span, symbol)
        elif declares:
            self.symbol("path", pattern, span, fixed="a path may stand in texts and programs, too")

    # ---------------------------------------------------------------- columns

    def header_of(self, one: Placed) -> Mapping[str, Symbol] | None:
        """The columns of what a block declares, fills or changes."""
        labels = one.statement.labels
        if not labels:
            return None
        own = self.headers.get(labels[0].start)
        if own is not None:
            return own
        if labels[0].kind == "string":
            form = self.ctx.form(pattern_of(labels[0].value))
            return self.headers.get(form.span.start) if form is not None else None
        around = next((above.name for above in one.around if above.statement.kind == "service"), "")
        return self.tables.get(f"{around}.{labels[0].value}" if around else labels[0].value)

    def columns(self, one: Placed, row: Row) -> None:
        """Notes the columns of a header; that of rows for a service's table names those of the service."""
        label = one.statement.labels[0]
        above = self.tables.get(label.value, {}) if label.kind == "name" else {}
        made: dict[str, Symbol] = {}
        for cell in row.cells:
            column = self._columns.get(cell.start)
            if column is None or column.name in made:
                continue
            own = _column(column, label.value, self.source)
            made[column.name] = above.get(column.name, own)
            self.found.append(Occurrence(own.span, made[column.name], declares=column.name not in above))
        self.headers[label.start] = made
        if one.around and one.around[-1].statement.kind == "service":
            self.tables[f"{one.around[-1].name}.{label.value}"] = made


def _column(column: ColumnDecl, owner: str, source: Source, fixed: str = "") -> Symbol:
    text, start = source.text, column.span.start
    if text.startswith('"', start):
        close = text.find('"', start + 1)
        named = text.find(column.name, close, column.span.end)
        if named < 0:  # `"Order ID": int`: the header itself is the name
            fixed = "its name is its header in the file, which is no name of the language"
        start = start + 1 if named < 0 else named
    span = Span(start, start + len(column.name))
    return Symbol("column", column.name, source.path, start, owner, source, span, column.type, "", fixed)


def declare(naming: Naming, statements: tuple[Placed, ...]) -> None:
    """Notes all declarations; those of services first, so that rows of their tables find them."""
    for one in statements:
        _declare(naming, one)
    for one in sorted(statements, key=lambda at: not (at.around and at.around[-1].statement.kind == "service")):
        _paths(naming, one)
        rows = [item for item in one.statement.body or () if isinstance(item, Row)]
        if rows and one.statement.labels and one.inner is not None and one.inner.rows:
            naming.columns(one, rows[0])
    for one in statements:
        header = naming.header_of(one)
        if header:
            naming.spans.append((one.statement.start, one.statement.end, header))


def _declare(naming: Naming, one: Placed) -> None:
    statement, body = one.statement, one.body
    if body is None:
        return
    doc = statement.doc or ""
    if one.attr is not None:
        if body.name == "params" and statement.kind not in body.attrs:
            span = Span(statement.start, statement.kind_end)
            naming.bound[span.start] = naming.symbol("param", statement.kind, span, doc=doc)
        elif body.name == "on" and statement.kind == "name" and isinstance(statement.value, Name):
            naming.symbol("transition", statement.value.name, statement.value.span, _owner(one, "user"))
        return
    if one.block is None or not statement.labels or statement.labels[0].kind != "name":
        if body.name == "output" and statement.kind in ("key", "section") and statement.labels:
            naming.symbol("key", one.name, statement.labels[0].span, one.around[-1].name, fixed="it is part of a form")
        return
    label = statement.labels[0]
    kind = ANYWHERE.get(statement.kind) or DECLARES.get((body.name, statement.kind))
    if kind is not None:
        naming.bound[label.start] = naming.symbol(kind, label.value, label.span, _owner(one, _OWNED.get(kind, "")), doc)
    elif body.name == "output" and statement.kind == "key":
        naming.symbol("key", label.value, label.span, one.around[-1].name, fixed="it is a key of a file")


def _paths(naming: Naming, one: Placed) -> None:
    statement, body = one.statement, one.body
    if one.block is None or body is None or not statement.labels or statement.labels[0].kind != "string":
        return
    label = statement.labels[0]
    if (body.name == "top" and statement.kind == "output") or (body.name in _ENTRIES and one.block.labels):
        pattern = pattern_of(label.value)
        if naming.known("path", pattern) is None:
            naming.path(pattern, Span(label.start + 1, label.end - 1), declares=True)


def _owner(one: Placed, kind: str) -> str:
    return next((above.name for above in reversed(one.around) if above.statement.kind == kind), "")
