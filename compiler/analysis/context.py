"""The state of one check of one file: where findings go, and what lowering and rules share."""

from __future__ import annotations

from collections.abc import Iterable

from cowork_dsl.compiler.analysis import types
from cowork_dsl.compiler.analysis.environment import Code, ColumnDecl, Hole, Let, Origin, Text
from cowork_dsl.compiler.analysis.forms import Form, overlaps, table_type
from cowork_dsl.compiler.analysis.infer import infer, infer_condition, infer_expectation, infer_hole
from cowork_dsl.compiler.analysis.loader import RESOURCE_LIMIT, Loader
from cowork_dsl.compiler.analysis.scan import Scan, scan
from cowork_dsl.compiler.analysis.scope import Binding, Scope
from cowork_dsl.compiler.analysis.text import holds_word
from cowork_dsl.compiler.analysis.types import ANY, BOOL, Type
from cowork_dsl.compiler.analysis.typesyntax import parse_type
from cowork_dsl.compiler.diagnostics.model import Diagnostic, Edit, Fix, Label, Severity
from cowork_dsl.compiler.diagnostics.near import nearest
from cowork_dsl.compiler.schema.shaped import Shaped
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.compiler.syntax.holes import HoleSyntax, holes, holes_in_cell
from cowork_dsl.grammar.records import dataclass, field

# Kinds of bindings that a new name may hide: they live in namespaces of their own.
_HIDEABLE = frozenset({"state", "word"})

MOST_LETS = 100
"""How many `let`s may stand on one another."""


@dataclass(frozen=True, slots=True)
class Scanned:
    """An expression, what it mentions, and where it stands."""

    expr: ast.Expr
    found: Scan
    scope: Scope


@dataclass(slots=True)
class Context:
    """One run.

    Attributes:
        source: The file.
        found: All findings.
        mentioned: Names that a finding proposes, so that nothing calls them unused as well.
        used: Bindings that something reads, by identity.
        bindings: Every binding whose use is asked for: params, lets, values.
        walked: What each expression mentions, by the identity of its tree.
        scans: The same with its place, for the expressions that were checked.
        codes: The expressions of each let, by the identity of its binding.
        forms: What is declared to stand where.
        tables: ``service.table`` to its columns.
        origins: ``service.table`` to where it is declared.
        loader: Gives files beside the source.
        headers: Columns by the identity of the block that they head.
        facts: Names of all facts.
        astray: Users of whose machine a part was refused; what their other states lead to is unknown.
        broken: Offsets of syntax errors.
        refused: Texts of statements of which nothing was made.
        complete: Whether everything in the file was understood, so that what is absent is really absent.
    """

    source: Source
    loader: Loader
    found: list[Diagnostic] = field(default_factory=list)
    mentioned: set[str] = field(default_factory=set)
    used: set[int] = field(default_factory=set)
    bindings: list[Binding] = field(default_factory=list)
    scans: dict[int, Scanned] = field(default_factory=dict)
    walked: dict[int, Scan] = field(default_factory=dict)
    codes: dict[int, Code] = field(default_factory=dict)
    forms: list[Form] = field(default_factory=list)
    tables: dict[str, tuple[ColumnDecl, ...]] = field(default_factory=dict)
    origins: dict[str, types.Origin] = field(default_factory=dict)
    headers: dict[int, tuple[ColumnDecl, ...]] = field(default_factory=dict)
    facts: frozenset[str] = frozenset()
    astray: set[str] = field(default_factory=set)
    complete: bool = True
    broken: tuple[int, ...] = ()
    refused: list[str] = field(default_factory=list)

    # ---------------------------------------------------------------- findings

    def report(self, diagnostic: Diagnostic) -> None:
        """Takes a finding."""
        self.found.append(diagnostic)
        if diagnostic.fix is not None:
            self.mentioned.update(edit.text for edit in diagnostic.fix.edits)

    def error(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        labels: tuple[Label, ...] = (),
        notes: tuple[str, ...] = (),
        fix: Fix | None = None,
        severity: Severity = "error",
    ) -> None:
        """Reports a finding in this file."""
        self.report(Diagnostic(code, message, self.source, span, severity, labels, notes, fix))

    def unknown(self, code: str, what: str, word: Word, candidates: Iterable[str]) -> None:
        """Reports a name that is not declared, with the nearest one that is."""
        names = list(candidates)
        near = nearest(word.text, names)
        span = Span(word.start, word.end)
        fix = Fix(f"did you mean `{near}`?", (Edit(span, f'"{near}"' if word.quoted else near),)) if near else None
        if near:
            self.mentioned.add(near)
        notes = (f"declared: {', '.join(names)}",) if names else ()
        self.error(code, f"`{word.text}` is no {what}", span, notes=notes, fix=fix)

    def absent(self, name: str, span: Span) -> bool:
        """Whether it is certain that nothing but its declaration at `span` names `name`.

        A statement that was refused may have named it; where the parser lost something, any word of the file may.
        """
        if name in self.mentioned or any(holds_word(text, name) for text in self.refused):
            return False
        text = self.source.text
        return not self.broken or not (holds_word(text[: span.start], name) or holds_word(text[span.end :], name))

    def head(self, origin: Origin) -> Span:
        """The head of a block: its first line up to the brace or the equals sign."""
        text, start, end = self.source.text, origin.span.start, origin.span.end
        for mark in ("\n", "{", " ="):
            at = text.find(mark, start, end)
            end = at if at > start else end
        return Span(start, start + len(text[start:end].rstrip()))

    # ------------------------------------------------------------- expressions

    def origin(self, shaped: Shaped) -> Origin:
        """Where a block stands."""
        statement = shaped.statement
        return Origin(self.source, statement.span, statement.doc)

    def code(self, expr: ast.Expr, scope: Scope, expected: Type | None = None) -> Code:
        """Checks an expression."""
        self._scan(expr, scope)
        return Code(expr, infer(expr, scope, self.report, self.source, expected), scope, self.source)

    def condition(self, expr: ast.Expr, scope: Scope) -> Code:
        """Checks an expression that is true or false."""
        self._scan(expr, scope)
        infer_condition(expr, scope, self.report, self.source)
        return Code(expr, BOOL, scope, self.source)

    def expectation(self, expr: ast.Expr, scope: Scope) -> Code:
        """Checks an expression that says how far something holds."""
        self._scan(expr, scope)
        return Code(expr, infer_expectation(expr, scope, self.report, self.source), scope, self.source)

    def mentions(self, expr: ast.Expr) -> Scan:
        """What an expression mentions, walked once."""
        found = self.walked.get(id(expr))
        if found is None:
            found = self.walked[id(expr)] = scan(expr, self.source)
        return found

    def _scan(self, expr: ast.Expr, scope: Scope) -> None:
        found = self.mentions(expr)
        self.scans[id(expr)] = Scanned(expr, found, scope)
        for name in found.names:
            binding = scope.lookup(name)
            if binding is not None:
                self.used.add(id(binding))

    def text(
        self, literal: ast.Literal_ | ast.Label, scope: Scope, *, raw: bool = False, tells: list[str] | None = None
    ) -> Text:
        """Checks a text and its holes; the facts that it tells are added to `tells`."""
        if raw:
            value = literal.value if isinstance(literal, ast.Label) else literal.text
            return Text((value,), literal.span, self.source)
        parts = holes(literal, self.source, self.report)
        if len(parts) == 1 and isinstance(parts[0], str):
            return Text((parts[0],), literal.span, self.source)
        return Text(self._parts(parts, scope, tells), literal.span, self.source)

    def cell(self, cell: ast.Cell, scope: Scope) -> Text:
        """Checks a cell and its holes."""
        return Text(self._parts(holes_in_cell(cell, self.source, self.report), scope, None), cell.span, self.source)

    def _parts(
        self, parts: tuple[str | HoleSyntax, ...], scope: Scope, tells: list[str] | None
    ) -> tuple[str | Hole, ...]:
        made: list[str | Hole] = []
        for part in parts:
            if isinstance(part, str):
                made.append(part)
                continue
            expr = part.expr
            if (
                isinstance(expr, ast.Name)
                and expr.name in self.facts
                and tells is None
                and scope.lookup(expr.name) is None
            ):
                self.error("CW520", f"the fact `{expr.name}` can be told only in a `say`", expr.span)
                continue
            if isinstance(expr, ast.Name) and tells is not None and expr.name in self.facts:
                tells.append(expr.name)
            if not part.filters:
                made.append(Hole(self.code(expr, scope), ()))
                continue
            self._scan(expr, scope)
            code = Code(expr, infer_hole(part, scope, self.report, self.source), scope, self.source)
            made.append(Hole(code, tuple(self._filter(call, scope) for call in part.filters)))
        return tuple(made)

    def _filter(self, call: ast.Name | ast.Call, scope: Scope) -> tuple[str, tuple[Code, ...]]:
        if isinstance(call, ast.Name):
            return call.name, ()
        return call.name, tuple(self.code(argument.value, scope) for argument in call.args)

    def type_of(self, expr: ast.Expr) -> Type | None:
        """The type that an expression of the type syntax spells; None where it spells none."""
        before = len(self.found)
        kind = parse_type(expr, self.report, self.source)
        return kind if len(self.found) == before else None

    def titled(self, title: str, span: Span) -> types.Origin:
        """Where a form is declared, for messages."""
        return types.Origin(title, self.source, span)

    def cell_fault(self, text: str, kind: Type) -> str:
        """What a cell should have been, or an empty text where it is well."""
        if kind.kind in ("text", "any"):
            return ""
        from cowork_dsl.compiler.values.cells import CellError, parse_cell

        try:
            parse_cell(text, kind, False)
        except CellError as fault:
            return str(fault).removeprefix("a ").removeprefix("an ")
        return ""

    def resource(self, word: Word) -> bytes | None:
        """The bytes of a real file beside the source."""
        found = self.loader.resource(self.source, word.text)
        if isinstance(found, bytes):
            return found
        span = Span(word.start, word.end)
        if found == "outside":
            self.error("CW421", f"`{word.text}` is not inside the project", span)
        elif found == "large":
            self.error("CW422", f"`{word.text}` is larger than {RESOURCE_LIMIT // 1_000_000} MB", span)
        else:
            self.error("CW420", f"there is no file `{word.text}` beside the source", span)
        return None

    # ------------------------------------------------------------------- names

    def declare(self, scope: Scope, binding: Binding) -> bool:
        """Adds a name to a scope; a name that is seen there already is an error."""
        before = scope.lookup(binding.name)
        if before is not None and before.kind not in _HIDEABLE:
            self.hides(before, binding)
            return False
        scope.names[binding.name] = binding
        return True

    def hides(self, before: Binding, binding: Binding) -> None:
        """Reports a name that hides another."""
        inside = before.span.end > before.span.start
        self.error(
            "CW270",
            f"`{binding.name}` hides the {_said(before.kind)} of the same name",
            binding.span,
            labels=(Label(before.span, "declared here"),) if inside else (),
            fix=Fix("give it another name", applicability="display"),
        )

    def lets(self, shaped: Shaped, scope: Scope, section: str) -> tuple[Let, ...]:
        """Binds the `let`s of a block, each after those that it uses."""
        return self.bind({item.name: item for item in shaped.blocks("let")}, scope, section)

    def bind(self, pending: dict[str, Shaped], scope: Scope, section: str) -> tuple[Let, ...]:
        """Binds a group of `let`s in the order of their uses."""
        made: dict[str, Let] = {}
        state: dict[str, int] = {}
        depth: dict[str, int] = {}

        def visit(name: str, path: tuple[str, ...]) -> None:
            item = pending[name]
            assert item.value is not None
            if state.get(name) == 2:
                return
            label = item.statement.labels[0]
            if state.get(name) == 1:
                circle = path[path.index(name) :]
                self.cycle(circle, label.span)
                for one in circle:
                    state[one] = 2
                    self.declare(scope, Binding(one, "let", ANY, pending[one].statement.labels[0].span, section))
                return
            state[name] = 1
            used = [other for other in self.mentions(item.value).names if other in pending]
            # Later passes follow `let`s into one another, so how deep that goes is bounded, as nesting is.
            if len(path) < MOST_LETS:
                for other in used:
                    visit(other, (*path, name))
            if state[name] == 2:
                return
            state[name] = 2
            depth[name] = 1 + max((depth.get(other, MOST_LETS) for other in used), default=0)
            if depth[name] > MOST_LETS:
                depth[name] = 0
                self.mentioned.update(used)
                if not any(found.code == "CW138" for found in self.found):
                    self.error("CW138", f"`let`s stand on one another here, more than {MOST_LETS} deep", label.span)
                self.declare(scope, Binding(name, "let", ANY, label.span, section))
                return
            code = self.code(item.value, scope)
            binding = Binding(name, "let", self.believed(code.type, item.statement), label.span, section)
            if self.declare(scope, binding):
                self.bindings.append(binding)
                self.codes[id(binding)] = code
                made[name] = Let(name, code, section, self.origin(item))

        for name in pending:
            visit(name, ())
        return tuple(made.values())

    def believed(self, kind: Type, statement: ast.Statement) -> Type:
        """The type of what a statement declares; unknown where the parser had to mend the statement."""
        return ANY if any(statement.start <= at <= statement.end for at in self.broken) else kind

    def cycle(self, names: tuple[str, ...], span: Span) -> None:
        """Reports names that are defined by each other."""
        circle = " → ".join((*names, names[0]))
        self.error("CW272", f"`{names[0]}` is defined by itself: {circle}", span)

    # ------------------------------------------------------------------- forms

    def form(self, path: str) -> Form | None:
        """What is declared at a path, or at the first declared path that a glob names; outputs last."""
        for form in self.forms:
            if form.pattern == path:
                return form
        for form in self.forms:
            if overlaps(form.pattern, path):
                return form
        return None

    def table(self, name: str) -> Type | None:
        """The type of a service's table."""
        columns = self.tables.get(name)
        return None if columns is None else table_type(columns, self.origins.get(name))


def _said(kind: str) -> str:
    return {"root": "view", "loop": "name of `each`", "arg": "argument"}.get(kind, kind)
