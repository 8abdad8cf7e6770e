"""Kinds of blocks, attributes, and the types of a header."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol.types import CompletionItemKind as Kind

from cowork_dsl.compiler.analysis.typesyntax import COMPOUND, SIMPLE
from cowork_dsl.face.lsp import describe
from cowork_dsl.face.lsp.choices import Choice
from cowork_dsl.face.lsp.place import Place
from cowork_dsl.face.lsp.view import View
from cowork_dsl.grammar.schema_model import Attr, Block

_LABELS = {"path": '"${N:path}"', "text": '"${N:text}"', "table": '"${N:path}"', "target": '"${N:path}"', "int": "1"}
_COMPOUND = {"one_of": "one_of(${1:a, b})", "money": "money(${1:EUR})"}
_QUOTED = frozenset({"string", "path", "text", "code"})
_LISTS = frozenset({"globs", "names", "names_or_globs", "sees", "strings", "subject", "terms", "words"})


def statements(place: Place) -> Iterator[Choice]:
    """What may begin here."""
    body = place.body
    if body is None:
        return
    for attr in body.attrs.values():
        if not attr.later:
            rank = 1 if attr.required else 2
            yield Choice(
                attr.name, place.start, Kind.Property, attr.doc, describe.of_attr(attr), _attribute(attr), rank
            )
    for block in body.blocks.values():
        if not block.later:
            yield Choice(block.name, place.start, Kind.Keyword, block.doc, describe.of_block(block), _block(block), 3)


def _attribute(attr: Attr) -> str:
    if attr.sort in _QUOTED:
        value = '"$1"'
    elif attr.sort in _LISTS:
        value = "[$1]"
    else:
        value = "true" if attr.sort == "bool" else "$1"
    return f"{attr.name} = {value}"


def _block(block: Block) -> str:
    parts = [block.name]
    for index, label in enumerate(block.labels, 1):
        if label.endswith("?"):
            continue
        parts.append(_LABELS.get(label, "${N:name}" if label != "event" else "${N:turn}").replace("N", str(index)))
    last = len(block.labels) + 1
    if block.name == "cowork":
        return "cowork 1"
    if block.main is not None or block.value is not None:
        parts.append(f"= ${last}")
    elif block.body is not None:
        parts.append(f"{{\n\t${last}\n}}")
    doc = "## ${9:what it is for}\n" if block.needs_doc else ""
    return doc + " ".join(parts)


def types_of(start: int) -> Iterator[Choice]:
    """The types of the language."""
    for name in SIMPLE:
        yield Choice(name, start, Kind.TypeParameter, "type")
    for name in COMPOUND:
        yield Choice(name, start, Kind.TypeParameter, "type", snippet=_COMPOUND.get(name, f"{name}($1)"))


def in_row(view: View, place: Place, at: int) -> Iterator[Choice]:
    """In a header, after the colon of a column: the types, and `key`."""
    text = view.source.text if view.source is not None else view.text
    line = text[text.rfind("\n", 0, at) + 1 : at]
    cell = line.rpartition("|")[2]
    above = text[: at - len(line)].rstrip("\n").rpartition("\n")[2].lstrip()
    if ":" not in cell or above.startswith("|"):
        return
    yield from types_of(place.start)
    if cell.partition(":")[2].strip(" ").count(" ") or cell.endswith(" "):
        yield Choice("key", place.start, Kind.Keyword, "rows are told apart by this column")
