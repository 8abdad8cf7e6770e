"""The shapes of which the block schema is made."""

from __future__ import annotations

from collections.abc import Mapping

from cowork_dsl.grammar.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Attr:
    """``name = value`` inside a block.

    Attributes:
        name: The kind of the statement.
        sort: What may stand after ``=``, a key of ``SORTS``.
        doc: One line for the reference.
        required: Whether the block is incomplete without it.
        repeat: Whether it may stand more than once.
        words: The words allowed, for the sorts ``word`` and ``words``.
        later: Part of the language that this version does not implement.
        type: The type that an expression must have, in the notation of the function catalogue; empty for any.
    """

    name: str
    sort: str
    doc: str
    required: bool = False
    repeat: bool = False
    words: tuple[str, ...] = ()
    later: bool = False
    type: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """``kind labels { … }``, perhaps short as ``kind labels = e``.

    Attributes:
        name: The kind.
        doc: One line for the reference.
        labels: One entry of ``LABELS`` for each label, in order; a trailing ``?`` makes it optional.
        body: The body between the braces, a key of the schema's bodies; None where there are no braces.
        main: The attribute that ``= e`` sets.
        value: The sort of ``= e`` where there are no braces to set an attribute in.
        bare: Whether the head alone is a whole statement.
        required: Whether the surrounding body is incomplete without it.
        repeat: Whether it may stand more than once.
        needs_doc: Whether a ``##`` comment above it is required.
        unique: The namespace in which its first label stands once in a body; empty where it may recur.
        later: Part of the language that this version does not implement.
    """

    name: str
    doc: str
    labels: tuple[str, ...] = ()
    body: str | None = None
    main: str | None = None
    value: str | None = None
    bare: bool = False
    required: bool = False
    repeat: bool = True
    needs_doc: bool = False
    unique: str = ""
    later: bool = False


@dataclass(frozen=True, slots=True)
class Body:
    """What may stand between the braces of a block, or at the top of a file.

    Attributes:
        name: The key.
        doc: One line for the reference.
        attrs: Attributes by name.
        blocks: Blocks by kind.
        open: The sort of attributes with a name of the author's choice; empty where there are none.
        rows: ``header`` where one header row may stand, ``table`` where rows may follow it; empty where none may.
    """

    name: str
    doc: str
    attrs: Mapping[str, Attr] = field(default_factory=dict)
    blocks: Mapping[str, Block] = field(default_factory=dict)
    open: str = ""
    rows: str = ""


SORTS: Mapping[str, str] = {
    "address": '`mail("a@b")` or `chat("dm-x")`',
    "bool": "`true` or `false`",
    "call": "`call(n)`",
    "code": "a text that is run as it stands",
    "datetime": "a date and time with its zone, as in `2026-04-15T09:30Z`",
    "duration": "a duration, as in `1d` or `3d2h`",
    "expr": "an expression",
    "generator": "`rows(n, column: generator, …)`",
    "globs": 'a list of paths or globs, as in `["out/**"]`',
    "int": "a whole number",
    "moment": "`turn(n)`",
    "name": "a name",
    "names": "a list of names, as in `[a, b]`",
    "names_or_globs": 'a list of globs in quotes, tables and values, as in `["in/**", mail.message, cap]`',
    "operator": "an operator, as in `reverse()`",
    "path": "a path in quotes",
    "sees": 'a list of paths, `reply`, `replies` and `calls(…)`, as in `["out/memo.md", reply]`',
    "share": "a number such as `0.7`",
    "string": "a string",
    "strings": 'a list of strings, as in `["a", "b"]`',
    "subject": 'a list of names or globs, as in `[list_rows]` or `["out/**"]`',
    "term": "a term, dotted where it has levels",
    "terms": "a list of terms, as in `[a, b]`",
    "text": "a text",
    "type": "a type, as in `money(EUR)`",
    "type_or_shape": "a type, or an object of types",
    "word": "one of a few words",
    "words": "a list of words",
}

LABELS: Mapping[str, str] = {
    "column": 'a column, or a cell in quotes as in `"B7"`',
    "dotted": "a name, perhaps dotted",
    "event": "an event, as in `turn` or `ask currency`",
    "int": "a whole number",
    "name": "a name",
    "path": "a path in quotes",
    "table": "a path in quotes, or a table as in `mail.message`",
    "target": 'a path in quotes, perhaps with `sheet "Q1"` or `at "a.b"`, or a table as in `mail.message`',
    "text": "a text in quotes",
    "turn": "the number of a turn or a state",
}


def attrs(*given: Attr) -> dict[str, Attr]:
    """Attributes by name."""
    return {attr.name: attr for attr in given}


def blocks(*given: Block) -> dict[str, Block]:
    """Blocks by kind."""
    return {block.name: block for block in given}
