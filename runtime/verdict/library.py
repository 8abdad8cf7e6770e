"""The functions of verifier.py: the language's own, the readers, what became of files, the record.

``LIBRARY`` is the verifier's; ``PLAIN_LIBRARY`` is for all other codes (guards, changes, cases), in which a claim about the
rows of an empty table has its plain value. Nothing of verifier.py is executed as Python: its text is admitted and
evaluated over these names alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cowork_dsl.compiler.values.library import NAMESPACE, PLAIN
from cowork_dsl.runtime.verdict import books, made, process, reading, state

_OF_STATES: Mapping[str, Callable[..., Any]] = {
    "text": reading.text,
    "json": reading.json,
    "md": reading.md,
    "xlsx": reading.xlsx,
    "docx": reading.docx,
    "pdf": reading.pdf,
    "pptx": reading.pptx,
    **books.FUNCTIONS,
    "yaml": reading.yaml,
    "toml": reading.toml,
    "html": reading.html,
    "eml": reading.eml,
    "ics": reading.ics,
    "image": reading.image,
    "archive": reading.archive,
    "sqlite": reading.sqlite,
    "git": reading.git,
    "table": reading.table,
    "tables": reading.tables,
    "files": reading.files,
    "rows": reading.rows,
    "value": reading.value,
    "exists": state.exists,
    "created": state.created,
    "deleted": state.deleted,
    "unchanged": state.unchanged,
    "only_changed": state.only_changed,
    "kept": made.kept,
    "calls": process.calls,
    "reads": process.reads,
    "entered": process.entered,
    "asked": process.asked,
}

LIBRARY: Mapping[str, Callable[..., Any]] = {**NAMESPACE, **_OF_STATES}
PLAIN_LIBRARY: Mapping[str, Callable[..., Any]] = {**PLAIN, **_OF_STATES}
