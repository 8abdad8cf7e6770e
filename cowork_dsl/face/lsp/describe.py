"""Words about things, as Markdown: for hover and for completions."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.notation import type_to_text
from cowork_dsl.compiler.analysis.symbols import Symbol
from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.face.reference.functions import signature
from cowork_dsl.grammar.functions import Function
from cowork_dsl.grammar.schema_model import LABELS, SORTS, Attr, Block

_ARTICLES = {"case": "mutant or variant", "loop": "name of `each`", "arg": "argument", "element": "row or element"}
_LONGEST = 400


def code(text: str) -> str:
    """A piece of the language."""
    return f"```cowork\n{text}\n```"


def type_text(kind: Type | None) -> str:
    """A type, cut where it is long; empty where nothing is known."""
    if kind is None or kind.kind == "any":
        return ""
    text = type_to_text(kind)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def of_function(function: Function) -> str:
    """Signature and doc of a function or method."""
    of = f"\n\nA method of {', '.join(function.receivers)}." if function.receivers else ""
    doc = function.doc if function.supported else f"Not supported yet. {function.doc}"
    return f"{code(signature(function))}\n\n{doc}{of}"


def of_block(block: Block) -> str:
    """Head and doc of a block."""
    labels = "".join(f" {label.rstrip('?').upper()}" for label in block.labels)
    kinds = "".join(f"\n- {LABELS[label.rstrip('?')]}" for label in block.labels)
    value = f" = {block.main or SORTS[block.value or 'expr']}" if block.main or block.value else ""
    later = "\n\nNot supported yet by this version." if block.later else ""
    return f"{code(block.name + labels)}\n\n{block.doc}{kinds}" + (f"\n\nShort form:{value}" if value else "") + later


def of_attr(attr: Attr) -> str:
    """What an attribute takes, and its doc."""
    words = f": {', '.join(f'`{word}`' for word in attr.words)}" if attr.words else ""
    marks = [
        word
        for word, holds in (("required", attr.required), ("may repeat", attr.repeat), ("later", attr.later))
        if holds
    ]
    noted = f" ({', '.join(marks)})" if marks else ""
    return f"{code(attr.name + ' = …')}\n\n{attr.doc}{noted}\n\nIt takes {SORTS[attr.sort]}{words}."


def of_symbol(symbol: Symbol, kind: Type | None) -> str:
    """What a name is, its type, its comment, and the line that declares it."""
    title = _ARTICLES.get(symbol.kind, symbol.kind)
    known = type_text(symbol.type) or type_text(kind)
    parts = [f"{title} `{symbol.name}`" + (f": `{known}`" if known else "")]
    if symbol.owner:
        parts[0] += f" of `{symbol.owner}`"
    if symbol.doc:
        parts.append(symbol.doc)
    if symbol.source is not None:
        line = symbol.source.line(symbol.source.position(symbol.span.start)[0]).strip()
        parts.append(code(line))
        if symbol.fixed.startswith("it is declared in"):
            parts.append(f"Declared in `{symbol.path}`.")
    return "\n\n".join(parts)
