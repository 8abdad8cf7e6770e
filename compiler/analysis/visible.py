"""What the agent can see before anybody tells it anything: the goal, and the texts of the workspace."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Entry, Part, Text
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax.ast import Literal_
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Seen:
    """One text that the agent can see, with its place, what it is, and whether it is the key of a row."""

    text: str
    span: Span
    what: str
    key: bool = False


def goal_texts(draft: Draft) -> list[Seen]:
    """The goal."""
    return [] if draft.goal is None else [Seen(_literal(draft.goal), draft.goal.span, "the goal")]


def workspace_texts(draft: Draft, ctx: Context) -> list[Seen]:
    """Every literal text of the workspace; generated cells are not among them."""
    found: list[Seen] = []
    for entry in draft.entries():
        found.extend(_entry(entry, ctx))
    return found


def _entry(entry: Entry, ctx: Context) -> list[Seen]:
    path = _literal(entry.path)
    what = f"`{path}`"
    found = [Seen(path, entry.path.span, what)]
    if entry.text is not None:
        found.append(Seen(_literal(entry.text), entry.text.span, what))
    if entry.data is not None:
        for literal in ctx.scans[id(entry.data.expr)].found.literals:
            found.append(Seen(literal.text, literal.span, what))
        found.extend(Seen(name, entry.data.expr.span, what) for name in keys_of(entry))
    if entry.table is not None:
        keys = [column.key for column in entry.table.columns]
        for row in entry.table.rows:
            for index, cell in enumerate(row):
                if cell is not None:
                    found.append(Seen(_literal(cell), cell.span, what, index < len(keys) and keys[index]))
        found.extend(Seen(column.header, column.span, what) for column in entry.table.columns)
    for part in entry.part.parts if entry.part is not None and entry.kind == "workbook" else ():
        found.extend(_sheet(part, what))
    if entry.resource is not None:
        found.append(Seen(entry.resource.decode("utf-8", "ignore"), entry.path.span, what))
    return found


def _sheet(part: Part, what: str) -> list[Seen]:
    """The literal texts of a sheet."""
    found = [Seen(_literal(part.label), part.label.span, what)] if part.label is not None else []
    if part.table is not None:
        keys = [column.key for column in part.table.columns]
        for row in part.table.rows:
            found += [
                Seen(_literal(cell), cell.span, what, index < len(keys) and keys[index])
                for index, cell in enumerate(row)
                if cell is not None
            ]
        found += [Seen(column.header, column.span, what) for column in part.table.columns]
    for inner in part.parts:
        for _, value in inner.fields if inner.kind == "cell" else ():
            if isinstance(value, Text):
                found.append(Seen(_literal(value), value.span, what))
            elif isinstance(value.expr, Literal_):
                found.append(Seen(value.expr.text or value.expr.raw, value.expr.span, what))
    return found


def keys_of(entry: Entry) -> list[str]:
    """The keys of a json entry."""
    type_ = entry.data.type if entry.data is not None else None
    return list(type_.names) if type_ is not None and type_.kind == "record" else []


def _literal(text: Text) -> str:
    return "".join(part if isinstance(part, str) else " " for part in text.parts)


def plain_number(literal: Literal_) -> str:
    """A number as people may have written it, without separators."""
    return literal.raw.replace("_", "")


def squeezed(text: str) -> str:
    """A text in small letters, without the separators inside its numbers."""
    out: list[str] = []
    for index, char in enumerate(text):
        if (
            char in ",_'’ \u202f"
            and 0 < index < len(text) - 1
            and text[index - 1].isdigit()
            and text[index + 1].isdigit()
        ):
            continue
        out.append(char)
    return "".join(out).casefold()
