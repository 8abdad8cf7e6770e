"""All names that something may refer to, gathered before anything is lowered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from cowork_dsl.compiler.analysis.draft import Names
from cowork_dsl.compiler.schema.shaped import Shaped
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.syntax.ast import Name, Statement


def gather(shaped: Shaped) -> Names:
    """The names of one file, those of refused statements among them, so that one slip is one message."""
    names = Names()
    names.requirements = _labels(shaped, "require")
    names.values = _labels(shaped, "value")
    names.checks = tuple(name for verify in shaped.blocks("verify") for name in _labels(verify, "check", "process"))
    for user in shaped.blocks("user"):
        names.transitions.update({name: None for name in _named(user.statement)})
        names.facts[user.name] = _labels(user, "fact")
        names.states[user.name] = _labels(user, "state")
        for state in user.blocks("state"):
            for on in state.blocks("on"):
                name, kind = on.one("name"), on.one("kind")
                if name is not None:
                    said = cast(Word, kind.data).text if kind is not None else None
                    names.transitions[cast(Word, name.data).text] = said
    return names


def _named(user: Statement) -> Iterator[str]:
    """The names of all transitions of a user as they are written."""
    for state in user.body or ():
        for on in state.body or () if isinstance(state, Statement) else ():
            for item in on.body or () if isinstance(on, Statement) else ():
                if isinstance(item, Statement) and item.kind == "name" and isinstance(item.value, Name):
                    yield item.value.name


def _labels(shaped: Shaped, *kinds: str) -> tuple[str, ...]:
    found = {item.name: None for item in shaped.blocks(*kinds)}
    found.update({name: None for name in _written(shaped.statement, kinds)})
    return tuple(found)


def _written(statement: Statement, kinds: tuple[str, ...]) -> Iterator[str]:
    for item in statement.body or ():
        if isinstance(item, Statement) and item.kind in kinds and item.labels:
            yield item.labels[0].value
