"""The head of an environment: labels, params, goal, requirements, outputs, values."""

from __future__ import annotations

from typing import cast

from cowork_dsl.compiler.analysis import types
from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Origin, Output, Param, Requirement, Value
from cowork_dsl.compiler.analysis.forms import Form, flat, table_type
from cowork_dsl.compiler.analysis.kinds import DOCUMENTS, KEYED, READ_AS, TABLE_FILES, kind_of
from cowork_dsl.compiler.analysis.lower.entries import columns_of
from cowork_dsl.compiler.analysis.lower.paths import check_path
from cowork_dsl.compiler.analysis.patterns import pattern_of
from cowork_dsl.compiler.analysis.scan import scan
from cowork_dsl.compiler.analysis.scope import Binding, Scope
from cowork_dsl.compiler.analysis.types import ANY, Type
from cowork_dsl.compiler.schema.shaped import Given, Shaped
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax.ast import Expr, List_, Literal_, Map_

_LABELS = ("interaction", "artifact", "intervention", "difficulty", "horizon")


def lower_env(shaped: Shaped, ctx: Context, draft: Draft) -> None:
    """Title and labels."""
    title = shaped.one("title")
    if title is not None:
        draft.title = cast(Word, title.data).text
    scenario = shaped.one("scenario")
    if scenario is not None:
        draft.scenario = cast(Word, scenario.data).text
    capability = shaped.one("capability")
    if capability is not None:
        draft.capability = tuple(word.text for word in cast(tuple[Word, ...], capability.data))
    for name in _LABELS:
        given = shaped.one(name)
        if given is not None:
            words = given.data if isinstance(given.data, tuple) else (given.data,)
            draft.labels.append((name, tuple(cast(Word, word).text for word in words)))


def lower_params(shaped: Shaped, ctx: Context, draft: Draft) -> None:
    """Domains, `let`s and conditions, each after those that it uses."""
    scope = draft.base
    given: dict[str, Given] = {
        item.name: item for item in shaped.items if isinstance(item, Given) and item.attr.name != "where" and item.sound
    }
    lets = {item.name: item for item in shaped.blocks("let")}
    inside = scope.child({}, place="domain")
    state: dict[str, int] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        item = given[name]
        if state.get(name) == 2:
            return
        span = Span(item.statement.start, item.statement.kind_end)
        if state.get(name) == 1:
            circle = path[path.index(name) :]
            ctx.cycle(circle, span)
            for one in circle:
                state[one] = 2
                at = given[one].statement
                ctx.declare(scope, Binding(one, "param", ANY, Span(at.start, at.kind_end)))
            return
        state[name] = 1
        for used in scan(item.value, ctx.source).names:
            for other in _behind(used, given, lets, ctx.source):
                visit(other, (*path, name))
        if state[name] == 2:
            return
        state[name] = 2
        needed = {used: lets[used] for used in scan(item.value, ctx.source).names if used in lets and used not in done}
        if needed:
            done.update(needed)
            draft.lets.extend(ctx.bind(needed, scope, "params"))
        code = ctx.code(item.value, inside)
        type_ = code.type
        if type_.kind == "domain":
            type_ = type_.args[0] if type_.args else ANY
        elif type_.kind != "any":
            ctx.error(
                "CW276",
                f"`{name}` varies nothing: a param is drawn from a domain such as `int(1, 5)`; a fixed name is a `let`",
                item.value.span,
            )
            type_ = ANY
        binding = Binding(name, "param", ctx.believed(type_, item.statement), span)
        if ctx.declare(scope, binding):
            ctx.bindings.append(binding)
            draft.params.append(Param(name, code, given_origin(ctx, item)))

    done: set[str] = set()
    for name in given:
        visit(name, ())
    rest = {name: item for name, item in lets.items() if name not in done}
    draft.lets.extend(ctx.bind(rest, scope, "params"))
    for item in shaped.all("where"):
        draft.where.append(ctx.condition(item.value, scope))


def _behind(name: str, given: dict[str, Given], lets: dict[str, Shaped], source: Source) -> list[str]:
    """The params that a name stands for, through `let`s."""
    found: list[str] = []
    seen: set[str] = set()
    stack = [name]
    while stack:
        at = stack.pop()
        if at in seen:
            continue
        seen.add(at)
        if at in given:
            found.append(at)
        elif at in lets:
            value = lets[at].value
            assert value is not None
            stack.extend(scan(value, source).names)
    return found


def given_origin(ctx: Context, item: Given) -> Origin:
    """Where an attribute stands."""
    return Origin(ctx.source, item.statement.span, item.statement.doc)


def lower_goal(shaped: Shaped, ctx: Context, draft: Draft, scope: Scope) -> None:
    """The goal's text."""
    given = shaped.one("text")
    if given is not None:
        raw = shaped.one("raw")
        draft.goal = ctx.text(cast(Literal_, given.data), scope, raw=bool(raw is not None and raw.data))


def lower_requirement(shaped: Shaped, ctx: Context, draft: Draft, scope: Scope) -> None:
    """A completion requirement."""
    text = ctx.text(cast(Literal_, shaped.data), scope)
    draft.requirements.append(Requirement(shaped.name, text, ctx.origin(shaped)))


def lower_value(shaped: Shaped, ctx: Context, draft: Draft) -> None:
    """A value in force."""
    assert shaped.value is not None
    code = ctx.code(shaped.value, draft.base.child({}, place="value"))
    binding = Binding(shaped.name, "value", code.type, shaped.statement.labels[0].span)
    if ctx.declare(draft.base, binding):
        ctx.bindings.append(binding)
    draft.values.append(Value(shaped.name, code, ctx.origin(shaped)))


# ------------------------------------------------------------------------- outputs


def shape_type(expr: Expr, ctx: Context) -> Type:
    """A type, or an object or list of types."""
    if isinstance(expr, Map_):
        return types.record({entry.name or "": shape_type(entry.value, ctx) for entry in expr.entries})
    if isinstance(expr, List_):
        return types.list_of(shape_type(expr.items[0], ctx) if expr.items else ANY)
    return ctx.type_of(expr) or ANY


_LATER_OUTPUTS = (".parquet",)


def declare_output(shaped: Shaped, ctx: Context, draft: Draft) -> None:
    """Notes the form of an output; outputs come before the workspace, so that their form is the one that counts."""
    label = shaped.statement.labels[0]
    path = pattern_of(label.value)
    if path.lower().endswith(_LATER_OUTPUTS) and (shaped.rows or shaped.items):
        ctx.error(
            "CW219", f"the form of a {path[path.rindex('.') :]} file is not supported yet by this version", label.span
        )
        return
    kind = "table" if shaped.rows else kind_of(path)
    keys = tuple((item.name, shape_type(item.value, ctx)) for item in shaped.blocks("key") if item.value is not None)
    sections = tuple(
        (item.name, shape_type(item.value, ctx)) for item in shaped.blocks("section") if item.value is not None
    )
    origin = ctx.titled(label.value, label.span)
    columns = columns_of(shaped, ctx) if kind == "table" else ()
    sheets = {sheet.name: columns_of(sheet, ctx) for sheet in shaped.blocks("sheet") if sheet.rows}
    keys += tuple(
        (f"{sheet.name}!{cell.name.upper()}", shape_type(cell.value, ctx))
        for sheet in shaped.blocks("sheet")
        for cell in sheet.blocks("cell")
        if cell.value is not None
    )
    type_ = READ_AS[kind]
    if kind == "table":
        type_ = table_type(columns, origin)
    elif kind in KEYED:
        type_ = types.record(dict(keys), origin) if keys else ANY
    elif kind in DOCUMENTS:
        type_ = types.doc(dict(sections), origin)
    elif kind == "xlsx":
        known = {
            name: table_type(of, ctx.titled(f"{name} of {label.value}", label.span)) for name, of in sheets.items()
        }
        known.update(keys)
        type_ = Type("workbook", tuple(known.values()), tuple(known))
    _fits(shaped, kind, ctx)
    ctx.forms.append(Form(path, kind, type_, columns, "output", label.span, sheets))
    limits = tuple(
        (name, cast(int, given.data)) for name in ("max_words", "max_pages") if (given := shaped.one(name)) is not None
    )
    in_place = shaped.one("in_place")
    text = ctx.text(label, draft.base)
    if not check_path(ctx, flat(text), label.span):
        return
    draft.outputs.append(
        Output(
            text,
            kind,
            columns,
            keys,
            sections,
            limits,
            bool(in_place is not None and in_place.data),
            ctx.origin(shaped),
            tuple(sheets.items()),
        )
    )


def _fits(shaped: Shaped, kind: str, ctx: Context) -> None:
    """A header belongs to a table, keys to a json file, sections to a document."""
    wrong = ""
    if shaped.rows and not shaped.name.lower().endswith(TABLE_FILES):
        wrong = "a header `| … |` belongs to a .csv, .tsv, .jsonl or .xlsx file"
    elif kind not in KEYED and shaped.blocks("key"):
        wrong = "`key` belongs to a .json, .yaml or .toml file"
    elif kind not in DOCUMENTS and shaped.blocks("section"):
        wrong = "`section` belongs to a document: .md, .html, .docx, .pptx or .pdf"
    elif shaped.blocks("sheet") and (kind != "xlsx" or shaped.rows):
        wrong = "`sheet` belongs to an .xlsx file, which then has no header of its own"
    elif kind not in DOCUMENTS and kind != "text" and ("max_words" in shaped.attrs or "max_pages" in shaped.attrs):
        wrong = "`max_words` and `max_pages` belong to texts and documents"
    if wrong:
        ctx.error("CW419", f"the form does not fit the path: {wrong}", shaped.statement.labels[0].span)
