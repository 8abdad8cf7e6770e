"""What codes of a rollout may look at while it runs: the world now, limited to what a user sees where it is theirs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from cowork_dsl.compiler.bundle.models import Template, UserPolicy
from cowork_dsl.compiler.values.admit import Broken, evaluate
from cowork_dsl.compiler.values.failures import Fail, NotProven
from cowork_dsl.compiler.values.globs import match
from cowork_dsl.runtime.changes.codes import render
from cowork_dsl.runtime.users.events import Happening
from cowork_dsl.runtime.verdict.evidence import Evidence, World
from cowork_dsl.runtime.verdict.library import PLAIN_LIBRARY
from cowork_dsl.runtime.verdict.names import change_names
from cowork_dsl.runtime.verdict.view import Schema

_GATHERED = re.compile(r"\b(?:now|after|truth|record|reply|replies|event)\b")
"""What ``names`` gives beside the library; a text may hold such a word, too, which costs time and nothing else."""


class SeenFiles(Mapping[str, bytes]):
    """The files that some globs name, of others."""

    __slots__ = ("_files", "_globs")

    def __init__(self, files: Mapping[str, bytes], globs: tuple[str, ...]) -> None:
        self._files = files
        self._globs = globs

    def _seen(self, path: str) -> bool:
        return any(match(glob, path) or path.startswith(f"{glob}/") for glob in self._globs)

    def __getitem__(self, path: str) -> bytes:
        if not self._seen(path):
            raise KeyError(path)
        return self._files[path]

    def __contains__(self, path: object) -> bool:
        return path in self._files and self._seen(str(path))

    def __iter__(self) -> Iterator[str]:
        return (path for path in self._files if self._seen(path))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def seen_world(world: World, globs: tuple[str, ...]) -> World:
    """The part of a world that a user sees: files by glob, tables by name; values in force are everybody's."""
    tables = {name: rows for name, rows in world.tables.items() if any(match(glob, name) for glob in globs)}
    return World(SeenFiles(world.files, globs), tables, world.values)


class Sight:
    """The view of the users' machines on a running rollout.

    Args:
        users: The users' policies.
        schema: The declared forms and tables.
        world: Gives the world as it is now.
        truth: Gives the truth replica as it is now.
        history: Gives what was said and called so far.
    """

    def __init__(
        self,
        users: tuple[UserPolicy, ...],
        schema: Schema,
        world: Callable[[], World],
        truth: Callable[[], World],
        history: Callable[[], Evidence],
    ) -> None:
        self._sees = {user.name: user.sees for user in users}
        self._schema = schema
        self._world = world
        self._truth = truth
        self._history = history

    def names(self, user: str | None = None, happening: Happening | None = None) -> dict[str, Any]:
        """The names for a code.

        Args:
            user: Whose eyes ``now`` is seen with; everything is seen where None.
            happening: What ``event`` is.
        """
        world = self._world()
        if user is not None:
            world = seen_world(world, self._sees[user])
        record = self._history()
        replies = [message.text for message in record.messages if message.actor == "agent"]
        reply = replies[-1] if replies else ""
        event = dict(happening.details) if happening is not None else {}
        return change_names(
            world, self._truth(), self._schema, record=record, reply=reply, replies=replies, event=event
        )

    def names_for(self, codes: str, happening: Happening | None) -> Mapping[str, Any]:
        """The names for a user's change; what its codes don't speak of is not gathered."""
        return self.names(happening=happening) if _GATHERED.search(codes) else PLAIN_LIBRARY

    def holds(self, user: str, guard: str, happening: Happening) -> bool:
        """Whether a guard holds; one that has no value does not."""
        try:
            return evaluate(guard, self.names(user, happening)) is True
        except (Fail, NotProven):
            return False

    def reached(self, moment: str) -> bool:
        """Whether the moment that a code names has come."""
        return str(evaluate(moment, PLAIN_LIBRARY)) in self._history().moments

    def instant(self, code: str) -> datetime:
        """The moment of a ``clock`` event."""
        found = evaluate(code, PLAIN_LIBRARY)
        if not isinstance(found, datetime):
            raise Broken(f"{code} is no moment of the clock")
        return found

    def render(self, text: Template, happening: Happening | None = None) -> str:
        """Words of a user; a hole without a value is left out rather than breaking the rollout."""
        names = self.names(happening=happening)
        parts = []
        for part in text:
            try:
                parts.append(render((part,), names))
            except (Fail, NotProven):
                continue
        return "".join(parts)
