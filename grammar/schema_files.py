"""Schema of the entries that are more than a text, a value or one table: mails, calendars, databases, archives and repositories."""

from __future__ import annotations

from cowork_dsl.grammar import schema_office
from cowork_dsl.grammar.schema_model import Attr, Block, Body, attrs, blocks

_WHEN = Attr("when", "expr", "Present only where this holds for the params.")
_ADDRESSES = "text|list(text)"
_TIME = "datetime|date"

KINDS: dict[str, str] = {
    "mail": "A mail as an eml file; the entries inside of it are its attachments.",
    "calendar": "Events as an ics file.",
    "image": "A picture: lines of text on a plain ground.",
    "scan": "A page of text rendered to a picture, with a text twin for models without vision.",
    "database": "An sqlite database with its tables.",
    "archive": "A zip or tar file with the entries inside of it.",
    "repo": "A git repository with real commits; its folder holds the files of the last one.",
    **schema_office.KINDS,
}
"""The kinds of entries whose content stands between braces, each with its line for the reference."""

_PICTURE = (
    Attr("text", "text", "What stands on it, line by line.", required=True),
    Attr("width", "int", "Pixels from left to right; as wide as the text where it is left out."),
    Attr("height", "int", "Pixels from top to bottom; as high as the text where it is left out."),
    Attr("ground", "string", "The colour of the ground, as in `#ffffff`."),
    Attr("ink", "string", "The colour of the text."),
)
_BODIES = (
    Body(
        "mail",
        "A mail.",
        attrs(
            Attr("from", "expr", "Who sent it.", required=True, type="text"),
            Attr("to", "expr", "Who it is for: an address or a list of addresses.", required=True, type=_ADDRESSES),
            Attr("cc", "expr", "Who has a copy.", type=_ADDRESSES),
            Attr("subject", "text", "What it is about.", required=True),
            Attr("at", "expr", "When it was sent.", required=True, type="datetime"),
            Attr("text", "text", "What it says.", required=True),
            Attr("id", "text", "Its message id, so that others can answer it."),
            Attr("answers", "text", "The id of the mail that it answers."),
        ),
    ),
    Body(
        "calendar",
        "Events.",
        attrs(
            Attr("title", "text", "What the calendar is called."),
            Attr("zone", "string", "The zone in which its times are written, as in `Europe/Berlin`; UTC elsewhere."),
        ),
        blocks(Block("event", "One event.", labels=("text",), body="event")),
    ),
    Body("image", "A picture.", attrs(*_PICTURE)),
    Body(
        "scan",
        "A page as a picture.",
        attrs(*_PICTURE, Attr("twin", "text", "The path of the same text as a file.", required=True)),
    ),
    Body(
        "database",
        "Tables.",
        blocks=blocks(Block("table", "One table.", labels=("name",), body="rows", unique="table")),
    ),
    Body("archive", "Entries with paths inside of the archive."),
    Body("repo", "Commits, the oldest first.", blocks=blocks(Block("commit", "One.", labels=("text",), body="commit"))),
    *schema_office.BODIES,
)

PARTS: dict[str, Body] = {
    **schema_office.PARTS,
    "event": Body(
        "event",
        "One event.",
        attrs(
            Attr("start", "expr", "When it begins; a date for a whole day.", required=True, type=_TIME),
            Attr("end", "expr", "When it ends; the day after its last one where it takes whole days.", type=_TIME),
            Attr("place", "text", "Where it is."),
            Attr("text", "text", "What there is to say about it."),
            Attr("attendees", "expr", "The addresses of those who take part.", type="list(text)"),
            Attr("organizer", "expr", "The address of who invites.", type="text"),
            Attr("id", "text", "Its uid; made of the title and the start where it is left out."),
            Attr("repeats", "string", "Its rule as in RFC 5545: `FREQ=WEEKLY;COUNT=4`."),
            Attr("status", "word", "Its state.", words=("confirmed", "tentative", "cancelled")),
            _WHEN,
        ),
    ),
    "rows": Body(
        "rows",
        "A table of a database: a typed header, literal rows, generated rows.",
        attrs(Attr("fill", "generator", "Generated rows.", repeat=True), _WHEN),
        rows="table",
    ),
    "commit": Body(
        "commit",
        "A commit: the entries inside of it are what it adds or replaces.",
        attrs(
            Attr("at", "expr", "When it was made.", required=True, type="datetime"),
            Attr("author", "text", "Who made it, as in `Ada <ada@example.com>`.", required=True),
            Attr("remove", "strings", "Paths that it deletes."),
            Attr("tag", "string", "A tag that names it."),
            Attr("branch", "string", "A branch that ends here; the last commit is the head of `main`."),
            _WHEN,
        ),
    ),
}
"""Bodies of what stands inside of an entry; they are the same everywhere."""

HOLDERS = ("mail", "archive", "commit")
"""What holds entries of its own."""


def body_key(kind: str) -> str:
    """The key of a kind's body; an interface has a `calendar`, too."""
    return "ics" if kind == "calendar" else kind


def bodies(modes: tuple[Attr, ...], inside: dict[str, Block]) -> tuple[Body, ...]:
    """The bodies of the kinds, with the attributes that every entry has; `inside` are the entries that some hold."""
    return tuple(
        Body(
            body.name,
            body.doc,
            {**body.attrs, **attrs(*modes)},
            {**body.blocks, **(inside if body.name in HOLDERS else {})},
            rows=body.rows,
        )
        for body in _BODIES
    )
