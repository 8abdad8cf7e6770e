"""The one vocabulary of changes, for users, solutions, cases and the tools of services."""

from __future__ import annotations

from typing import cast

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.environment import (
    Change,
    Code,
    ColumnDecl,
    Delete,
    EditWith,
    Insert,
    Put,
    Relocate,
    Target,
    Text,
    Update,
)
from cowork_dsl.compiler.analysis.forms import Form, flat, row_type
from cowork_dsl.compiler.analysis.kinds import DOCUMENTS, KEYED, LABELLED
from cowork_dsl.compiler.analysis.lower.entries import ENTRY_KINDS, lower_entry
from cowork_dsl.compiler.analysis.lower.operators import operands
from cowork_dsl.compiler.analysis.lower.paths import check_path
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.types import TEXT
from cowork_dsl.compiler.schema.shaped import Shaped
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax.ast import Call, Label, Literal_

CHANGE_KINDS = (*ENTRY_KINDS, "insert", "update", "delete", "move", "copy", "edit")


def lower_change(
    shaped: Shaped, ctx: Context, scope: Scope, tables: dict[str, tuple[ColumnDecl, ...]] | None = None
) -> Change | None:
    """One change; `tables` are the bare tables of the service whose tool it is in."""
    kind = shaped.block.name
    silent = bool((given := shaped.one("silent")) is not None and given.data)
    if kind in ENTRY_KINDS:
        entry = lower_entry(shaped, ctx, scope)
        return None if entry is None else Put(entry, silent)
    if kind in ("move", "copy"):
        return _relocate(shaped, ctx, scope, silent)
    found = _target(shaped, ctx, scope, tables)
    if found is None:
        return None
    target, columns = found
    origin = ctx.origin(shaped)
    if kind == "edit":
        given = shaped.one("by")
        if given is None:
            return None
        call = cast(Call, given.data)
        return EditWith(target, call.name, operands(call, columns, ctx, scope), silent, origin)
    inside = scope if kind == "insert" else scope.child({}, row=row_type(columns or ()))
    where = shaped.one("where")
    condition = ctx.condition(where.value, inside) if where is not None else None
    if kind == "delete":
        return Delete(target, condition, silent, origin)
    values = _values(shaped, ctx, inside, columns)
    if not values and shaped.whole:
        ctx.error("CW416", f"`{kind}` sets no column; add `set COLUMN = …`", shaped.statement.head)
        return None
    if kind == "insert":
        return Insert(target, values, silent, origin)
    return Update(target, condition, values, silent, origin)


def _values(
    shaped: Shaped, ctx: Context, scope: Scope, columns: tuple[ColumnDecl, ...] | None
) -> tuple[tuple[str, Code | Text], ...]:
    known = {column.name: column for column in columns} if columns else None
    made: list[tuple[str, Code | Text]] = []
    for item in shaped.blocks("set"):
        label = item.statement.labels[0]
        column = known.get(label.value) if known else None
        if known and column is None:
            ctx.unknown("CW406", f"column of `{shaped.name}`", Word(label.value, label.start, label.end), known)
        assert item.value is not None
        made.append((label.value, value_of(item, ctx, scope, column)))
    return tuple(made)


def value_of(item: Shaped, ctx: Context, scope: Scope, column: ColumnDecl | None = None) -> Code | Text:
    """The value of `set NAME = e`: a text with holes is a template, all else an expression."""
    expr = item.value
    assert expr is not None
    if isinstance(expr, Literal_) and expr.kind in ("string", "text") and "{{" in expr.text:
        return ctx.text(expr, scope)
    return ctx.code(expr, scope, column.type if column is not None else None)


def _relocate(shaped: Shaped, ctx: Context, scope: Scope, silent: bool) -> Relocate | None:
    label = shaped.statement.labels[0]
    to = shaped.one("to")
    source = ctx.text(label, scope)
    if to is None or not check_path(ctx, flat(source), label.span):
        return None
    goal = ctx.text(cast(Literal_, to.data), scope)
    if not check_path(ctx, flat(goal), to.value.span):
        return None
    _must_stand(ctx, flat(source), label.span)
    op = "move" if shaped.block.name == "move" else "copy"
    return Relocate(op, source, goal, silent, ctx.origin(shaped))  # type: ignore[arg-type]


def _must_stand(ctx: Context, path: str, span: Span) -> bool:
    if ctx.form(path) is not None:
        return True
    ctx.unknown(
        "CW410",
        "path that is declared",
        Word(path, span.start, span.end, quoted=True),
        [form.pattern for form in ctx.forms],
    )
    return False


def _target(
    shaped: Shaped, ctx: Context, scope: Scope, tables: dict[str, tuple[ColumnDecl, ...]] | None
) -> tuple[Target, tuple[ColumnDecl, ...] | None] | None:
    labels = shaped.statement.labels
    label = labels[0]
    kind = shaped.block.name
    if label.kind == "name":
        known = ctx.tables if tables is None else tables
        columns = known.get(label.value)
        if columns is None:
            what = "table of a service" if tables is None else "table of this service"
            ctx.unknown("CW245", what, Word(label.value, label.start, label.end), known)
            return None
        return Target(None, label.value), columns
    if tables is not None:
        ctx.error("CW417", "a tool of a service changes the service's own tables only", label.span)
        return None
    path = ctx.text(label, scope)
    if not check_path(ctx, flat(path), label.span) or not _must_stand(ctx, flat(path), label.span):
        return None
    inside = ctx.text(labels[2], scope) if len(labels) > 2 else None
    form = ctx.form(flat(path))
    if inside is not None and labels[1].value != "at":
        return _part(path, inside, labels[1], labels[2], form, ctx)
    if inside is not None and form is not None and form.kind in DOCUMENTS:
        return _paragraph(path, inside, labels[2], form, ctx)
    if kind in ("insert", "update") and form is not None and form.kind not in ("table", *KEYED, "xlsx"):
        ctx.error("CW418", f"`{kind}` needs a table, and `{label.value}` is none", label.span)
        return None
    if form is not None and form.kind == "xlsx" and inside is None and kind != "delete":
        ctx.error("CW418", f'`{kind}` needs a sheet: `{kind} "{label.value}" sheet "NAME"`', label.span)
        return None
    columns = form.columns if form is not None and form.kind == "table" and inside is None else None
    return Target(path, None, inside), columns


def _part(
    path: Text, name: Text, kind: Label, label: Label, form: Form | None, ctx: Context
) -> tuple[Target, tuple[ColumnDecl, ...] | None] | None:
    """A table of a database, or a sheet of a workbook."""
    holder, kinds = _HOLDERS[kind.value]
    if form is None or form.kind not in kinds:
        ctx.error("CW418", f"`{kind.value}` names one of a {holder}, and this file is none", label.span)
        return None
    if form.kind == "table" and not form.pattern.endswith("*") and not form.pattern.lower().endswith(".xlsx"):
        ctx.error("CW418", "`sheet` names one of a workbook, and this file is none", label.span)
        return None
    if form.parts and flat(name) not in form.parts and "*" not in flat(name):
        word = Word(flat(name), label.start, label.end, quoted=True)
        ctx.unknown("CW410", f"{kind.value} of `{form.pattern}`", word, form.parts)
        return None
    return Target(path, None, None, name), form.parts.get(flat(name)) or form.columns or None


_HOLDERS = {"table": ("database", ("sqlite",)), "sheet": ("workbook", ("xlsx", "table"))}


def _paragraph(
    path: Text, name: Text, label: Label, form: Form, ctx: Context
) -> tuple[Target, tuple[ColumnDecl, ...] | None] | None:
    """A labelled paragraph of a document, as a row with the column `text`."""
    if form.kind not in LABELLED:
        ctx.error("CW418", f"a paragraph of a .{form.kind} can't be changed; put the whole document anew", label.span)
        return None
    return Target(path, None, name), (ColumnDecl("text", "text", TEXT, False, label.span),)
