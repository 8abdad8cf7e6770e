"""Forms: what is declared to stand where, and which paths can name one thing."""

from __future__ import annotations

from cowork_dsl.compiler.analysis import types
from cowork_dsl.compiler.analysis.environment import ColumnDecl, Text
from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.values.globs import match
from cowork_dsl.grammar.records import dataclass, field


@dataclass(slots=True)
class Form:
    """What is declared to stand at a path or at the paths of a pattern.

    Attributes:
        pattern: The path; a hole stands as ``*``.
        kind: ``table json text md folder``.
        type: The type that reading it gives.
        columns: For tables.
        place: ``workspace``, ``output`` or ``user``.
        span: Where it is declared.
        parts: Of a database the columns of its tables, by name.
    """

    pattern: str
    kind: str
    type: Type
    columns: tuple[ColumnDecl, ...]
    place: str
    span: Span
    parts: dict[str, tuple[ColumnDecl, ...]] = field(default_factory=dict)


def table_type(columns: tuple[ColumnDecl, ...], origin: types.Origin | None = None) -> Type:
    """The type of a table with these columns."""
    key = next((column.name for column in columns if column.key), None)
    return types.table({column.name: column.type for column in columns}, key, origin)


def row_type(columns: tuple[ColumnDecl, ...]) -> Type:
    """The type of one row with these columns."""
    return types.row({column.name: column.type for column in columns})


def overlaps(pattern: str, path: str) -> bool:
    """Whether two paths, either of them perhaps a pattern, can name one thing."""
    if pattern == path:
        return True
    wild, other = "*" in pattern or "?" in pattern, "*" in path or "?" in path
    if wild and match(pattern, path.replace("**", "x").replace("*", "x")):
        return True
    return other and match(path, pattern.replace("**", "x").replace("*", "x"))


def flat(text: Text) -> str:
    """A text with `*` for each hole."""
    return "".join(part if isinstance(part, str) else "*" for part in text.parts)
