"""One thing that may stand at the cursor."""

from __future__ import annotations

from lsprotocol.types import CompletionItemKind as Kind

from cowork_dsl.grammar.records import dataclass

KINDS = {
    "param": Kind.Variable,
    "let": Kind.Variable,
    "value": Kind.Constant,
    "loop": Kind.Variable,
    "element": Kind.Variable,
    "arg": Kind.Variable,
    "root": Kind.Module,
    "fact": Kind.Field,
    "state": Kind.EnumMember,
    "table": Kind.Struct,
    "column": Kind.Field,
    "tool": Kind.Function,
    "service": Kind.Module,
    "requirement": Kind.Interface,
    "check": Kind.Method,
    "transition": Kind.Event,
    "path": Kind.File,
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice.

    Attributes:
        label: What stands there afterwards, and how it is shown.
        start: From where on it replaces what is written, as an offset of the compiler.
        kind: The client's picture for it.
        detail: A few words beside it.
        doc: More, as Markdown.
        snippet: What is inserted instead of the label, with places to fill in.
        rank: One digit; smaller ones come first.
    """

    label: str
    start: int
    kind: Kind = Kind.Value
    detail: str = ""
    doc: str = ""
    snippet: str = ""
    rank: int = 5
