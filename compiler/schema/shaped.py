"""What the shape pass hands on: statements matched with the schema, in source order."""

from __future__ import annotations

from typing import TypeAlias

from cowork_dsl.compiler.syntax.ast import Expr, Row, Statement
from cowork_dsl.grammar.records import dataclass, field
from cowork_dsl.grammar.schema_model import Attr, Block


@dataclass(slots=True)
class Given:
    """``name = value``.

    Attributes:
        attr: What the schema says about it.
        name: As written; for attributes of the author's choice the name itself.
        value: The expression.
        statement: The statement; for the short form of a block the block's own.
        data: The value of literal sorts (bool, int, names …); None for expressions and where it is wrong.
        sound: Whether the value fits the sort.
    """

    attr: Attr
    name: str
    value: Expr
    statement: Statement
    data: object = None
    sound: bool = True


@dataclass(slots=True)
class Shaped:
    """A block.

    Attributes:
        block: What the schema says about it.
        statement: The statement.
        attrs: Given attributes by name, in order.
        items: Attributes and blocks, in source order.
        rows: The rows of a table or a header.
        value: What stands after ``=`` where the block has no braces.
        data: The value of literal sorts after ``=``.
        whole: Whether nothing in it was refused.
        lost: Whether a statement in it found no place, so that what seems to be missing may be there.
    """

    block: Block
    statement: Statement
    attrs: dict[str, list[Given]] = field(default_factory=dict)
    items: list[ShapedItem] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    value: Expr | None = None
    data: object = None
    whole: bool = True
    lost: bool = False

    @property
    def name(self) -> str:
        """The first label, or an empty text."""
        labels = self.statement.labels
        return labels[0].value if labels else ""

    def one(self, name: str) -> Given | None:
        """The first sound attribute of a name."""
        for given in self.attrs.get(name, ()):
            if given.sound:
                return given
        return None

    def all(self, name: str) -> list[Given]:
        """All sound attributes of a name."""
        return [given for given in self.attrs.get(name, ()) if given.sound]

    def blocks(self, *kinds: str) -> list[Shaped]:
        """The blocks of some kinds, in order."""
        return [item for item in self.items if isinstance(item, Shaped) and item.block.name in kinds]


ShapedItem: TypeAlias = Given | Shaped
