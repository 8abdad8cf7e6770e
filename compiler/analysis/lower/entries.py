"""Workspace entries, and `each`."""

from __future__ import annotations

from typing import cast

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.environment import Code, ColumnDecl, Each, Entry, Fill, TableData, Text
from cowork_dsl.compiler.analysis.forms import Form, flat, row_type, table_type
from cowork_dsl.compiler.analysis.kinds import READ_AS, TABLE_FILES, kind_of
from cowork_dsl.compiler.analysis.lower.parts import KIND_NAMES, lower_part
from cowork_dsl.compiler.analysis.lower.paths import check_path
from cowork_dsl.compiler.analysis.patterns import pattern_of
from cowork_dsl.compiler.analysis.scope import Binding, Scope
from cowork_dsl.compiler.analysis.types import ANY, INT, TEXT, Type
from cowork_dsl.compiler.diagnostics.model import Label
from cowork_dsl.compiler.diagnostics.near import nearest
from cowork_dsl.compiler.schema.header import header
from cowork_dsl.compiler.schema.shaped import Shaped
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax.ast import Call, Literal_, Row

DATA_KINDS = ("json", "yaml", "toml")
ENTRY_KINDS = ("file", "document", *DATA_KINDS, "table", "folder", *KIND_NAMES)


def columns_of(shaped: Shaped, ctx: Context) -> tuple[ColumnDecl, ...]:
    """The columns of a table's header, each header read once."""
    known = ctx.headers.get(id(shaped))
    if known is None:
        base = None
        label = shaped.statement.labels[0]
        if label.kind == "name" and label.value in ctx.tables:
            base = {column.name: column.type for column in ctx.tables[label.value]}
        rows = shaped.rows[:1]
        known = header(rows[0], ctx.source, ctx.report, ctx.type_of, base) if rows else ()
        ctx.headers[id(shaped)] = known
    return known


def declare_forms(items: list[Shaped], ctx: Context, place: str) -> None:
    """Notes what the entries declare, before any expression is read."""
    for item in items:
        kind = item.block.name
        if kind == "each":
            declare_forms(item.blocks(*ENTRY_KINDS, "each"), ctx, place)
            continue
        label = item.statement.labels[0]
        if label.kind != "string":
            continue
        path = pattern_of(label.value)
        if kind == "table":
            columns = columns_of(item, ctx)
            type_ = table_type(columns, ctx.titled(path, label.span))
            ctx.forms.append(Form(path, "table", type_, columns, place, label.span))
        elif kind == "folder":
            ctx.forms.append(Form(path, "folder", ANY, (), place, label.span))
        else:
            found = "git" if kind == "repo" else kind_of(path)
            type_ = _parted(item, ctx) if kind in _PARTED else READ_AS.get(found, TEXT)
            parts = {one.name: columns_of(one, ctx) for one in item.blocks("table", "sheet")} if kind in _PARTED else {}
            ctx.forms.append(Form(path, found, type_, (), place, label.span, parts))
            twin = item.one("twin")
            if twin is not None:
                other = pattern_of(cast(Literal_, twin.data).text)
                ctx.forms.append(Form(other, "text", TEXT, (), place, twin.value.span))


_PARTED = {"database": "database", "workbook": "workbook"}


def _parted(shaped: Shaped, ctx: Context) -> Type:
    """The type of a database with its tables, or of a workbook with its sheets."""
    label = shaped.statement.labels[0]
    tables = {
        item.name: table_type(columns_of(item, ctx), ctx.titled(f"{item.name} of {label.value}", label.span))
        for item in shaped.blocks("table", "sheet")
    }
    return Type(_PARTED[shaped.block.name], tuple(tables.values()), tuple(tables))


def lower_entries(shaped: Shaped, ctx: Context, scope: Scope) -> tuple[Entry | Each, ...]:
    """The entries of a workspace or of an `each`."""
    made: list[Entry | Each] = []
    for item in shaped.blocks(*ENTRY_KINDS, "each"):
        found = lower_each(item, ctx, scope) if item.block.name == "each" else lower_entry(item, ctx, scope)
        if found is not None:
            made.append(found)
    return tuple(made)


def lower_each(shaped: Shaped, ctx: Context, scope: Scope) -> Each | None:
    """`each NAME { of = list … }`."""
    of = shaped.one("of")
    if of is None:
        ctx.refused.append(ctx.source.text[shaped.statement.start : shaped.statement.end])
        return None
    code = ctx.code(of.value, scope)
    if code.type.kind not in ("list", "set", "bag", "any", "table"):
        ctx.error("CW409", "`of` takes a list", of.value.span)
    item = code.type.args[0] if code.type.kind in ("list", "set", "bag") and code.type.args else ANY
    inside = scope.child({})
    name = shaped.name
    ctx.declare(inside, Binding(name, "loop", item, shaped.statement.labels[0].span))
    when = _when(shaped, ctx, inside)
    lets = ctx.lets(shaped, inside, "workspace")
    return Each(name, code, lower_entries(shaped, ctx, inside), ctx.origin(shaped), lets, when)


def _when(shaped: Shaped, ctx: Context, scope: Scope) -> Code | None:
    given = shaped.one("when")
    return None if given is None else ctx.condition(given.value, scope)


def _flag(shaped: Shaped, name: str) -> bool:
    given = shaped.one(name)
    return bool(given is not None and given.data)


def lower_entry(shaped: Shaped, ctx: Context, scope: Scope) -> Entry | None:
    """One entry; None where it is not sound enough to be used."""
    kind = shaped.block.name
    label = shaped.statement.labels[0]
    when = _when(shaped, ctx, scope)
    if label.kind == "name":
        return _service_rows(shaped, ctx, scope, when)
    path = ctx.text(label, scope)
    if not check_path(ctx, flat(path), label.span) or not _extension_fits(kind, flat(path), ctx, label.span):
        return None
    resource = _resource(shaped, ctx)
    text: Text | None = None
    data: Code | None = None
    table: TableData | None = None
    if kind in ("file", "document"):
        given = shaped.one("text")
        if given is not None:
            text = ctx.text(cast(Literal_, given.data), scope, raw=_flag(shaped, "raw"))
        _one_source(shaped, ctx, "text")
    elif kind in DATA_KINDS:
        given = shaped.one("data")
        if given is not None:
            data = ctx.code(given.value, scope)
            form = ctx.form(flat(path))
            if form is not None and form.span == label.span and form.type == ANY:
                form.type = data.type
        _one_source(shaped, ctx, "data")
    elif kind == "table":
        table = _table(shaped, ctx, scope, flat(path))
    elif kind == "workbook" and not shaped.blocks("sheet") and resource is None and shaped.whole:
        ctx.error("CW408", 'nothing gives the content: add `sheet "NAME" { … }` or `from = …`', shaped.statement.head)
    part = None
    if kind in KIND_NAMES:
        part = lower_part(
            shaped,
            ctx,
            scope,
            lambda one: _rows(one, ctx, scope, columns_of(one, ctx)) if _has_header(one, ctx) else None,
            lambda one: lower_entries(one, ctx, scope),
        )
    return Entry(
        kind,  # type: ignore[arg-type]
        path,
        text,
        data,
        table,
        resource,
        when,
        _flag(shaped, "readonly"),
        _flag(shaped, "executable"),
        ctx.origin(shaped),
        part,
    )


_EXTENSIONS = {
    "document": (".docx", ".pptx", ".pdf", ".html", ".htm", ".md", ".markdown"),
    "workbook": (".xlsx",),
    "yaml": (".yaml", ".yml"),
    "toml": (".toml",),
    "mail": (".eml",),
    "calendar": (".ics",),
    "image": (".png",),
    "scan": (".png",),
    "database": (".sqlite", ".sqlite3", ".db"),
    "archive": (".zip", ".tar", ".tar.gz", ".tgz"),
}


def _extension_fits(kind: str, path: str, ctx: Context, span: Span) -> bool:
    """A path says by its extension what is in the file, so that all readers agree."""
    wanted = _EXTENSIONS.get(kind)
    if wanted is None or path.lower().endswith(wanted) or path.endswith("*"):
        return True
    ctx.error("CW405", f"the path of a `{kind}` ends in {' or '.join(f'`{one}`' for one in wanted)}", span)
    return False


def _has_header(shaped: Shaped, ctx: Context) -> bool:
    if not shaped.rows and shaped.whole:
        ctx.error("CW404", f"the table `{shaped.name}` has no header `| name: type | … |`", shaped.statement.head)
    return bool(shaped.rows)


def _one_source(shaped: Shaped, ctx: Context, main: str) -> None:
    """A file has either its content or `from`."""
    has_main, has_from = main in shaped.attrs, "from" in shaped.attrs
    if has_main and has_from:
        ctx.error("CW408", f"`{main}` and `from` both give the content; one of them does", shaped.statement.head)
    elif not has_main and not has_from and shaped.whole:
        ctx.error("CW408", f"nothing gives the content: add `{main} = …` or `from = …`", shaped.statement.head)


def _resource(shaped: Shaped, ctx: Context) -> bytes | None:
    given = shaped.one("from")
    if given is None or given.attr.sort != "string":
        return None  # a mail's `from` is its sender
    return ctx.resource(cast(Word, given.data))


def _service_rows(shaped: Shaped, ctx: Context, scope: Scope, when: Code | None) -> Entry | None:
    label = shaped.statement.labels[0]
    columns = ctx.tables.get(label.value)
    if columns is None:
        ctx.unknown("CW245", "table of a service", Word(label.value, label.start, label.end), ctx.tables)
        return None
    given = columns_of(shaped, ctx)
    known = {column.name: column for column in columns}
    for column in given:
        if column.name not in known:
            ctx.unknown(
                "CW406", f"column of `{label.value}`", Word(column.name, column.span.start, column.span.end), known
            )
        elif column.type.kind != "any" and column.type != known[column.name].type:
            ctx.error(
                "CW411",
                f"the service declares `{column.name}` with another type",
                column.span,
                notes=("a header of a service's table may leave types out",),
            )
    table = _rows(shaped, ctx, scope, given)
    path = Text((label.value,), label.span, ctx.source)
    return Entry("rows", path, table=table, when=when, origin=ctx.origin(shaped))


def _table(shaped: Shaped, ctx: Context, scope: Scope, path: str) -> TableData | None:
    label = shaped.statement.labels[0]
    if not path.lower().endswith(TABLE_FILES):
        if path.lower().endswith(".parquet"):
            ctx.error("CW219", "a `table` as .parquet is not supported yet by this version", label.span)
        else:
            ctx.error(
                "CW405", "the extension of a table says its format: `.csv`, `.tsv`, `.jsonl` or `.xlsx`", label.span
            )
        return None
    if not shaped.rows and "from" not in shaped.attrs:
        if shaped.whole:
            ctx.error("CW404", f"the table `{label.value}` has no header `| name: type | … |`", shaped.statement.head)
        return None
    return _rows(shaped, ctx, scope, columns_of(shaped, ctx))


def _rows(shaped: Shaped, ctx: Context, scope: Scope, columns: tuple[ColumnDecl, ...]) -> TableData:
    sound = bool(shaped.rows) and len(columns) == len(shaped.rows[0].cells)
    formulas: set[tuple[int, int]] = set()
    if shaped.block.name == "sheet":
        named = {item.name: item for item in shaped.blocks("formula")}
        _named_columns(shaped, columns, ctx, sound)
        formulas.update((-1, index) for index, column in enumerate(columns) if column.name in named)
        formulas.update(
            (number, index)
            for number, row in enumerate(shaped.rows[1:])
            for index, cell in enumerate(row.cells)
            if cell.text.startswith("=") and not cell.quoted
        )
    rows = tuple(
        _row(row, shaped.rows[0], columns, ctx, scope, sound, _free(formulas, number))
        for number, row in enumerate(shaped.rows[1:])
    )
    computed = frozenset(columns[index].name for number, index in formulas if number < 0)
    fills = [_fill(cast(Call, given.data), columns, ctx, scope, sound, computed) for given in shaped.all("fill")]
    return TableData(columns, rows, tuple(fill for fill in fills if fill is not None), frozenset(formulas))


def _free(formulas: set[tuple[int, int]], number: int) -> frozenset[int]:
    """The columns of a row that need no value of their type: those with a formula."""
    return frozenset(index for row, index in formulas if row in (number, -1))


def _named_columns(shaped: Shaped, columns: tuple[ColumnDecl, ...], ctx: Context, sound: bool) -> None:
    """Formulas, formats and hidden columns of a sheet name columns that it has."""
    known = [column.name for column in columns]
    words = [
        Word(label.value, label.start, label.end)
        for item in shaped.blocks("formula", "format")
        if (label := item.statement.labels[0]).kind == "name"
    ]
    hidden = shaped.one("hidden_columns")
    words += cast(tuple[Word, ...], hidden.data) if hidden is not None else ()
    for word in words if sound else ():
        if word.text not in known:
            ctx.unknown("CW406", "column of this sheet", word, known)


def _row(
    row: Row,
    head: Row,
    columns: tuple[ColumnDecl, ...],
    ctx: Context,
    scope: Scope,
    sound: bool,
    formulas: frozenset[int] = frozenset(),
) -> tuple[Text | None, ...]:
    if sound and len(row.cells) != len(columns):
        ctx.error(
            "CW407",
            f"this row has {len(row.cells)} cells, its header {len(columns)}",
            row.span,
            labels=(Label(head.span, "the header"),),
        )
        sound = False
    made: list[Text | None] = []
    for index, cell in enumerate(row.cells):
        if not cell.text and not cell.quoted:
            made.append(None)
            if sound and index not in formulas and columns[index].type.kind not in ("optional", "text", "any"):
                span = Span(cell.start - 1, cell.end + 1)
                ctx.error(
                    "CW412",
                    f"the cell of `{columns[index].name}` is empty, and its type is not `optional`",
                    span,
                    labels=(Label(columns[index].span, "declared here"),),
                )
            continue
        text = ctx.cell(cell, scope)
        made.append(text)
        if sound and index not in formulas and len(text.parts) == 1 and isinstance(text.parts[0], str):
            reason = ctx.cell_fault(text.parts[0], columns[index].type)
            if reason:
                ctx.error(
                    "CW413",
                    f"`{cell.text}` is no {reason}, which the column `{columns[index].name}` takes",
                    cell.span,
                    labels=(Label(columns[index].span, "declared here"),),
                )
    return tuple(made)


def _fill(
    call: Call,
    columns: tuple[ColumnDecl, ...],
    ctx: Context,
    scope: Scope,
    sound: bool,
    computed: frozenset[str] = frozenset(),
) -> Fill | None:
    positional = [argument for argument in call.args if argument.name is None]
    if len(positional) != 1 or call.args[0].name is not None:
        ctx.error("CW414", "`rows` takes the number of rows first, then `column: generator` for each column", call.span)
        return None
    count = ctx.code(positional[0].value, scope, INT)
    known = {column.name: column for column in columns}
    inside = scope.child({}, row=row_type(columns) if columns else None, place="fill")
    made: list[tuple[str, Code]] = []
    for argument in call.args[1:]:
        name = argument.name
        assert name is not None
        column = known.get(name)
        if column is None and sound:
            word = Word(name, argument.start, argument.start + len(name), argument.quoted)
            ctx.unknown("CW406", "column of this table", word, known)
            column = known.get(nearest(name, known) or "")
        expected: Type | None = column.type if column is not None else None
        made.append((column.name if column is not None else name, ctx.code(argument.value, inside, expected)))
    given = {name for name, _ in made}
    sound = sound and given <= known.keys()
    missing = [column.name for column in columns if column.name not in given | computed]
    if missing and sound:
        names = ", ".join(f"`{name}`" for name in missing)
        ctx.error("CW415", f"`rows` gives no generator for {names}", Span(call.start, call.start + 4))
    return Fill(count, tuple(made))
