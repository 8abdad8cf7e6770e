"""All names that something may refer to, gathered before anything is lowered."""

from __future__ import annotations

from typing import cast

from cowork_dsl.compiler.analysis.draft import Names
from cowork_dsl.compiler.schema.shaped import Shaped
from cowork_dsl.compiler.schema.sorts import Word


def gather(shaped: Shaped) -> Names:
    """The names of one file."""
    names = Names()
    names.requirements = tuple(item.name for item in shaped.blocks("require"))
    names.values = tuple(item.name for item in shaped.blocks("value"))
    names.checks = tuple(item.name for verify in shaped.blocks("verify") for item in verify.blocks("check", "process"))
    for user in shaped.blocks("user"):
        names.facts[user.name] = tuple(item.name for item in user.blocks("fact"))
        states = user.blocks("state")
        names.states[user.name] = tuple(item.name for item in states)
        for state in states:
            for on in state.blocks("on"):
                name, kind = on.one("name"), on.one("kind")
                if name is not None:
                    names.transitions[cast(Word, name.data).text] = (
                        cast(Word, kind.data).text if kind is not None else None
                    )
    return names
