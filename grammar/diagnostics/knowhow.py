"""CW441: skills."""

from __future__ import annotations

from cowork_dsl.grammar.diagnostics.entry import Entry

_SKILL = 'skill ledger {\n  about = "How we keep the ledger"\n  kind  = required\n  text  = "Sums go by region."\n}\n'
_CHECK = "## The skill was read.\nprocess total_read {\n  covers = total\n  expect = read(ledger).any()\n}\n"

ENTRIES = (
    Entry(
        "CW441",
        "required skill that no check asks for",
        "A skill that the task requires is read by whoever does it well, so a `process` check asks `read(NAME)`.",
        _SKILL,
        _SKILL + _CHECK,
    ),
)
