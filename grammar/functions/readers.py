"""Readers of a state: methods of ``after before truth at(m)``, and of no root (now) in guards."""

from __future__ import annotations

R = "root"
ENTRIES = (
    (R, "", "text(_path: path) -> =read", "A file as text; none where it is missing."),
    (R, "", "json(_path: path) -> =read", "A JSON file; none where it is missing."),
    (R, "", "table(_path: path) -> =read", "A csv or tsv file, or a service's table, with its declared columns."),
    (
        R,
        "",
        "tables(_glob: glob) -> =read",
        "The tables of all files that the glob names, as one, with the column `file`.",
    ),
    (R, "", "md(_path: path) -> =read", "A Markdown document."),
    (R, "", "files(_glob: glob) -> list(file)", "The paths that the glob names, sorted."),
    (
        R,
        "",
        "run=run_probe(_path: path, limit?: duration) -> =run",
        "Runs a declared file on a sealed copy, offline: `.exit` and `.text`.",
    ),
    (R, "", "yaml(_path: path) -> any", "! A YAML file."),
    (R, "", "toml(_path: path) -> any", "! A TOML file."),
    (R, "", "xlsx(_path: path) -> any", "! A workbook."),
    (R, "", "docx(_path: path) -> any", "! A Word document."),
    (R, "", "pdf(_path: path) -> any", "! A PDF."),
    (R, "", "pptx(_path: path) -> any", "! Slides."),
    (R, "", "html(_path: path) -> any", "! A web page."),
    (R, "", "eml(_path: path) -> any", "! A mail."),
    (R, "", "ics(_path: path) -> any", "! A calendar."),
    (R, "", "image(_path: path) -> any", "! A picture."),
    (R, "", "archive(_path: path) -> any", "! An archive."),
    (R, "", "sqlite(_path: path) -> any", "! A database."),
    (R, "", "git(_path: path) -> any", "! A repository's commits and refs."),
)
