"""CW14x: files that are no source text. Their examples are told in words, since no text can show them."""

from __future__ import annotations

from cowork_dsl.grammar.diagnostics.entry import Entry

ENTRIES = (
    Entry(
        "CW140",
        "no readable file",
        "The path names nothing, a folder, a device, or a file that may not be read.",
        "cowork check missing.cowork",
        "cowork check quarter.cowork",
    ),
    Entry(
        "CW141",
        "file too large",
        "A source file has at most 2 MB. Data belongs in files of its own, brought in with `from`.",
        "a table of a million literal rows",
        'table "orders.csv" { from = "orders.csv" }',
    ),
    Entry(
        "CW142",
        "not UTF-8",
        "Source files are UTF-8.",
        "a file saved as Latin-1 or UTF-16",
        "the same file saved as UTF-8",
    ),
    Entry(
        "CW143",
        "binary file",
        "The file holds NUL bytes, so it is no text.",
        "cowork check picture.png",
        "cowork check quarter.cowork",
    ),
    Entry(
        "CW144",
        "empty file",
        "There is nothing to check. `cowork new NAME` writes a file to start from.",
        "a file of no bytes",
        "cowork new quarter",
    ),
    Entry(
        "CW145",
        "control character",
        "Control characters and marks that turn the direction of text hide what a file says. In a string write "
        "\\u{...}.",
        "a bell, a lone carriage return, or a right-to-left override in the text",
        'title = "\\u{7}"',
    ),
)
