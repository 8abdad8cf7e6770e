"""The abstract syntax tree: what a file says, with offsets and without meaning.

Every node carries ``start`` and ``end`` character offsets into its source; lines and
columns are computed only when a message needs them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from cowork_dsl.compiler.source import Span
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """The base of every node."""

    start: int
    end: int

    @property
    def span(self) -> Span:
        """The node's place."""
        return Span(self.start, self.end)


# ---------------------------------------------------------------- expressions

LiteralKind = Literal[
    "int", "decimal", "percent", "duration", "date", "time", "datetime", "string", "text", "bool", "none"
]


@dataclass(frozen=True, slots=True)
class Literal_(Node):
    """A literal as spelled.

    Attributes:
        kind: Which literal.
        raw: The spelling in the source (``1_000``, ``7%``, ``2026-04-15``, ``true``).
        text: For ``string`` and ``text`` the value after escapes and margin removal, interpolation untouched;
            for other kinds the spelling.
        body: Offset at which the characters of a ``string`` or ``text`` begin (after the quote or the fence's line).
    """

    kind: LiteralKind
    raw: str
    text: str
    body: int = 0


@dataclass(frozen=True, slots=True)
class Money_(Node):
    """``5_000 EUR``: a number literal and a unit."""

    number: Literal_
    unit: str


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A bare name: a param, let, loop variable, root, fact, state ... (never a column)."""

    name: str


@dataclass(frozen=True, slots=True)
class Column(Node):
    """``.col`` or ``.["Order ID"]``: a column of the current row."""

    name: str


@dataclass(frozen=True, slots=True)
class Field(Node):
    """``object.name``, without parentheses."""

    object: Expr
    name: str
    name_start: int


@dataclass(frozen=True, slots=True)
class Argument(Node):
    """One argument or map entry; ``name`` is None where it is positional.

    ``quoted`` tells a map entry written as ``"Any Key": v``.
    """

    name: str | None
    value: Expr
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Call(Node):
    """``name(args)``, or ``object.name(args)`` where ``object`` is given."""

    object: Expr | None
    name: str
    name_start: int
    args: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Index(Node):
    """``object[key]``."""

    object: Expr
    key: Expr


UnaryOp = Literal["not", "-"]
BinaryOp = Literal["or", "and", "==", "!=", "<", "<=", ">", ">=", "in", "not in", "+", "-", "*", "/"]


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """``not e`` or ``-e``."""

    op: UnaryOp
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """Two operands and the operator's own place."""

    op: BinaryOp
    left: Expr
    right: Expr
    op_start: int


@dataclass(frozen=True, slots=True)
class If(Node):
    """``if a then b else c``."""

    condition: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class List_(Node):
    """``[a, b]``."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Map_(Node):
    """``{key: v, "Any Key": v}``; every argument has a name."""

    entries: tuple[Argument, ...]


Expr: TypeAlias = Literal_ | Money_ | Name | Column | Field | Call | Index | Unary | Binary | If | List_ | Map_

# ----------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Label(Node):
    """A label of a head.

    Attributes:
        kind: ``name`` (also dotted), ``string`` or ``int``.
        value: The name (dots kept), the string after escapes, or the digits.
        body: For a string, the offset after its opening quote.
    """

    kind: Literal["name", "string", "int"]
    value: str
    body: int = 0


@dataclass(frozen=True, slots=True)
class Cell(Node):
    """One cell of a row: its trimmed raw text; ``quoted`` where the cell was written in quotes."""

    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Row(Node):
    """``| cell | cell |``."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Statement(Node):
    """``kind labels``, perhaps ``= value``, perhaps ``{ body }``.

    Attributes:
        kind: The head's first name.
        kind_end: Offset after that name.
        labels: The labels.
        value: The expression after ``=``, or None.
        body: The statements and rows between braces, or None where there are no braces.
        doc: The ``##`` comment above, joined to one text, or None.
    """

    kind: str
    kind_end: int
    labels: tuple[Label, ...]
    value: Expr | None
    body: tuple[Item, ...] | None
    doc: str | None

    @property
    def head(self) -> Span:
        """The place of kind and labels."""
        return Span(self.start, self.labels[-1].end if self.labels else self.kind_end)


Item: TypeAlias = Statement | Row


@dataclass(frozen=True, slots=True)
class File(Node):
    """A whole file."""

    items: tuple[Item, ...]
