"""Schema of the workspace: entries, tables, and the one vocabulary of changes."""

from __future__ import annotations

from functools import cache

from cowork_dsl.grammar import schema_files
from cowork_dsl.grammar.schema_model import Attr, Block, Body, attrs, blocks

LET = Block("let", "A derived name, seen in the rest of its block.", labels=("name",), value="expr")

WHEN = Attr("when", "expr", "Present only where this holds for the params.")
SILENT = Attr("silent", "bool", "Nobody tells the agent; without it the same transition's words must name the change.")
MODES = (
    WHEN,
    Attr("readonly", "bool", "Nobody may write to it."),
    Attr("executable", "bool", "It may be run."),
    Attr("modified", "datetime", "The time that the file shows as its last change.", later=True),
    Attr("copy", "path", "A second path with the same bytes.", later=True),
)
FROM = Attr("from", "string", "A real file beside the source that gives the bytes.")
RAW = Attr("raw", "bool", "`true` turns `{{…}}` off in this entry.")

_DATA = {
    "json": "A json file; a list of objects a line each where its extension is `.jsonl`.",
    "yaml": "A yaml file.",
    "toml": "A toml file.",
}
_LATER_ENTRIES = {
    "site": "Static pages that are served in the box.",
}


EACH = blocks(Block("each", "The entries once for every element of a list.", labels=("name",), body="each"))


@cache
def entries(prefix: str = "") -> dict[str, Block]:
    """The entry kinds; `prefix` chooses the bodies that fit the place."""
    return blocks(
        Block("file", "A text file.", labels=("path",), body=f"{prefix}file", main="text"),
        Block(
            "document",
            "A docx, pdf, pptx, html or md document from Markdown; `---page---` begins a page, `{#name}` labels a paragraph.",
            labels=("path",),
            body=f"{prefix}document",
            main="text",
        ),
        *(Block(kind, doc, labels=("path",), body=f"{prefix}{kind}", main="data") for kind, doc in _DATA.items()),
        Block(
            "table",
            "A csv, tsv, jsonl or xlsx file by its extension, or rows of a service's table.",
            labels=("table",),
            body=f"{prefix}table",
        ),
        Block("folder", "A folder.", labels=("path",), body=f"{prefix}folder", bare=True),
        *(
            Block(kind, doc, labels=("path",), body=f"{prefix}{schema_files.body_key(kind)}")
            for kind, doc in schema_files.KINDS.items()
        ),
        *(Block(kind, doc, labels=("path",), body="later", later=True) for kind, doc in _LATER_ENTRIES.items()),
    )


def changes(prefix: str = "") -> dict[str, Block]:
    """The changes of what stands there already."""
    return blocks(
        Block("insert", "Adds a row.", labels=("target",), body=f"{prefix}insert"),
        Block(
            "update", "Sets columns of the rows where a condition holds.", labels=("target",), body=f"{prefix}update"
        ),
        Block("delete", "Deletes rows, or a whole file.", labels=("target",), body=f"{prefix}delete", bare=True),
        Block("move", "Moves a file.", labels=("path",), body=f"{prefix}move", main="to"),
        Block("copy", "Copies a file.", labels=("path",), body=f"{prefix}copy", main="to"),
        Block("edit", "Applies an operator of validation.", labels=("target",), body=f"{prefix}edit", main="by"),
    )


SET = Block("set", "The value of one column.", labels=("name",), value="expr", unique="set")
_WHERE = Attr("where", "expr", "The rows that are meant, by their columns.")


def _bodies(prefix: str, extra: tuple[Attr, ...]) -> dict[str, Body]:
    """Bodies of entries and changes; `extra` are attributes of the place."""
    given = (
        Body(
            "file",
            "A text file.",
            attrs(Attr("text", "text", "Its content."), FROM, RAW, *MODES, *extra),
        ),
        Body(
            "document",
            "A document.",
            attrs(Attr("text", "text", "Its content, in Markdown."), FROM, RAW, *MODES, *extra),
        ),
        *(
            Body(kind, doc, attrs(Attr("data", "expr", "Its content."), FROM, *MODES, *extra))
            for kind, doc in _DATA.items()
        ),
        Body(
            "table",
            "A table: a typed header, literal rows, generated rows.",
            attrs(Attr("fill", "generator", "Generated rows.", repeat=True), FROM, *MODES, *extra),
            rows="table",
        ),
        Body("folder", "A folder.", attrs(WHEN, *extra)),
        Body("insert", "A new row.", attrs(*extra), blocks(SET)),
        Body("update", "Changed rows.", attrs(_WHERE, *extra), blocks(SET)),
        Body("delete", "Deleted rows.", attrs(_WHERE, *extra)),
        Body("move", "A move.", attrs(Attr("to", "text", "The new path.", required=True), *extra)),
        Body("copy", "A copy.", attrs(Attr("to", "text", "The second path.", required=True), *extra)),
        Body("edit", "An operator.", attrs(Attr("by", "operator", "The operator.", required=True), *extra)),
        *schema_files.bodies((*MODES, *extra), {**entries(), **EACH}),
    )
    return {f"{prefix}{schema_files.body_key(body.name)}": body for body in given}


BODIES: dict[str, Body] = {
    **_bodies("", ()),
    **_bodies("user.", (SILENT,)),
    "workspace": Body("workspace", "What stands there at the start (s0).", blocks={}),
    "each": Body(
        "each", "Entries once for every element of a list.", attrs(Attr("of", "expr", "The list.", required=True), WHEN)
    ),
    "later": Body("later", "Not looked into yet."),
    **schema_files.PARTS,
}

for _name, _more in (("workspace", blocks(LET)), ("each", blocks(LET)), ("commit", {})):
    _body = BODIES[_name]
    BODIES[_name] = Body(_body.name, _body.doc, _body.attrs, {**entries(), **EACH, **_more})
