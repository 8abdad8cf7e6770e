"""The record, in ``process`` checks; what of it is public, in guards, too."""

from __future__ import annotations

P = "process guard"
ENTRIES = (
    ("", P, "calls(_tool: tool, **arguments: any) -> calls", "The calls of a tool, with these arguments."),
    (
        "",
        P,
        "read=reads(_glob: glob) -> calls",
        "Tool calls during which such a file was opened, by any program.",
    ),
    ("", "process", "entered(_moment: moment) -> calls", "The entries of a state."),
    ("", P, "asked(_fact: fact) -> calls", "Messages of the agent that asked for a fact."),
    ("calls", "", "before=until(_moment: moment) -> same", "Those before a moment."),
    ("calls", "", "after=since(_moment: moment) -> same", "Those after a moment."),
    ("calls", "", "first() -> moment", "The first; none there fails."),
    ("calls", "", "last() -> moment", "The last; none there fails."),
)
