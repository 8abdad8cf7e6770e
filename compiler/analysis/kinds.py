"""Kinds of files by extension: the name of their reader, and the type that reading one without a declared form gives."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.types import (
    ANY,
    BOOL,
    DATETIME,
    DOC,
    INT,
    TEXT,
    Type,
    list_of,
    optional,
    record,
    table,
)

TABLE_FILES = (".csv", ".tsv", ".jsonl", ".xlsx")
"""What a `table` entry can be written as."""

_READERS: tuple[tuple[tuple[str, ...], str], ...] = (
    ((".csv", ".tsv", ".jsonl"), "table"),
    ((".xlsx", ".xlsm"), "xlsx"),
    ((".docx", ".docm"), "docx"),
    ((".pptx", ".pptm"), "pptx"),
    ((".pdf",), "pdf"),
    ((".json",), "json"),
    ((".yaml", ".yml"), "yaml"),
    ((".toml",), "toml"),
    ((".md", ".markdown"), "md"),
    ((".html", ".htm"), "html"),
    ((".eml",), "eml"),
    ((".ics",), "ics"),
    ((".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp"), "image"),
    ((".zip", ".tar", ".tar.gz", ".tgz"), "archive"),
    ((".sqlite", ".sqlite3", ".db"), "sqlite"),
)

INSIDE = Type("inside")
"""Files inside of a file, read by readers as a workspace is."""
DATABASE = Type("database")
REPOSITORY = Type("repository")
WORKBOOK = Type("workbook")
"""Its `names` and `args` are sheets with their tables, and cells such as `Q1!B7`."""
MAIL = record(
    {
        "from": TEXT,
        "to": list_of(TEXT),
        "cc": list_of(TEXT),
        "subject": TEXT,
        "at": optional(DATETIME),
        "text": TEXT,
        "id": TEXT,
        "answers": TEXT,
        "attachments": list_of(TEXT),
        "attached": INSIDE,
    }
)
CALENDAR = record(
    {
        "title": TEXT,
        "events": table(
            {
                "id": TEXT,
                "title": TEXT,
                "start": optional(DATETIME),
                "end": optional(DATETIME),
                "all_day": BOOL,
                "place": TEXT,
                "text": TEXT,
                "attendees": list_of(TEXT),
                "organizer": TEXT,
                "repeats": TEXT,
                "status": TEXT,
            },
            "id",
        ),
    }
)
PICTURE = record({"width": INT, "height": INT, "format": TEXT, "pixels": TEXT})

READ_AS: dict[str, Type] = {
    "text": TEXT,
    "table": Type("table"),
    "tables": Type("table"),
    "json": ANY,
    "yaml": ANY,
    "toml": ANY,
    "md": DOC,
    "html": DOC,
    "docx": DOC,
    "pptx": DOC,
    "pdf": DOC,
    "xlsx": WORKBOOK,
    "eml": MAIL,
    "ics": CALENDAR,
    "image": PICTURE,
    "archive": INSIDE,
    "sqlite": DATABASE,
    "git": REPOSITORY,
}
"""The type that each reader gives where nothing is declared."""

KEYED = frozenset({"json", "yaml", "toml"})
"""Readers of values with keys."""
DOCUMENTS = frozenset({"md", "html", "docx", "pptx", "pdf"})
"""Readers of documents."""
LABELLED = frozenset({"md", "html", "docx"})
"""Documents whose labelled paragraphs can be changed one at a time."""


def kind_of(path: str) -> str:
    """The reader's name for a path, by its extension."""
    low = path.lower()
    return next((name for extensions, name in _READERS if low.endswith(extensions)), "text")
