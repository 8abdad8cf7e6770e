"""Every statement of a file with what the schema says about it; also of a file that is not sound."""

from __future__ import annotations

from collections.abc import Iterator

from cowork_dsl.compiler.syntax.ast import File, Item, Statement
from cowork_dsl.grammar.records import dataclass
from cowork_dsl.grammar.schema import BODIES
from cowork_dsl.grammar.schema_model import Attr, Block, Body


@dataclass(frozen=True, slots=True)
class Placed:
    """A statement in its place.

    Attributes:
        statement: The statement.
        body: The body that it stands in; None where nothing is known of it.
        around: The statements around it, outermost first.
        block: What it is, where it is a block.
        attr: What it is, where it is an attribute.
    """

    statement: Statement
    body: Body | None
    around: tuple[Placed, ...]
    block: Block | None
    attr: Attr | None

    @property
    def inner(self) -> Body | None:
        """The body between its braces."""
        return None if self.block is None or self.block.body is None else BODIES[self.block.body]

    @property
    def name(self) -> str:
        """Its first label, or an empty text."""
        labels = self.statement.labels
        return labels[0].value if labels else ""


def placed(file: File) -> Iterator[Placed]:
    """All statements, each before those inside of it."""
    yield from _inside(file.items, BODIES["top"], ())


def _inside(items: tuple[Item, ...], body: Body | None, around: tuple[Placed, ...]) -> Iterator[Placed]:
    for item in items:
        if not isinstance(item, Statement):
            continue
        block = body.blocks.get(item.kind) if body is not None else None
        attr = body.attrs.get(item.kind) if body is not None and block is None else None
        if attr is None and block is None and body is not None and body.open and not item.labels:
            attr = Attr(item.kind, body.open, "")
        found = Placed(item, body, around, block, attr)
        yield found
        if item.body:
            yield from _inside(item.body, found.inner, (*around, found))
