"""Readers of a state: methods of ``after before truth at(m)``, and of no root (now) in guards."""

from __future__ import annotations

R = "root inside"
ENTRIES = (
    (R, "", "text(_path: path) -> =read", "A file as text; none where it is missing."),
    (R, "", "json(_path: path) -> =read", "A JSON file; a `.jsonl` file as a list; none where it is missing."),
    (
        R,
        "",
        "table(_path: path) -> =read",
        "A csv, tsv or jsonl file, or a service's table, with its declared columns.",
    ),
    (
        R,
        "",
        "tables(_glob: glob) -> =read",
        "The tables of all files that the glob names, as one, with the column `file`.",
    ),
    (R, "", "md(_path: path) -> =read", "A Markdown document."),
    (R, "", "files(_glob: glob) -> list(file)", "The paths that the glob names, sorted."),
    (
        "root",
        "",
        "run=run_probe(_path: path, limit?: duration) -> =run",
        "Runs a declared file on a sealed copy, offline: `.exit` and `.text`.",
    ),
    (R, "", "yaml(_path: path) -> =read", "A YAML file, in the words of YAML 1.2: `no` and `12:30` are texts."),
    (R, "", "toml(_path: path) -> =read", "A TOML file."),
    (R, "", "xlsx(_path: path) -> any", "! A workbook."),
    (R, "", "docx(_path: path) -> any", "! A Word document."),
    (R, "", "pdf(_path: path) -> any", "! A PDF."),
    (R, "", "pptx(_path: path) -> any", "! Slides."),
    (R, "", "html(_path: path) -> =read", "A web page as a document, without what is hidden on it."),
    (
        R,
        "",
        "eml(_path: path) -> =read",
        "A mail: `.from .to .cc .subject .at .text .id .answers`, `.attachments` by name, and the files `.attached`.",
    ),
    (R, "", "ics(_path: path) -> =read", "A calendar: `.title`, and `.events` as a table; times in any zone."),
    (
        R,
        "",
        "image(_path: path) -> =read",
        "A picture: `.width .height .format`, and `.pixels`, alike where it looks alike.",
    ),
    (R, "", "archive(_path: path) -> =read", "The files in a zip or tar file, read as those of a workspace are."),
    (R, "", "sqlite(_path: path) -> =read", 'A database: `.tables` by name, and `.table("…")`; nothing of it is run.'),
    (
        R,
        "",
        "git(_path: path) -> =read",
        "A repository by its folder: `.head .branch .branches .tags`, `.log` as a table, the newest commit first.",
    ),
    (
        "database",
        "",
        "table=database_table(_name: text) -> =part",
        "A table of a database; none where it has no such table.",
    ),
    (
        "repository",
        "",
        "at=repository_at(_ref: text) -> inside",
        "The files at a branch, a tag, `HEAD`, `HEAD~1` or a commit, read as those of a workspace are.",
    ),
    (
        "repository",
        "",
        "changed=repository_changed(_ref: text, since?: text) -> list(text)",
        "The paths in which a commit differs from its parent, or from another one.",
    ),
)
