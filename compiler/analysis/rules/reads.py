"""Reads of what nothing declares."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.scan import Read
from cowork_dsl.compiler.schema.sorts import Word

_FILES = frozenset(
    {
        "table",
        "tables",
        "json",
        "text",
        "md",
        "xlsx",
        "docx",
        "pdf",
        "pptx",
        "files",
        "run",
        "exists",
        "unchanged",
        "only_changed",
        "created",
        "deleted",
        "read",
    }
)
_CHANGES = frozenset({"unchanged", "only_changed", "files"})


def reads(draft: Draft, ctx: Context) -> None:
    """Every literal path, glob and table that is read is declared."""
    text = ctx.source.text
    for scanned in ctx.scans.values():
        for read in scanned.found.reads:
            if not read.target or read.reader not in _FILES:
                continue
            if text[read.start : read.start + 1] == '"':
                _path(read, ctx)
            elif "." in read.target and read.target not in ctx.tables:
                ctx.unknown("CW245", "table of a service", Word(read.target, read.start, read.end), ctx.tables)
    for judge in draft.judges:
        _seen(judge.sees, judge.name, draft, ctx)


def _path(read: Read, ctx: Context) -> None:
    if ctx.form(read.target) is not None or _folder(read.target, ctx):
        return
    word = Word(read.target, read.start, read.end, quoted=True)
    known = [form.pattern for form in ctx.forms]
    ctx.unknown("CW604", "path that is declared as an output or stands in the workspace", word, known)


def _folder(target: str, ctx: Context) -> bool:
    """Whether a glob names the inside of a declared folder, or everything."""
    head = target.split("*", 1)[0].rstrip("/")
    if "*" not in target:
        head = target.rstrip("/")
    return not head or any(form.pattern == head or form.pattern.startswith(f"{head}/") for form in ctx.forms)


def _seen(sees: tuple[str, ...], judge: str, draft: Draft, ctx: Context) -> None:
    for item in draft.shaped.blocks("verify"):
        for block in item.blocks("judge"):
            given = block.one("sees")
            if block.name != judge or given is None:
                continue
            for word in given.data if isinstance(given.data, tuple) else ():
                if word.quoted and ctx.form(word.text) is None and not _folder(word.text, ctx):
                    known = [form.pattern for form in ctx.forms]
                    ctx.unknown("CW604", "path that is declared as an output or stands in the workspace", word, known)
